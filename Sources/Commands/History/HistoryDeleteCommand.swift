internal import Application
internal import ArgumentParser
internal import History
internal import Localization
internal import ScanModel

/// `ocr-scan history delete ID...`
struct HistoryDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete entries for good. The screenshots stay.",
    discussion: """
      EXAMPLE:
        ocr-scan history delete 12 13
      """)

  @Argument(help: "Numbers of entries, or beginnings of their identifiers.")
  var ids: [String]

  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      // Look up all of them before deleting any, so that a typing error deletes nothing.
      var numbers: [Int64] = []
      for id in ids { numbers.append(try await HistoryLookup.entry(id, console).number) }
      let history = try Program(environment: console.environment).history()
      do {
        let deletion = try await history.delete(Array(Set(numbers)))
        try console.print(localized(count: deletion.count, one: "Deleted %1$@ entry.", other: "Deleted %1$@ entries."))
      } catch let failure as HistoryFailure {
        throw failure.scanFailure
      }
      return .success
    }
  }
}
