internal import Application
internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Localization
internal import Pipeline
internal import RiskAnalysis
internal import ScanModel

/// `ocr-scan text`: judges text without OCR.
struct TextCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text", abstract: "Judge a text instead of a screenshot.",
    discussion: """
      With --jsonl, each line of the input is {"id": ..., "text": ...}, and each line of the output a report.

      EXAMPLES:
        ocr-scan text message.txt
        xclip -o | ocr-scan text
        ocr-scan text --jsonl messages.jsonl
      """)

  @Argument(help: "A text file, or \"-\" for standard input.", completion: .file())
  var input = "-"

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(help: "Read one JSON object with \"id\" and \"text\" per line; print one report per line.")
  var jsonl = false

  @Option(help: ArgumentHelp("Lowest risk that ends with status 1.", valueName: "risk"))
  var failOn = FailOn.medium

  @OptionGroup var output: ConsoleOptions

  /// Longer texts are cut; the analysis looks at 65,536 characters at most.
  private static let maximumBytes = 1 << 20
  private static let maximumLine = 16 << 20

  mutating func validate() throws {
    if json, jsonl { throw ValidationError("Give either --json or --jsonl.") }
  }

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      let program = try Program(environment: console.environment)
      let analyzer = try program.setup(program.settings).analyzer()
      let reader = try SeparatedReader(input, maximum: Self.maximumLine)
      let judge = TextJudge(analysis: RiskAnalysisStage(analyzer), feedback: await program.feedback())
      return jsonl ? try analyzeLines(reader, judge, console) : try analyzeAll(reader, judge, program, console)
    }
  }

  private func analyzeAll(
    _ reader: SeparatedReader, _ judge: TextJudge, _ program: Program, _ console: Console
  ) throws -> ExitStatus {
    if input == "-", console.isInteractive {
      console.note(localized("Type or paste the message, then press Enter and Ctrl-D."))
    }
    let bytes = try reader.readAll(maximum: Self.maximumBytes)
    // Pictures and programs hold zeros, texts hold none.
    if bytes.contains(0) {
      throw ScanFailure(.invalidInput, subject: reader.name, detail: ScanFailure.noText)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let report = judge.report(on: text, id: UUID().uuidString.lowercased())
    if json {
      try console.print(report.localized.jsonLine())
    } else {
      try ReportRenderer(console: console, json: false, showsText: false, help: program.help(forScreenshots: 1))
        .show(report, named: input == "-" ? translated(reader.name) : reader.name)
    }
    return failOn.isReached(by: report.riskLevel) ? .riskFound : .success
  }

  private func analyzeLines(_ reader: SeparatedReader, _ judge: TextJudge, _ console: Console) throws -> ExitStatus {
    var tally = BatchSummary(failOn: failOn)
    var number = 0
    while let line = try reader.next() {
      number += 1
      if case .whole(let bytes) = line, bytes.isEmpty { continue }
      var report: ScanReport
      do {
        let message = try TextMessage(line)
        report = judge.report(on: message.text, id: message.id.text)
        report.hasNumericID = message.id.isNumeric
      } catch {
        let failure = ScanFailure(.invalidInput, subject: "Line \(number)", detail: error.reason)
        report = ScanReport(id: error.id?.text ?? "").failed(failure)
        report.hasNumericID = error.id?.isNumeric ?? false
        console.report(FailureCatalog.describe(failure))
      }
      tally.add(report)
      try console.print(report.localized.jsonLine())
    }
    return tally.status
  }
}
