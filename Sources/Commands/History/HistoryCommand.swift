internal import ArgumentParser

/// `ocr-scan history`: what was scanned before.
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
