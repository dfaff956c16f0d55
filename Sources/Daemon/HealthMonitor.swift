internal import History
internal import ScanModel
internal import ServiceManager

/// The system's service manager; the real one is `ServiceManager`.
protocol ServiceNotifier: Sendable {
  /// The time within which `ping()` is expected; nil if nobody watches this process.
  var watchdogInterval: Duration? { get }
  func ready()
  func reloading()
  func stopping()
  func ping()
  func status(_ text: String)
}

extension ServiceManager: ServiceNotifier {}

/// Knows what is wrong, tells it once as long as it lasts, keeps the status line and the watchdog, and has memory released
/// when the daemon comes to rest.
@DaemonActor final class HealthMonitor {
  typealias Instant = ContinuousClock.Instant

  /// Where the state of the daemon is told.
  struct Outlets: Sendable {
    var serviceManager: any ServiceNotifier
    /// Called with a failure that belongs to no screenshot.
    var report: @Sendable (FailureDescription) -> Void
    /// Shows a failure on the desktop; does not wait for that.
    var notify: @Sendable (FailureDescription) -> Void
    /// Failures with these codes are over.
    var resolve: @Sendable (Set<ScanFailure.Code>) -> Void
    /// Called with one line about what the daemon does, whenever that changes.
    var show: @Sendable (DaemonStatus) -> Void
    var releaseMemory: @Sendable () -> Void
  }

  /// Idle time before memory is released. Screenshots often come in bursts.
  static let idleTime = Duration.seconds(3)

  let serviceManager: any ServiceNotifier
  var historyRetry = HistoryRetry()
  private(set) var troubles = DaemonTroubles()
  private let outlets: Outlets
  private let time: TimeSource<ContinuousClock>
  private let didLoseHistory: @Sendable () -> Void
  private var status: DaemonStatus?
  private var lastingCodes: Set<ScanFailure.Code> = []
  /// Something has happened since memory was last released.
  private var isUntidy = false
  /// When memory is released if nothing happens before.
  private(set) var nextRelease: Instant?

  /// - Parameters:
  ///   - outlets: Where the state is told.
  ///   - time: The clock.
  ///   - didLoseHistory: Called when the history has to be opened anew.
  nonisolated init(
    _ outlets: Outlets, time: TimeSource<ContinuousClock>, didLoseHistory: @escaping @Sendable () -> Void
  ) {
    self.outlets = outlets
    self.time = time
    self.didLoseHistory = didLoseHistory
    serviceManager = outlets.serviceManager
  }

  // MARK: Troubles

  /// Tells of a failure that belongs to no screenshot, once as long as it lasts.
  func note(_ place: WritableKeyPath<DaemonTroubles, ScanFailure?>, _ failure: ScanFailure) {
    guard troubles[keyPath: place] != failure else { return }
    troubles[keyPath: place] = failure
    let description = FailureCatalog.describe(failure)
    outlets.report(description)
    outlets.notify(description)
  }

  /// The failure is over.
  func clear(_ place: WritableKeyPath<DaemonTroubles, ScanFailure?>) { troubles[keyPath: place] = nil }

  /// Notifications stopped working, or work again.
  func noteNotifications(_ failure: ScanFailure?) {
    troubles.notifications = failure
    if let failure { outlets.report(FailureCatalog.describe(failure)) }
  }

  /// The history did not do what it was asked.
  func note(_ failure: HistoryFailure) {
    historyRetry.noteFailure(now: time.now())
    if Self.meansLoss(failure) { didLoseHistory() }
    note(\.history, failure.scanFailure)
  }

  /// Damage, or a file that is not there any more, does not get better by waiting.
  static func meansLoss(_ failure: HistoryFailure) -> Bool {
    failure.code == .corrupt || failure.code == .unavailable
  }

  // MARK: Status and watchdog

  /// Tells what the daemon does, when that has changed.
  /// - Parameters:
  ///   - folderCount: How many folders are watched.
  ///   - waiting: How many screenshots wait for workers that work.
  func updateStatus(folderCount: Int, waiting: Int) {
    let lasting = troubles.codes
    let over = lastingCodes.subtracting(lasting)
    lastingCodes = lasting
    if !over.isEmpty { outlets.resolve(over) }
    let new = troubles.status(folderCount: folderCount, waiting: waiting)
    guard new != status else { return }
    status = new
    serviceManager.status(new.text)
    outlets.show(new)
  }

  /// Has the loop send pings.
  /// - Parameter ping: Makes the loop ping, so that one that hangs stops pinging (systemd.service(5), WatchdogSec).
  /// - Returns: What is to be cancelled to end it; nil if nobody watches this process.
  func startWatchdog(_ ping: @escaping @Sendable () -> Void) -> Task<Void, Never>? {
    guard let interval = serviceManager.watchdogInterval else { return nil }
    return Task { [time] in
      while !Task.isCancelled {
        ping()
        try? await time.sleep(time.now() + interval / 2)
      }
    }
  }

  // MARK: Memory

  /// Something has happened that may have used memory.
  func noteActivity() { (isUntidy, nextRelease) = (true, nil) }

  /// Something waits, so memory is not released yet.
  func notePending() { nextRelease = nil }

  /// Nothing waits. Has memory released once that has been so for `idleTime`.
  /// - Returns: Whether it was released now.
  @discardableResult
  func noteRest() -> Bool {
    guard isUntidy else { return false }
    let now = time.now()
    if nextRelease == nil { nextRelease = now + Self.idleTime }
    guard let due = nextRelease, due <= now else { return false }
    (isUntidy, nextRelease) = (false, nil)
    outlets.releaseMemory()
    return true
  }
}
