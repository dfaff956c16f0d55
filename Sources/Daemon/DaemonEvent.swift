internal import EventLog
internal import Notifications
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// What the daemon's loop handles, one at a time.
enum DaemonEvent: Sendable {
  case folder(FolderEvent)
  /// Something in the queue is due.
  case due
  case scanEnded
  /// The listing of a folder that the loop no longer waited for; nil if it cannot be listed.
  case listedLate(FilePath, [KnownFile]?, ScanEvent.RescanReason)
  /// The result of a read that the loop no longer waited for.
  case readLate(FilePath, ReadingResult, began: SuspendingClock.Instant)
  /// The test picture was tried; nil if it could be read.
  case trialEnded(ScanFailure?)
  /// Notifications stopped working, or work again (nil).
  case notificationsChanged(NotificationFailure?)
  case responded(NotificationResponse)
  case historyLost
  /// A history that could not be opened was tried again; whether it is open now.
  case historyTried(Bool)
  case reload(ReloadReason)
  /// What is to follow after a reload; nil if this daemon is to go on.
  case succession(DaemonMode?)
  case timer(Instant)
  case watchdog
  case stop
}

struct DaemonEventQueue: Sendable {
  let stream: AsyncStream<DaemonEvent>
  private let continuation: AsyncStream<DaemonEvent>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: DaemonEvent.self) }

  /// - Returns: False if the loop has ended and accepts no more events.
  @discardableResult
  func send(_ event: DaemonEvent) -> Bool {
    if case .terminated = continuation.yield(event) { false } else { true }
  }

  /// Stops accepting events; those already queued can still be read.
  func finish() { continuation.finish() }
}

/// Reports what happens in the watched folders; the real one is `FolderWatcher`.
protocol FolderEventSource: Sendable {
  /// For a single reader; ends after `stop()`.
  var events: AsyncStream<FolderEvent> { get }
  func verifyFolders()
  func stop()
}

extension FolderWatcher: FolderEventSource {}
