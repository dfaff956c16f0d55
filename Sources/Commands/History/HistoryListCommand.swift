internal import Application
internal import ArgumentParser
internal import Foundation
internal import History
internal import Localization
internal import ScanModel

struct HistoryListCommand: PausingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List entries, newest first.",
    discussion: """
      EXAMPLES:
        ocr-scan history list --limit 5 --to-review
        ocr-scan history list --risk high --since "2 days" --search "parcel fee"
      """)

  @Option(help: ArgumentHelp("How many entries at most.", valueName: "number"))
  var limit = 20

  @Option(help: "Only entries with this risk; may be given more than once.")
  var risk: [RiskLevel] = []

  @Option(help: "Only entries of this source.")
  var source: ScanSource?

  @Flag(help: "Only entries of low risk that may be a scam all the same.")
  var unsure = false

  @Flag(help: "Only entries that ask for your check.")
  var toReview = false

  @Option(help: ArgumentHelp("Only entries since then: \(PastTime.allowed).", valueName: "when"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Only entries in whose stored text, category, explanation or path all of these words occur.", valueName: "words"))
  var search: String?

  @Flag(help: "Print the stored reports as JSON, one per line.")
  var json = false

  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if limit < 1 { throw ValidationError("--limit takes a number above 0.") }
    if let since, PastTime.date(since, now: Date()) == nil {
      throw ValidationError(localized("--since takes %1$@.", localized(PastTime.allowed)))
    }
    if let search, words(of: search).isEmpty { throw ValidationError("--search takes one word or more.") }
  }

  private func words(of search: String) -> [String] { search.split(whereSeparator: \.isWhitespace).map(String.init) }

  func run(_ console: Console) async throws -> ExitStatus {
    let entries = try await entries(console)
    var status = ExitStatus.success
    if json {
      for entry in entries { try console.print(entry, &status) }
    } else {
      let now = Date()
      for entry in entries { try console.print(EntryLine.text(entry, now: now, console: console)) }
      if entries.isEmpty {
        let isNarrow = !risk.isEmpty || unsure || source != nil || toReview || since != nil || search != nil
        console.note(
          isNarrow
            ? localized("No such entries.") : localized("No entries yet. Scan a screenshot with: ocr-scan FILE"))
      }
    }
    return status
  }

  private func entries(_ console: Console) async throws -> [HistoryEntry] {
    guard let history = try Program(environment: console.environment).existingHistory() else { return [] }
    var filter = HistoryFilter.all
    filter.limit = limit
    filter.riskLevels = risk.isEmpty ? nil : Set(risk)
    filter.isUnsure = unsure ? true : nil
    filter.source = source
    filter.since = since.flatMap { PastTime.date($0, now: Date()) }
    filter.toReview = toReview
    filter.words = words(of: search ?? "")
    return try await history.list(filter)
  }
}

extension RiskLevel: ExpressibleByArgument {}
extension ScanSource: ExpressibleByArgument {}

/// One entry on one line, or on two or three if the terminal is narrow.
enum EntryLine {
  static func text(_ entry: HistoryEntry, now: Date, console: Console) throws -> String {
    let digits = String(entry.number)
    let number = String(repeating: " ", count: max(0, 4 - digits.count)) + digits
    guard let report = try? entry.report().localized else { return localized("%1$@  damaged entry", number) }
    let level = TextLayout.pad(
      "\(RiskWords.sign(report.answer)) \(RiskWords.answer(report.answer))", to: Columns.level)
    let sure = OCRConfidenceLevel(meanConfidence: report.confidence)
    let meter = TextLayout.pad(report.riskLevel.isAlarming ? RiskWords.certainty(sure) : "", to: Columns.meter)
    let time = TextLayout.pad(RelativeTime.words(for: report.scannedAt, now: now), to: 11)
    func beginning(_ style: TerminalStyle) -> String {
      "\(number)  \(style.paint(level, RiskWords.ink(report.answer)))  "
        + "\(style.paint(meter, RiskWords.ink(sure)))  \(time)"
    }
    let source = TextLayout.pad(RiskWords.source(report.source), to: Columns.source)
    let head = "\(beginning(console.output))  \(source)"
    let kind = report.error.map(\.title.description) ?? RiskWords.kind(report.category, report.answer)
    let name = report.fileName ?? localized("standard input")
    let rest = "\(TextLayout.pad(kind ?? "", to: 22))  \(mark(entry, report))\(name)"
    guard let columns = console.terminalColumns else { return "\(head)  \(rest)" }
    let plainHead = "\(beginning(TerminalStyle(usesColor: false)))  \(source)"
    if TextLayout.width(of: "\(plainHead)  \(rest)") <= columns { return "\(head)  \(rest)" }
    func below(_ text: String) -> String { "\n\(indent)\(TextLayout.shorten(text, to: columns - indent.count))" }
    if TextLayout.width(of: plainHead) <= columns { return head + below(String(rest.trimmingPrefix { $0 == " " })) }
    return beginning(console.output)
      + below([RiskWords.source(report.source), kind].compactMap(\.self).joined(separator: ", "))
      + below("\(mark(entry, report))\(name)")
  }

  /// Widths of the columns with known words: as wide as the widest word in the user's language.
  private enum Columns {
    static let level = TextLayout.widest(ScanAnswer.allCases.map { "⚠ \(RiskWords.answer($0))" })
    static let source = TextLayout.widest([RiskWords.source(.auto), RiskWords.source(.manual)])
    static let meter = TextLayout.widest([.high, .medium, .low, .unknown].map(RiskWords.certainty))
  }

  private static let indent = "      "  // as far as the risk

  /// The user's verdict, or a request for it. Comes before the name, which may hold anything.
  private static func mark(_ entry: HistoryEntry, _ report: ScanReport) -> String {
    if let verified = entry.verified { return RiskWords.verified(verified) + "  " }
    return report.requiresReview ? localized("☐ to check  ") : ""
  }
}
