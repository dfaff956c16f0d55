internal import Application
internal import ArgumentParser
internal import Clipboard
internal import EventLog
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import Settings
internal import WorkerClient

/// `ocr-scan clipboard`: scans the picture that was copied last.
struct ClipboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clipboard", abstract: "Scan the picture on the clipboard.",
    discussion: """
      Asks the clipboard of the desktop through wl-paste (package wl-clipboard) under Wayland and xclip under X11. \
      For a key of the desktop, have it open a terminal: x-terminal-emulator -e ocr-scan clipboard --pause

      EXAMPLES:
        ocr-scan clipboard
        ocr-scan clipboard --json | jq .risk_level
      """)

  @OptionGroup var report: ReportOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let startedAt = SuspendingClock.now
    let console = output.console
    try await window.run(console) {
      let program = try Program(environment: console.environment)
      let settings = reading.applied(to: program.settings)
      let setup = try program.setup(settings)
      let pool = try setup.pool(keepingSpare: false)
      defer { pool.shutDown() }
      // The engine starts while the clipboard answers.
      pool.warmUp(settings.workers)
      let picture = try await Self.picture(console.environment, settings)
      let pipeline = try program.pipeline(setup, pool: pool)
      let batch = ScanBatch(
        pipeline: pipeline, policy: .requested(settings), jobs: 1, startedAt: startedAt, trigger: .clipboard)
      var recorder = HistoryRecorder(isOn: !report.skipsHistory, pipeline.persistence)
      var tally = BatchSummary(failOn: report.failOn)
      let target = ScanTarget.clipboard(picture)
      let progress = ProgressSpinner(console, total: 1)
      defer { progress.stop() }
      for await result in batch.results(of: [target]) {
        progress.stop()
        try ReportRenderer(console: console, json: report.json, showsText: report.showText)
          .show(result.report, named: target.name)
        tally.add(result.report)
        if let failure = await recorder.record(result.report, path: nil) { tally.add(failure, console) }
      }
      return tally.status
    }
  }

  private static func picture(_ environment: [String: String], _ settings: Settings) async throws -> [UInt8] {
    let reader = ClipboardReader(
      environment: environment, maximumBytes: settings.maximumFileMegabytes << 20, timeout: settings.scanTimeout)
    let result = await BlockingIOPool(label: "clipboard").run {
      Result { () throws(ClipboardFailure) in try reader.picture() }
    }
    do throws(ClipboardFailure) {
      return try result.get()
    } catch {
      throw error.scanFailure(settings)
    }
  }
}

extension ClipboardFailure {
  fileprivate func scanFailure(_ settings: Settings) -> ScanFailure {
    switch self {
    case .noPicture: ScanFailure(.notFound, subject: ScanFailure.clipboard, detail: "holds no picture")
    case .unavailable(let reason):
      ScanFailure(.clipboardUnavailable, detail: TerminalEscaping.escaped(reason))
    case .programMissing(let package):
      ScanFailure(.clipboardUnavailable, subject: package, detail: "\(package) is not installed")
    case .timedOut:
      ScanFailure(.timedOut, subject: "Reading the clipboard", detail: "\(settings.scanTimeout.secondsText) s")
    case .tooLarge:
      ScanFailure(
        .imageTooLarge, subject: ScanFailure.clipboard,
        detail: "it holds more than \(settings.maximumFileMegabytes) MiB")
    }
  }
}
