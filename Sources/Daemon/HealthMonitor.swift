internal import History
internal import LinuxSystem
internal import Notifications
internal import Pipeline
internal import ScanModel
internal import SystemPackage

/// The system's service manager; the real one is `ServiceManager`.
protocol ServiceNotifier: Sendable {
  /// The time within which `ping()` is expected; nil if the process is not watched.
  var watchdogInterval: Duration? { get }
  func ready()
  func reloading()
  func stopping()
  func ping()
  func status(_ text: String)
}

extension ServiceManager: ServiceNotifier {}

extension ServiceNotifier {
  /// Calls a body, which pings or makes a loop ping, now, and then at half of the time within which a ping is expected
  /// (systemd.service(5), WatchdogSec), until the task is cancelled. Nil if the process is not watched.
  func startWatchdog(
    _ time: TimeSource<ContinuousClock>, _ body: @escaping @Sendable () -> Void
  ) -> Task<Void, Never>? {
    guard let interval = watchdogInterval else { return nil }
    return Task {
      while !Task.isCancelled {
        body()
        try? await time.sleep(time.now() + interval / 2)
      }
    }
  }

  /// Pings while a body runs that has no loop and may take longer than the watchdog waits.
  func pinging<Value: Sendable>(
    _ time: TimeSource<ContinuousClock>, _ body: @Sendable () async throws -> Value
  ) async rethrows -> Value {
    let pings = startWatchdog(time) { ping() }
    defer { pings?.cancel() }
    return try await body()
  }
}

/// Knows what is wrong and reports each problem once while it lasts. Also updates the status line, feeds the watchdog,
/// and has memory released when the daemon becomes idle.
@DaemonActor final class HealthMonitor {
  typealias Instant = ContinuousClock.Instant

  /// Where the daemon's state is reported.
  struct Outlets: Sendable {
    var serviceManager: any ServiceNotifier
    /// Reports a failure that does not concern a screenshot.
    var report: @Sendable (FailureDescription) -> Void
    /// Shows a failure on the desktop, without waiting for it.
    var notify: @Sendable (FailureDescription) -> Void
    /// Failures with these codes are over.
    var resolve: @Sendable (Set<ScanFailure.Code>) -> Void
    /// Shows the status, whenever it changes.
    var show: @Sendable (DaemonStatus) -> Void
    var releaseMemory: @Sendable () -> Void
    /// Called when the history has to be opened anew.
    var didLoseHistory: @Sendable () -> Void
  }

  let serviceManager: any ServiceNotifier
  var historyRetry = HistoryRetry()
  var idleMemory = IdleMemory()
  private(set) var troubles = DaemonTroubles()
  private let outlets: Outlets
  private let time: TimeSource<ContinuousClock>
  private var status: DaemonStatus?
  private var lastingCodes: Set<ScanFailure.Code> = []
  /// When `noteProgress()` last pinged.
  private var lastProgress: Instant?

  nonisolated init(_ outlets: Outlets, time: TimeSource<ContinuousClock>) {
    self.outlets = outlets
    self.time = time
    serviceManager = outlets.serviceManager
  }

  /// Reports a failure that does not concern a screenshot, once while it lasts.
  func note(_ place: WritableKeyPath<DaemonTroubles, ScanFailure?>, _ failure: ScanFailure) {
    guard troubles[keyPath: place] != failure else { return }
    troubles[keyPath: place] = failure
    let description = FailureCatalog.describe(failure)
    outlets.report(description)
    outlets.notify(description)
  }

  /// Notes which folders have left a read without an answer for too long.
  func noteSilent(_ folders: Set<FilePath>) {
    troubles.silent = troubles.silent.filter { folders.contains($0.key) }
    for folder in folders { note(\.silent[folder], .silent(folder)) }
  }

  func clear(_ place: WritableKeyPath<DaemonTroubles, ScanFailure?>) { troubles[keyPath: place] = nil }

  /// Notifications stopped working, or work again (nil).
  func noteNotifications(_ failure: ScanFailure?) {
    troubles.notifications = failure
    if let failure { outlets.report(FailureCatalog.describe(failure)) }
  }

  /// A call to the history failed.
  func note(_ failure: HistoryFailure) {
    historyRetry.noteFailure(now: time.now())
    if Self.meansLoss(failure) { outlets.didLoseHistory() }
    note(\.history, failure.scanFailure)
  }

  /// Whether the history has to be opened anew: damage or a missing file does not get better by waiting.
  static func meansLoss(_ failure: HistoryFailure) -> Bool {
    failure.code == .corrupt || failure.code == .unavailable
  }

  /// Reports what the daemon does, if that has changed; `waiting` screenshots wait until workers can read again.
  func updateStatus(folderCount: Int, waiting: Int) {
    let lasting = troubles.codes
    let over = lastingCodes.subtracting(lasting)
    lastingCodes = lasting
    if !over.isEmpty { outlets.resolve(over) }
    let new = troubles.status(folderCount: folderCount, waiting: waiting)
    guard new != status else { return }
    status = new
    serviceManager.status(new.text.english)
    outlets.show(new)
  }

  /// Pings from within the loop, where each step may wait for a disk and all of them together for longer than the
  /// watchdog does.
  func noteProgress() {
    guard let interval = serviceManager.watchdogInterval else { return }
    let now = time.now()
    if let lastProgress, now - lastProgress < interval / 4 { return }
    lastProgress = now
    serviceManager.ping()
  }

  /// Nothing waits. Has memory released once this has lasted long enough.
  /// - Returns: Whether it was released now.
  @discardableResult
  func noteRest() -> Bool {
    guard idleMemory.noteRest(now: time.now()) else { return false }
    outlets.releaseMemory()
    return true
  }
}

/// When to try a failed history again: a disk that is full, read-only or locked may become usable. Meanwhile
/// screenshots are still scanned and notifications shown.
struct HistoryRetry {
  typealias Instant = ContinuousClock.Instant

  private var pending: (due: Instant, backoff: Backoff)?
  /// Whether it failed since the last `beginListing()`, in which case the listing may have missed files.
  private var hasFailedSinceListing = false

  /// When it is tried again; nil if it works.
  var nextTry: Instant? { pending?.due }

  /// A call to the history failed.
  mutating func noteFailure(now: Instant) {
    hasFailedSinceListing = true
    guard pending == nil else { return }
    var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    pending = (now + backoff.pause(), backoff)
  }

  /// Starts the next try if it is due, and schedules the one after it.
  mutating func beginTry(now: Instant) -> Bool {
    guard var next = pending, next.due <= now else { return false }
    next.due = now + next.backoff.pause()
    pending = next
    return true
  }

  /// The unsaved outcomes are written; next, the folders are listed to find what was missed.
  mutating func beginListing() { hasFailedSinceListing = false }

  /// The folders were listed.
  /// - Returns: Whether the history works again.
  mutating func endListing() -> Bool {
    if hasFailedSinceListing { return false }
    pending = nil
    return true
  }
}
