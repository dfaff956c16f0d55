package import DesktopAlerts
package import EventLog
package import Logging
package import ScanHistory
package import ScanModel
package import ScanSettings
package import ScreenshotLibrary
package import ServiceManager
package import SystemPackage
package import WorkerClient

/// What the daemon works with, handed in so that tests can put it together in other ways.
package struct WatchParts: Sendable {
  package var folders: [FilePath]
  package var watcher: FolderWatcher
  package var scanner: Scanner
  package var pool: WorkerPool
  /// How many workers share one picture.
  package var shares: Int
  package var history: HistoryStore
  package var events: EventLog
  /// Nil where no alerts are wanted.
  package var alerter: DesktopAlerter?
  /// Levels that raise an alert.
  package var alertLevels: Set<RiskLevel>
  package var alertDuration: Duration
  package var alertSound: Bool
  package var storedText: Settings.StoredText
  /// Entries older than this are deleted, at the start and then once a day when there is something to do anyway.
  package var retentionDays: Int
  package var serviceManager: ServiceManager
  package var logger: Logger
  /// Called once, when every watch stands.
  package var didBecomeReady: @Sendable () -> Void
  /// Called with every report, before it is stored.
  package var didScan: @Sendable (ScanReport) -> Void
  /// Called with failures that belong to no screenshot.
  package var didFail: @Sendable (FailureDescription) -> Void

  package init(
    folders: [FilePath], watcher: FolderWatcher, scanner: Scanner, pool: WorkerPool, shares: Int,
    history: HistoryStore, events: EventLog, alerter: DesktopAlerter?, alertLevels: Set<RiskLevel>,
    alertDuration: Duration, alertSound: Bool, storedText: Settings.StoredText, retentionDays: Int,
    serviceManager: ServiceManager,
    logger: Logger, didBecomeReady: @escaping @Sendable () -> Void,
    didScan: @escaping @Sendable (ScanReport) -> Void, didFail: @escaping @Sendable (FailureDescription) -> Void
  ) {
    self.folders = folders
    self.watcher = watcher
    self.scanner = scanner
    self.pool = pool
    self.shares = shares
    self.history = history
    self.events = events
    self.alerter = alerter
    self.alertLevels = alertLevels
    self.alertDuration = alertDuration
    self.alertSound = alertSound
    self.storedText = storedText
    self.retentionDays = retentionDays
    self.serviceManager = serviceManager
    self.logger = logger
    self.didBecomeReady = didBecomeReady
    self.didScan = didScan
    self.didFail = didFail
  }
}
