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

  /// Whether each accepted link scans without asking. Untrusted, so compared as a whole and never parsed.
  static let links = [
    "typesafe://scan?auto=true": true, "typesafe://scan": false, "typesafe://scan?auto=false": false,
  ]

  @Argument(help: ArgumentHelp("The link.", valueName: "url"))
  var link: String

  @OptionGroup var options: AutomaticOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if Self.links[link] == nil {
      throw ValidationError("The link must be exactly typesafe://scan?auto=true, or typesafe://scan to choose by hand.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    if Self.links[link] == true { return try await SingleScan.latest(options, trigger: .open, console) }
    // Without a terminal, open one.
    if !Console.hasTerminal, let folder = (try? ProgramFiles())?.folder,
      DesktopFallback.desktop(console.environment, folder).chooseScreenshot()
    {
      return .success
    }
    return try await PickCommand.run([], options.report, options.reading, console)
  }
}
