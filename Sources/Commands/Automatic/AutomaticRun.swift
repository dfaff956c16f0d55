internal import Application
internal import EventLog
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Pipeline
internal import ScanModel
internal import Settings
internal import Synchronization
internal import WorkerClient

/// One automatic scan for a waiting user, and the way to choose by hand if it fails.
struct AutomaticRun {
  private let program: Program
  private let settings: Settings
  private let options: AutomaticOptions
  private let trigger: ScanEvent.Trigger
  private let startedAt: SuspendingClock.Instant
  private let console: Console

  /// How an attempt ended.
  private struct End {
    var status: ExitStatus
    /// Why nothing could be judged; nil if something could.
    var failure: FailureDescription?
    var scanID: UUID?
    var settings: Settings?
  }

  /// Scans the newest screenshot, and again for as long as the user asks for it.
  /// - Parameters:
  ///   - options: From the command line.
  ///   - trigger: What asked for it.
  ///   - startedAt: When the program began; the scan's deadline counts from here.
  ///   - console: Where the result goes.
  /// - Returns: The status of the last attempt.
  /// - Throws: `OutputFailure`; a `ScanFailure` is reported and gives its status.
  static func run(
    _ options: AutomaticOptions, trigger: ScanEvent.Trigger, startedAt: SuspendingClock.Instant, _ console: Console
  ) async throws -> ExitStatus {
    var startedAt = startedAt
    while true {
      let end: End
      do {
        end = try await AutomaticRun(options, trigger: trigger, startedAt: startedAt, console).run()
      } catch let failure as ScanFailure {
        let description = FailureCatalog.describe(failure)
        console.report(description)
        end = End(status: failure.code.exitStatus, failure: description)
      }
      // The attempt began, and took its turn in the debouncing, before this moment.
      let endedAt = SuspendingClock.now
      // A program that reads JSON cannot answer.
      guard let failure = end.failure, !options.report.json,
        await DesktopFallback(console: console).tell(failure, scanID: end.scanID, settings: end.settings)
      else { return end.status }
      // The user may click sooner than a second request is accepted.
      if let settings = end.settings { try await Task.sleep(until: endedAt + settings.debounce, clock: .suspending) }
      startedAt = .now
    }
  }

  private init(
    _ options: AutomaticOptions, trigger: ScanEvent.Trigger, startedAt: SuspendingClock.Instant, _ console: Console
  ) throws(ScanFailure) {
    program = try Program(environment: console.environment)
    settings = options.applied(to: program.settings)
    self.options = options
    self.trigger = trigger
    self.startedAt = startedAt
    self.console = console
  }

  private func run() async throws -> End {
    let outcome = try await scan()
    let report = outcome.report
    let renderer = ReportRenderer(
      console: console, json: options.report.json, showsText: options.report.showText, showsFolders: false,
      help: program.help(forScreenshots: 1))
    try renderer.show(report)
    // A running watcher has seen the same file and gives the warning.
    if !options.report.json, !Diagnostics.watcherRuns(program) {
      await DesktopFallback(console: console).answer(report, settings: settings)
    }
    var tally = BatchSummary(failOn: options.report.failOn)
    tally.add(report)
    if outcome.wasFetched, !options.report.skipsHistory {
      let persistence = program.persistence
      defer { persistence.close() }
      await tally.store(report, path: outcome.path, in: persistence, console)
    }
    guard let error = report.error, error.code.exitStatus != .success, report.riskLevel == .unknown else {
      return End(status: tally.status)
    }
    let scanID = UUID(uuidString: report.id)
    let end = End(status: tally.status, failure: error, scanID: scanID, settings: settings)
    guard error.recoveryActions.contains(.chooseManually) else { return end }
    program.events.record(.fallbackToManual(reason: error.code), scanID: scanID)
    // A program that reads JSON cannot answer.
    guard !options.report.json, console.isInteractive, await ManualFallback(console: console).isWanted() else {
      return end
    }
    let picked = try await PickRun(
      program: program, settings: settings, options: options.report, console: console
    ).run(program.screenshotFolders)
    return picked.map { End(status: $0) } ?? end
  }

  private func scan() async throws -> AutomaticScan.Outcome {
    let setup = try program.setup(settings)
    let spinner = ProgressSpinner(console, total: 1)
    defer { spinner.stop() }
    let started = StartedParts()
    defer { started.end() }
    let scan = AutomaticScan(
      settings: settings, folders: program.screenshotFolders, lockDirectories: program.lockDirectories,
      events: setup.events,
      makePipeline: { () throws(ScanFailure) in
        let pool = try setup.pool(keepingSpare: false)
        started.pool.withLock { $0 = pool }
        // The engine starts while the rules are loaded.
        pool.warmUp(setup.settings.workers)
        let pipeline = try program.pipeline(setup, pool: pool)
        started.pipeline.withLock { $0 = pipeline }
        return pipeline
      },
      progress: { spinner.show($0.words) })
    return await scan.run(trigger, beganAt: startedAt)
  }
}

/// What was started for the scan, if anything was.
private final class StartedParts: Sendable {
  let pool = Mutex<WorkerPool?>(nil)
  let pipeline = Mutex<ScanPipeline?>(nil)

  func end() {
    pipeline.withLock { $0 }?.closeHistory()
    pool.withLock { $0 }?.shutDown()
  }
}

extension AutomaticScan.Phase {
  /// For the spinner.
  fileprivate var words: String {
    switch self {
    case .checkingAccess: localized("Looking into the screenshots folder")
    case .fetching: localized("Fetching the newest screenshot")
    case .reading: localized("Reading the text")
    case .judging: localized("Judging the text")
    }
  }
}

/// Lets the user choose by hand after an automatic scan has failed: after three seconds, which is time to read the
/// reason, or at once with Enter.
struct ManualFallback: Sendable {
  private static let pause = Duration.seconds(3)
  let console: Console

  /// Waits for a key or for the time to pass.
  /// - Returns: Whether the list is to open.
  func isWanted() async -> Bool {
    console.tell(localized("A list of your screenshots opens in 3 s; Enter opens it now, q ends."))
    return await BlockingIOPool(label: "keys").run { wait() }
  }

  private func wait() -> Bool {
    guard let terminal = try? KeyTerminal(input: STDIN_FILENO, output: STDERR_FILENO, beginning: "", restoring: "")
    else { return false }
    let deadline = SuspendingClock.now + Self.pause
    var keys = KeyDecoder()
    while true {
      let rest = deadline - .now
      guard rest > .zero else { return true }
      guard let pressed = keys.read(terminal, timeout: rest) else { return false }
      for key in pressed {
        switch key {
        case .enter: return true
        case .escape, .character("q"): return false
        default: break
        }
      }
    }
  }
}
