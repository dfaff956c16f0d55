internal import Application
internal import ArgumentParser
internal import History
internal import Localization
internal import ScanModel

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Look at, judge, export and delete what was scanned before.",
    discussion: """
      EXAMPLES:
        ocr-scan history list --risk high
        ocr-scan history show 12
        ocr-scan history verify 12 --not-scam
        ocr-scan history ask 12
        ocr-scan history report 12
        ocr-scan history export --csv > scans.csv
      """,
    subcommands: [
      HistoryListCommand.self, HistoryShowCommand.self, HistoryVerifyCommand.self, HistoryCorrectCommand.self,
      HistoryAskCommand.self, HistoryReportCommand.self, HistoryDeleteCommand.self, HistoryClearCommand.self,
      HistoryRepairCommand.self, HistoryExportCommand.self,
    ],
    defaultSubcommand: HistoryListCommand.self)
}

struct HistoryRepairCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Begin a new history in the place of a damaged one, with what can be read of it. The damaged file stays.",
    discussion: """
      EXAMPLE:
        ocr-scan history repair
      """)

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    guard let rebuilt = try await Program(environment: console.environment).rebuildHistory() else {
      try console.print(localized("The history is not damaged."))
      return .success
    }
    try console.print(
      localized(
        count: rebuilt.entries, one: "%1$@ entry could be read and is in the new history.",
        other: "%1$@ entries could be read and are in the new history."))
    console.note(localized("The damaged history is kept as %1$@.", rebuilt.kept.displayName))
    return .success
  }
}

struct HistoryExportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print all entries, oldest first, as JSON Lines or CSV.",
    discussion: """
      EXAMPLES:
        ocr-scan history export > scans.jsonl
        ocr-scan history export --csv > scans.csv
      """)

  @Flag(help: "Print the stored reports as JSON, one per line (the default).")
  var json = false

  @Flag(help: "Print the flat columns as CSV.")
  var csv = false

  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if json, csv { throw ValidationError("Give either --json or --csv.") }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let history = try Program(environment: console.environment).existingHistory()
    if csv { try console.emit(CSVExport.header) }
    guard let history else { return .success }
    var status = ExitStatus.success
    try await history.forEachEntry { try console.print($0, asCSV: csv, &status) }
    return status
  }
}

extension Console {
  /// Writes an entry as JSON or CSV. One that is damaged is told instead, and gives the status: the others are whole.
  func print(_ entry: HistoryEntry, asCSV: Bool = false, _ status: inout ExitStatus) throws {
    let line: String
    do throws(HistoryFailure) {
      line = try asCSV ? CSVExport.row(entry) : entry.jsonLine() + "\n"
    } catch {
      report(FailureCatalog.describe(error.scanFailure))
      status = .storage
      return
    }
    try emit(line)
  }

  /// The entry for what the user typed.
  /// - Throws: `ScanFailure` with `record_not_found`, or from the storage.
  func entry(_ reference: String) async throws -> HistoryEntry {
    guard let history = try Program(environment: environment).existingHistory() else {
      throw ScanFailure(.recordNotFound, subject: "\(TerminalEscaping.escaped(reference))")
    }
    return try await history.entry(reference)
  }
}
