internal import Application
package import ArgumentParser

/// `ocr-scan`: everything the user does by hand.
package struct OCRScanCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ocr-scan",
    abstract: "Tells whether a screenshot looks like a scam. Nothing leaves this computer.",
    discussion: """
      EXAMPLES:
        ocr-scan shot.png                 scan one screenshot
        ocr-scan ~/Pictures/Screenshots   scan every screenshot in a folder
        ocr-scan bulk < list.txt          scan many, one JSON record for each
        ocr-scan latest                   scan the newest screenshot
        ocr-scan pick                     choose a screenshot from a list
        ocr-scan clipboard                scan the picture on the clipboard
        ocr-scan --json shot.png          print the whole report as JSON
        ocr-scan history list             what was scanned before
        ocr-scan advice                   what to do after a scam
        ocr-scan errors                   what failed lately
        ocr-scan settings list            what it does by itself
        ocr-scan doctor                   check the installation

      EXIT STATUS:
        0 nothing found, 1 something found, 64 wrong usage, 65 no readable picture,
        66 no such file, 69 something is missing, 70 internal error,
        73 cannot write, 74 history failed, 75 try again, 77 permission denied,
        78 settings not understood.
      """,
    version: ProgramVersion.text,
    subcommands: [
      ScanCommand.self, BulkCommand.self, LatestCommand.self, PickCommand.self, ClipboardCommand.self, OpenCommand.self,
      TextCommand.self,
      HistoryCommand.self, ErrorsCommand.self, SettingsCommand.self, RulesCommand.self, AdviceCommand.self,
      DoctorCommand.self,
    ],
    defaultSubcommand: ScanCommand.self)

  package init() {}
}
