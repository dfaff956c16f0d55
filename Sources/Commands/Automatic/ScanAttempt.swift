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

/// An attempt to scan for a waiting user: how it ended.
struct ScanAttempt {
  var status: ExitStatus
  var failure: FailureDescription?
  var scanID: UUID?
  /// How soon a second request is accepted; nil if the attempt took no turn in the debouncing.
  var debounce: Duration?

  /// Makes attempts for as long as the user asks for them on the desktop, unless the report is JSON. `attempt` gets the
  /// time from which the scan's deadline counts.
  /// - Returns: The status of the last attempt; a `ScanFailure` is reported and gives its own.
  static func repeated(
    _ console: Console, json: Bool, attempt: (SuspendingClock.Instant) async throws -> ScanAttempt
  ) async throws -> ExitStatus {
    while true {
      let end: ScanAttempt
      do {
        end = try await attempt(.now)
      } catch let failure as ScanFailure {
        let description = FailureCatalog.describe(failure)
        console.report(description)
        end = ScanAttempt(status: failure.code.exitStatus, failure: description)
      }
      // The attempt began, and took its turn in the debouncing, before this moment.
      let endedAt = SuspendingClock.now
      guard let failure = end.failure, !json,
        await DesktopFallback(console: console).tell(failure, scanID: end.scanID)
      else { return end.status }
      // The user may click sooner.
      if let debounce = end.debounce { try await Task.sleep(until: endedAt + debounce, clock: .suspending) }
    }
  }
}

extension SingleScan {
  static func latest(
    _ options: AutomaticOptions, trigger: ScanEvent.Trigger, _ console: Console
  ) async throws -> ExitStatus {
    try await ScanAttempt.repeated(console, json: options.report.json) { startedAt in
      let program = try Program(environment: console.environment)
      return try await SingleScan(
        program: program, settings: options.applied(to: program.settings), options: options.report, console: console,
        help: program.helpSteps
      ).latest(trigger, startedAt)
    }
  }

  private func latest(_ trigger: ScanEvent.Trigger, _ startedAt: SuspendingClock.Instant) async throws -> ScanAttempt {
    let outcome = try await fetch(trigger, startedAt)
    let report = outcome.report
    try show(report)
    // A running watcher has seen the same file and gives the warning.
    if !options.json, !Diagnostics.watcherRuns(program) {
      await DesktopFallback(console: console).answer(report, settings: settings)
    }
    var tally = BatchSummary(failOn: options.failOn)
    tally.add(report)
    if outcome.wasFetched, !options.skipsHistory {
      let persistence = program.persistence
      defer { persistence.close() }
      await tally.store(report, path: outcome.path, in: persistence, console)
    }
    guard report.riskLevel == .unknown, let failure = report.failure else { return ScanAttempt(status: tally.status) }
    let scanID = UUID(uuidString: report.id)
    let end = ScanAttempt(status: tally.status, failure: failure, scanID: scanID, debounce: settings.debounce)
    guard failure.recoveryActions.contains(.chooseManually) else { return end }
    program.events.record(.fallbackToManual(reason: failure.code), scanID: scanID)
    // A program that reads JSON cannot answer.
    guard !options.json, console.isInteractive, await wantsList() else { return end }
    let picked = try await pick(from: program.screenshotFolders)
    return picked.map { ScanAttempt(status: $0) } ?? end
  }

  private func fetch(
    _ trigger: ScanEvent.Trigger, _ startedAt: SuspendingClock.Instant
  ) async throws -> AutomaticScan.Outcome {
    let setup = try program.setup(settings)
    let spinner = ProgressSpinner(console, total: 1)
    defer { spinner.stop() }
    let endings = Mutex<[@Sendable () -> Void]>([])
    defer { for end in endings.withLock({ $0 }).reversed() { end() } }
    let scan = AutomaticScan(
      settings: settings, folders: program.screenshotFolders, lockDirectories: program.lockDirectories,
      events: setup.events,
      makePipeline: { () throws(ScanFailure) in
        let pool = try setup.pool(keepingSpare: false)
        endings.withLock { $0.append { pool.shutDown() } }
        // The engine starts while the rules are loaded.
        pool.warmUp(setup.settings.workers)
        let pipeline = try program.pipeline(setup, pool: pool)
        endings.withLock { $0.append { pipeline.closeHistory() } }
        return pipeline
      },
      progress: { spinner.show($0.words) })
    return await scan.run(trigger, beganAt: startedAt)
  }

  /// Whether the user, who has three seconds to read why the scan failed, lets the list open, or opens it with Enter.
  private func wantsList() async -> Bool {
    console.tell(localized("A list of your screenshots opens in 3 s; Enter opens it now, q ends."))
    return await BlockingIOPool(label: "keys").run {
      guard let terminal = try? KeyTerminal(input: STDIN_FILENO, output: STDERR_FILENO, beginning: "", restoring: "")
      else { return false }
      let deadline = SuspendingClock.now + .seconds(3)
      var keys = KeyDecoder()
      while deadline > .now {
        guard let pressed = keys.read(terminal, timeout: deadline - .now) else { return false }
        if let key = pressed.first(where: { [.enter, .escape, .character("q")].contains($0) }) { return key == .enter }
      }
      return true
    }
  }
}

extension AutomaticScan.Phase {
  fileprivate var words: String {
    switch self {
    case .checkingAccess: localized("Looking into the screenshots folder")
    case .fetching: localized("Fetching the newest screenshot")
    case .reading: localized("Reading the text")
    case .judging: localized("Judging the text")
    }
  }
}
