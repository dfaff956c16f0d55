internal import Application
internal import ArgumentParser
internal import History
internal import ScanModel

/// `ocr-scan history export`: everything, oldest first.
struct HistoryExportCommand: AsyncParsableCommand {
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

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      let history = try Program(environment: console.environment).existingHistory()
      do {
        if csv { try console.emit(CSVExport.header) }
        guard let history else { return .success }
        for try await entry in history.entries {
          try csv ? console.emit(CSVExport.row(entry)) : console.print(entry.jsonLine())
        }
      } catch let failure as HistoryFailure {
        throw failure.scanFailure
      }
      return .success
    }
  }
}
