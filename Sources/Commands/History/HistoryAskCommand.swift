internal import ArgumentParser
internal import History
internal import ScanModel

/// `ocr-scan history ask ID`: a message to copy, for asking a friend or the bank.
struct HistoryAskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Print a message to copy, for asking a friend or your bank about an entry.",
    discussion: """
      Links, numbers and private details of the screenshot are left out. Nothing is sent: copy it from the terminal, or \
      into the clipboard.

      EXAMPLES:
        ocr-scan history ask 12
        ocr-scan history ask 12 --bank | wl-copy
      """)

  @Argument(help: "The number of the entry, or the beginning of its identifier.")
  var id: String

  @Flag(help: "For your bank, with what it needs to know, instead of for a friend.")
  var bank = false

  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      let entry = try await HistoryLookup.entry(id, console)
      do {
        let report = try entry.report()
        try console.print(bank ? AskMessage.toBank(report, verified: entry.verified) : AskMessage.toFriend(report))
      } catch let failure as HistoryFailure {
        throw failure.scanFailure
      }
      return .success
    }
  }
}
