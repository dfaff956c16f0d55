internal import History
internal import LinuxSystem
internal import Notifications
internal import ScanModel
internal import SystemPackage

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

/// Knows what is wrong and reports each problem once while it lasts. Updates the status line, feeds the watchdog, and
/// has memory released when the daemon becomes idle.
@DaemonActor final class HealthMonitor {
  struct Outlets: Sendable {
    var serviceManager: any ServiceNotifier
    var report: @Sendable (FailureDescription) -> Void
    /// Does not wait for the desktop.
    var notify: @Sendable (FailureDescription) -> Void
    var resolve: @Sendable (Set<ScanFailure.Code>) -> Void
    /// Shows the status, whenever it changes.
    var show: @Sendable (DaemonStatus) -> Void
    var releaseMemory: @Sendable () -> Void
    var didLoseHistory: @Sendable () -> Void
  }

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
  }

  nonisolated var serviceManager: any ServiceNotifier { outlets.serviceManager }

  /// Reports a failure that does not concern a screenshot, once while it lasts.
  func note(_ place: WritableKeyPath<DaemonTroubles, ScanFailure?>, _ failure: ScanFailure) {
    guard troubles[keyPath: place] != failure else { return }
    troubles[keyPath: place] = failure
    let description = FailureCatalog.describe(failure)
    outlets.report(description)
    outlets.notify(description)
  }

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

  /// From within the loop, where all steps together may wait for a disk for longer than the watchdog does.
  func noteProgress() {
    guard let interval = serviceManager.watchdogInterval else { return }
    let now = time.now()
    if let lastProgress, now - lastProgress < interval / 4 { return }
    lastProgress = now
    serviceManager.ping()
  }

  /// Nothing waits. Releases memory once this has lasted long enough, and returns whether it did.
  @discardableResult
  func noteRest() -> Bool {
    guard idleMemory.noteRest(now: time.now()) else { return false }
    outlets.releaseMemory()
    return true
  }
}
