internal import LinuxSystem
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

enum ReadingResult: Sendable {
  case read(ScreenshotContent)
  /// With the file as a listing would show it after that; nil if it is gone.
  case failed(IntakeFailure, KnownFile?)
}

/// Reads screenshots off the loop. A hanging disk or server must not delay other files, so a read that takes longer
/// than `patience` continues in its lane and ends with an event.
@DaemonActor struct ScreenshotReader {
  let stages: ScanStages
  /// Receives `readLate`.
  let events: DaemonEventQueue
  /// How long the loop waits for a read.
  var patience = Duration.seconds(1)
  /// A hanging read may hold 64 MiB and keeps its lane; four lanes are a choice.
  private let pool = BlockingIOPool(label: "screenshot-reading", lanes: 4)
  /// For files that earlier runs have left, so that these take no lane of new ones.
  private let leftPool = BlockingIOPool(label: "left-screenshots")

  /// If there is none, nothing can be read until a read ends.
  var hasFreeLane: Bool { pool.hasFreeLane }

  /// Reads a file; nil if that takes longer than `patience`. The event has the time when handling of the file began.
  func read(_ path: FilePath, began: SuspendingClock.Instant) async -> ReadingResult? {
    await pool.run(within: patience) { [readFile = stages.read] in
      do throws(IntakeFailure) {
        return .read(try readFile(path))
      } catch {
        // Here, because this may hang as reading may.
        return .failed(error, ScreenshotListing.file(at: path))
      }
    } late: { [events] (result: ReadingResult) in
      events.send(.readLate(path, result, began: began))
    }
  }

  /// SHA-256 of the bytes of a file that an earlier run has left, in lower-case hexadecimal; nil if it cannot be read
  /// within `patience`, or while such a read hangs.
  func sha256(of path: FilePath) async -> String? {
    guard leftPool.hasFreeLane else { return nil }
    return await leftPool.run(within: patience) { [readFile = stages.read] in try? readFile(path).sha256 } ?? nil
  }
}
