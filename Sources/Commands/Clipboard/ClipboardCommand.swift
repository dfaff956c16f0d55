internal import Application
internal import ArgumentParser
internal import EventLog
internal import Foundation
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings

struct ClipboardCommand: PausingCommand {
  static let configuration = CommandConfiguration(
    commandName: "clipboard", abstract: "Scan the picture on the clipboard.",
    discussion: """
      Asks the clipboard of the desktop through wl-paste (package wl-clipboard) under Wayland and xclip under X11. \
      Without a terminal, as when a key of the desktop starts it, a notification says what came out. To read the \
      reasons, too, have the key open a terminal: x-terminal-emulator -e ocr-scan clipboard --pause

      EXAMPLES:
        ocr-scan clipboard
        ocr-scan clipboard --json | jq .risk_level
      """)

  @OptionGroup var report: ReportOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    try await ScanAttempt.repeated(console, json: report.json) { try await scan(console, startedAt: $0) }
  }

  private func scan(_ console: Console, startedAt: SuspendingClock.Instant) async throws -> ScanAttempt {
    let program = try Program(environment: console.environment)
    let settings = reading.applied(to: program.settings)
    let scan = SingleScan(program: program, settings: settings, options: report, console: console)
    let done = try await scan.run(.clipboard, beganAt: startedAt) {
      .clipboard(try await Self.picture(console.environment, settings))
    }
    guard let (report, status) = done else { return ScanAttempt(status: .success) }
    if report.riskLevel == .unknown, let failure = report.failure {
      return ScanAttempt(status: status, failure: failure, scanID: UUID(uuidString: report.id))
    }
    if !self.report.json {
      // The watcher does not look at the clipboard, so silence would be taken for an answer.
      await DesktopFallback(console: console).answer(report, settings: settings, answersHarmless: true)
    }
    return ScanAttempt(status: status)
  }

  private static func picture(_ environment: [String: String], _ settings: Settings) async throws -> [UInt8] {
    let reader = ClipboardReader(
      environment: environment, maximumBytes: settings.maximumFileMegabytes << 20, timeout: settings.scanTimeout)
    let result = await BlockingIOPool(label: "clipboard").run {
      Result { () throws(ClipboardFailure) in try reader.picture() }
    }
    return try result.mapError { $0.scanFailure(settings) }.get()
  }
}
