internal import ArgumentParser
internal import Foundation
internal import ScanHistory
internal import ScanModel

/// `ocr-scan history list`: one line an entry, newest first.
struct HistoryListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List entries, newest first.",
    discussion: """
      EXAMPLE:
        ocr-scan history list --limit 5 --to-review
      """)

  @Option(help: "How many entries at most.")
  var limit = 20

  @Option(help: "Only entries with this risk: low, medium, high or unknown. May be given more than once.")
  var risk: [RiskLevel] = []

  @Option(help: "Only entries of this source: auto or manual.")
  var source: ScanSource?

  @Flag(help: "Only entries that ask for your check.")
  var toReview = false

  @Flag(help: "Print the stored reports as JSON, one per line.")
  var json = false

  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if limit < 1 { throw ValidationError("--limit takes a number above 0.") }
  }

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      let entries = try await entries(console)
      if json {
        for entry in entries { try console.print(entry.jsonLine()) }
      } else {
        let now = Date()
        for entry in entries { try console.print(EntryLine.text(entry, now: now, console: console)) }
        if entries.isEmpty { console.note("No entries yet. Scan a screenshot with: ocr-scan FILE") }
      }
      return .success
    }
  }

  private func entries(_ console: Console) async throws -> [HistoryEntry] {
    guard let history = try Program(environment: console.environment).existingHistory() else { return [] }
    let filter = HistoryFilter(
      limit: limit, riskLevels: risk.isEmpty ? nil : Set(risk), source: source, toReview: toReview)
    do {
      return try await history.list(filter)
    } catch {
      throw error.scanFailure
    }
  }
}

extension RiskLevel: ExpressibleByArgument {}
extension ScanSource: ExpressibleByArgument {}

/// One entry on one line.
enum EntryLine {
  static func text(_ entry: HistoryEntry, now: Date, console: Console) throws -> String {
    let style = console.output
    guard let report = try? entry.report() else { return "\(number(entry))  damaged entry" }
    let level = TextLayout.pad("\(RiskWords.sign(report.riskLevel)) \(RiskWords.level(report.riskLevel))", to: 13)
    let time = TextLayout.pad(RelativeTime.words(for: report.scannedAt, now: now), to: 11)
    let source = TextLayout.pad(RiskWords.source(report.source), to: 15)
    let name = report.path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "standard input"
    let what = report.error.map(\.title) ?? RiskWords.category(report.category)
    return "\(number(entry))  \(style.paint(level, RiskWords.ink(report.riskLevel)))  \(time)  \(source)  "
      + "\(TextLayout.pad(what, to: 22))  \(name)"
  }

  private static func number(_ entry: HistoryEntry) -> String {
    let digits = String(entry.number)
    return String(repeating: " ", count: max(0, 4 - digits.count)) + digits
  }
}
