internal import EventLog
internal import Settings
internal import SystemPackage

/// The daemon's loop and all its parts run on this actor, so that they share state without locks.
@globalActor actor DaemonActor {
  static let shared = DaemonActor()
}

/// A time of the loop, which counts on while the machine sleeps.
typealias Instant = ContinuousClock.Instant

/// What the parts of one daemon share.
struct DaemonContext: Sendable {
  var folders: [FilePath]
  var settings: Settings
  var history: HistoryAccess
  var stages: ScanStages
  var notifications: NotificationDispatcher
  var health: HealthMonitor
  var events: DaemonEventQueue
  var log: EventLog
  var time: TimeSource<ContinuousClock>
}
