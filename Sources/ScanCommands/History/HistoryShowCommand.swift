internal import ArgumentParser
internal import Foundation
internal import ScanHistory
internal import ScanModel

/// `ocr-scan history show ID`: one entry in full.
struct HistoryShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one entry with its reasons and its stored text.",
    discussion: """
      EXAMPLE:
        ocr-scan history show 12
      """)

  @Argument(help: "The number of the entry, or the beginning of its identifier.")
  var id: String

  @Flag(help: "Print the stored report as JSON.")
  var json = false

  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      let entry = try await HistoryLookup.entry(id, console)
      do {
        if json { try console.print(entry.jsonLine()) } else { try show(entry, console) }
      } catch let failure as HistoryFailure {
        throw failure.scanFailure
      }
      return .success
    }
  }

  private func show(_ entry: HistoryEntry, _ console: Console) throws {
    let report = try entry.report()
    let style = console.output
    let ink = RiskWords.ink(report.riskLevel)
    try console.print(
      "Entry \(entry.number)  "
        + style.paint("\(RiskWords.sign(report.riskLevel)) \(RiskWords.level(report.riskLevel))", ink, .bold)
        + "  \(RiskWords.category(report.category))")
    func row(_ name: String, _ value: String?) throws {
      if let value { try console.print("  \(TextLayout.pad(name, to: 12)) \(value)") }
    }
    try row("File", report.path)
    try row(
      "Scanned",
      "\(ReportTime.string(from: report.scannedAt)) (\(RelativeTime.words(for: report.scannedAt, now: Date())))")
    try row("Source", RiskWords.source(report.source))
    try row("Confidence", report.confidence.map(RiskWords.percent))
    try row("Reading", report.ocr.map { "\(RiskWords.confidence($0.confidenceLevel)), \($0.words) words" })
    try row("Checked", entry.verified.map { $0 == .scam ? "you said: a scam" : "you said: not a scam" })
    try row("Identifier", entry.uuid)
    for paragraph in [report.explanation, report.advice] where !paragraph.isEmpty {
      for line in TextLayout.wrap(paragraph, width: console.columns - 2) { try console.print("  \(line)") }
    }
    for line in ReasonList.lines(of: report, withExcerpts: true) { try console.print("  \(line)") }
    if let text = report.text, !text.isEmpty {
      try console.print("")
      try console.print(ShownText.marked(report, style: style))
    }
  }
}

/// Finds entries for the commands that take one.
enum HistoryLookup {
  /// The entry behind what the user typed.
  /// - Throws: `ScanFailure` with `record_not_found`, or of the storage.
  static func entry(_ reference: String, _ console: Console) async throws -> HistoryEntry {
    guard let history = try Program(environment: console.environment).existingHistory() else {
      throw ScanFailure(.recordNotFound, subject: SafeText.escaped(reference))
    }
    do {
      return try await history.entry(reference)
    } catch {
      throw error.scanFailure
    }
  }
}
