internal import Application
internal import ArgumentParser
internal import Foundation
internal import Localization
internal import Pipeline
internal import ScanModel

struct TextCommand: ConsoleCommand {
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

  private static let maximumLine = 16 << 20

  mutating func validate() throws {
    if json, jsonl { throw ValidationError("Give either --json or --jsonl.") }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    let analyzer = try program.setup(program.settings).analyzer()
    let reader = try SeparatedReader(input, maximum: Self.maximumLine)
    if jsonl { try reader.refuseOwnOutput() }
    let judge = TextJudge(analysis: RiskAnalysisStage(analyzer), feedback: await program.feedback())
    return jsonl ? try analyzeLines(reader, judge, console) : try analyzeAll(reader, judge, program, console)
  }

  private func analyzeAll(
    _ reader: SeparatedReader, _ judge: TextJudge, _ program: Program, _ console: Console
  ) throws -> ExitStatus {
    if input == "-", console.isInteractive {
      console.note(localized("Type or paste the message, then press Enter and Ctrl-D."))
    }
    let report = judge.report(on: try reader.readText(), id: UUID().uuidString.lowercased())
    try ReportRenderer(console: console, json: json, showsText: false, help: program.helpSteps)
      .show(report, named: localized(reader.name))
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

struct TextJudge {
  let analysis: RiskAnalysisStage
  /// The user's own verdicts on messages.
  let feedback: FeedbackList

  /// The report on a text; one without words is `unknown`.
  func report(on text: String, id: String) -> ScanReport {
    let began = SuspendingClock.now
    var report = analysis.run(ScanReport(id: id), plainText: text, feedback: feedback)
    let time = (SuspendingClock.now - began) / .milliseconds(1)
    report.timings.analyze = time
    report.timings.total = time
    return report
  }
}

/// One input line of `ocr-scan text --jsonl`.
struct TextMessage {
  struct Malformed: Error {
    var id: InputIdentifier?
    var reason: Message
  }

  var id: InputIdentifier
  var text: String

  init(_ piece: SeparatedReader.Piece) throws(Malformed) {
    guard case .whole(let bytes) = piece else { throw Malformed(reason: "it is longer than 16 MiB") }
    guard let object = try? JSONDecoder().decode(InputObject.self, from: Data(bytes)) else {
      throw Malformed(reason: "it is not a JSON object")
    }
    if let complaint = object.complaint(about: .id, .text) { throw Malformed(id: object.id, reason: complaint) }
    guard let id = object.id else { throw Malformed(reason: "it has no \"id\"") }
    guard let text = object.text else { throw Malformed(id: id, reason: "it has no \"text\"") }
    self.id = id
    self.text = text
  }
}
