internal import EventLog
internal import Notifications
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// What the loop of the daemon takes up, one at a time.
enum DaemonEvent: Sendable {
  case folder(FolderEvent)
  /// Something in the queue is due.
  case due
  case scanEnded
  /// A folder was listed after the loop had gone on without it; nil if it cannot be.
  case listedLate(FilePath, [KnownFile]?, ScanEvent.RescanReason)
  /// A file was read after the loop had gone on without it.
  case readLate(FilePath, ReadingResult, began: SuspendingClock.Instant)
  /// The test picture was tried; nil if it could be read.
  case trialEnded(ScanFailure?)
  /// Notifications stopped working, or work again.
  case notificationsChanged(NotificationFailure?)
  case responded(NotificationResponse)
  case historyLost
  /// A history that could not be opened was tried again; whether it is open now.
  case historyTried(Bool)
  case reload(ReloadReason)
  /// What is to follow after a reload; nil if this daemon is to go on.
  case succession(DaemonMode?)
  case timer(ContinuousClock.Instant)
  case watchdog
  case stop
}

/// The events that wait for the loop of one daemon.
struct DaemonEventQueue: Sendable {
  let stream: AsyncStream<DaemonEvent>
  private let continuation: AsyncStream<DaemonEvent>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: DaemonEvent.self) }

  /// - Returns: False if the loop has ended and takes nothing any more.
  @discardableResult
  func send(_ event: DaemonEvent) -> Bool {
    if case .terminated = continuation.yield(event) { false } else { true }
  }

  /// Takes nothing from here on; what is there already can be read.
  func finish() { continuation.finish() }
}
