internal import ArgumentParser
internal import EventLog
internal import ScanModel
internal import Settings

struct LatestCommand: PausingCommand {
  static let configuration = CommandConfiguration(
    commandName: "latest", abstract: "Scan the newest screenshot, if it was taken within the last minute.",
    discussion: """
      Looks for files with the usual names of screenshots, in the folders that are watched. Two requests within two \
      seconds are one. When it fails, a list to choose from follows on a terminal; without one, as when a key of \
      the desktop starts it, a notification says why and has buttons for what can be done.

      EXAMPLES:
        ocr-scan latest
        ocr-scan latest --max-age 3600
        ocr-scan latest --json | jq .risk_level
      """)

  @OptionGroup var options: AutomaticOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    try await SingleScan.latest(options, trigger: .latest, console)
  }
}

struct AutomaticOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Seconds that the newest screenshot may be old (1 to 31536000), instead of the setting.", valueName: "seconds"))
  var maxAge: Double?

  @OptionGroup var report: ReportOptions
  @OptionGroup var reading: ReadingOptions

  mutating func validate() throws {
    if let maxAge, !(1...31_536_000).contains(maxAge) {
      throw ValidationError("--max-age takes seconds from 1 to 31536000.")
    }
  }

  func applied(to settings: Settings) -> Settings {
    var settings = reading.applied(to: settings)
    if let maxAge { settings.maximumAge = .milliseconds(Int((maxAge * 1000).rounded())) }
    return settings
  }
}
