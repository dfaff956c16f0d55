internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// Reads screenshots off the loop. A disk or a server that hangs must not keep others waiting, so a read that takes longer
/// than a moment goes on in its lane, and its end is an event.
@DaemonActor final class ScreenshotReader {
  static let patience = Duration.seconds(1)

  private let maximumBytes: Int64
  private let events: DaemonEventQueue
  private let looks = BlockingWork(label: "screenshot-reading")
  private var pool = BlockingIOPool()

  /// - Parameters:
  ///   - maximumBytes: Larger files are not read.
  ///   - events: Gets `readLate`.
  nonisolated init(maximumBytes: Int64, events: DaemonEventQueue) {
    self.maximumBytes = maximumBytes
    self.events = events
  }

  /// Without one, nothing can be read until a read ends.
  var hasFreeLane: Bool { pool.hasFreeLane }

  /// - Parameters:
  ///   - path: The file.
  ///   - began: When this began, for the event.
  /// - Returns: What came of it; nil if it takes longer than `patience`.
  func read(_ path: FilePath, began: SuspendingClock.Instant) async -> ReadingResult? {
    let lane = pool.takeLane()
    let result = await lane.run(within: Self.patience) { [maximumBytes] in
      do throws(IntakeFailure) {
        return .read(try ScreenshotIntake.read(path, maximumBytes: maximumBytes, followSymlinks: false))
      } catch {
        return .failed(error)
      }
    } late: { [events] (result: ReadingResult) in
      events.send(.readLate(path, result, began: began, lane: lane))
    }
    if result != nil { pool.giveBack(lane) }
    return result
  }

  /// A late read has ended.
  func giveBack(_ lane: ReadingLane) { pool.giveBack(lane) }

  /// The file as a listing would show it; nil if it is gone.
  func look(at path: FilePath) async -> KnownFile? { await looks.run { ScreenshotListing.file(at: path) } }

  /// SHA-256 of its bytes, in lower-case hexadecimal; nil if it cannot be read.
  func sha256(of path: FilePath) async -> String? {
    await looks.run { [maximumBytes] in
      try? ScreenshotIntake.read(path, maximumBytes: maximumBytes, followSymlinks: false).sha256
    }
  }
}
