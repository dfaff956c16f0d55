internal import ArgumentParser
internal import EventLog
internal import Notifications
internal import Pipeline
internal import ScanModel

struct OpenCommand: PausingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Do what a typesafe: link asks for; desktops call this when one is opened.",
    discussion: """
      typesafe://scan?auto=true scans the newest screenshot, as "ocr-scan latest" does. typesafe://scan and \
      typesafe://scan?auto=false let you choose one, as "ocr-scan pick" does. Nothing else is accepted.

      EXAMPLE:
        ocr-scan open 'typesafe://scan?auto=true'
      """)

  @Argument(help: ArgumentHelp("The link.", valueName: "url"))
  var link: String

  @OptionGroup var options: AutomaticOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if ScanLink(link) == nil {
      throw ValidationError("The link must be exactly typesafe://scan?auto=true, or typesafe://scan to choose by hand.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    if ScanLink(link) == .automatic { return try await SingleScan.latest(options, trigger: .open, console) }
    // Without a terminal, open one.
    if !Console.hasTerminal, let folder = (try? ProgramFiles())?.folder,
      DesktopFallback.desktop(console.environment, folder).chooseScreenshot()
    {
      return .success
    }
    return try await PickCommand.run([], options.report, options.reading, console)
  }
}

/// The links that are accepted. A link is untrusted, so it is compared as a whole and never parsed.
enum ScanLink: Sendable, Hashable {
  case automatic, manual

  /// Nil for anything else, however similar.
  init?(_ text: String) {
    switch text {
    case "typesafe://scan?auto=true": self = .automatic
    case "typesafe://scan", "typesafe://scan?auto=false": self = .manual
    default: return nil
    }
  }
}
