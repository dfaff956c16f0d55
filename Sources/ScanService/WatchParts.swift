package import EventLog
package import History
package import Logging
package import Pipeline
package import ScanModel
package import ScreenshotLibrary
package import ServiceManager
package import SystemPackage
package import WorkerClient

/// What the daemon works with, handed in so that tests can put it together in other ways.
package struct WatchParts: Sendable {
  package var folders: [FilePath]
  package var watcher: FolderWatcher
  package var pipeline: ScanPipeline
  package var policy: ScanPolicy
  package var pool: WorkerPool
  package var history: HistoryStore
  package var events: EventLog
  package var alerts: DesktopNotificationQueue
  package var alertStyle: DesktopNotificationQueue.Style
  /// Opens windows for the user.
  package var desktop: DesktopPrograms
  /// Opens the settings file, which is made if there is none; false if no window could be opened.
  package var openSettings: @Sendable () -> Bool
  /// Entries older than this are deleted, at the start and then once a day when there is something to do anyway.
  package var retentionDays: Int
  /// The version of everything that reads pictures: what one has set aside another may read.
  package var engine: String
  package var serviceManager: ServiceManager
  package var logger: Logger
  /// Has a worker read a picture with known words; nil if that works.
  package var checkReading: @Sendable () async -> ScanFailure?
  /// Puts together what is to follow this watcher, because the user has asked for it or the settings have changed; nil if this one is to go on.
  package var makeSuccessor: @Sendable (ReloadReason) async -> DaemonMode?
  /// Puts together what is to follow when the history is lost, after everything of this watcher has ended.
  package var beginAgain: @Sendable () async throws -> DaemonMode
  /// Called with one line about what the daemon does, whenever that changes.
  package var didChangeStatus: @Sendable (DaemonStatus) -> Void
  /// Called once, when every watch stands.
  package var didBecomeReady: @Sendable () -> Void
  /// Called with every report, before it is stored.
  package var didScan: @Sendable (ScanReport) -> Void
  /// Called with failures that belong to no screenshot.
  package var didFail: @Sendable (FailureDescription) -> Void

  package init(
    folders: [FilePath], watcher: FolderWatcher, pipeline: ScanPipeline, policy: ScanPolicy, pool: WorkerPool,
    history: HistoryStore, events: EventLog, alerts: DesktopNotificationQueue,
    alertStyle: DesktopNotificationQueue.Style, desktop: DesktopPrograms, openSettings: @escaping @Sendable () -> Bool,
    retentionDays: Int, engine: String,
    serviceManager: ServiceManager, logger: Logger, checkReading: @escaping @Sendable () async -> ScanFailure?,
    makeSuccessor: @escaping @Sendable (ReloadReason) async -> DaemonMode?,
    beginAgain: @escaping @Sendable () async throws -> DaemonMode,
    didChangeStatus: @escaping @Sendable (DaemonStatus) -> Void, didBecomeReady: @escaping @Sendable () -> Void,
    didScan: @escaping @Sendable (ScanReport) -> Void, didFail: @escaping @Sendable (FailureDescription) -> Void
  ) {
    self.folders = folders
    self.watcher = watcher
    self.pipeline = pipeline
    self.policy = policy
    self.pool = pool
    self.history = history
    self.events = events
    self.alerts = alerts
    self.alertStyle = alertStyle
    self.desktop = desktop
    self.openSettings = openSettings
    self.retentionDays = retentionDays
    self.engine = engine
    self.serviceManager = serviceManager
    self.logger = logger
    self.checkReading = checkReading
    self.makeSuccessor = makeSuccessor
    self.beginAgain = beginAgain
    self.didChangeStatus = didChangeStatus
    self.didBecomeReady = didBecomeReady
    self.didScan = didScan
    self.didFail = didFail
  }
}
