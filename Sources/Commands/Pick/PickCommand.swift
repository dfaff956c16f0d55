internal import Application
internal import ArgumentParser
internal import Localization
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// `ocr-scan pick`: lets the user choose a screenshot and scans it.
struct PickCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Choose a screenshot from a list, newest first, and scan it.",
    discussion: """
      Arrow keys move, typing narrows the list down, Enter scans, Esc or q ends.

      EXAMPLES:
        ocr-scan pick
        ocr-scan pick ~/Downloads
      """)

  @Argument(
    help: ArgumentHelp("Folders to choose from, instead of the watched ones.", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @OptionGroup var report: ReportOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let console = output.console
    try await window.run(console) { try await Self.run(folders, report, reading, console) }
  }

  /// The body of the command, also for other commands that end in choosing.
  /// - Throws: `ValidationError` without a terminal to choose on.
  static func run(
    _ folders: [String], _ options: ReportOptions, _ reading: ReadingOptions, _ console: Console
  ) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    guard console.isInteractive else {
      throw ValidationError("Choosing needs a terminal. Name the screenshot instead: ocr-scan FILE")
    }
    let run = PickRun(
      program: program, settings: reading.applied(to: program.settings), options: options, console: console)
    let choices = folders.map { ScreenshotFolders.Choice(folder: RawArguments.path($0), origin: .configured) }
    // Ending without a choice is not a failure.
    return try await run.run(choices.isEmpty ? program.screenshotFolders : choices) ?? .success
  }
}
