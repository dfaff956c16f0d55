internal import LinuxSystem
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

enum ReadingResult: Sendable {
  case read(ScreenshotContent)
  /// With the file as a listing would show it after that; nil if it is gone.
  case failed(IntakeFailure, KnownFile?)
}

/// Reads screenshots off the loop. One that takes longer than `patience` continues in its lane and ends with an event,
/// so that a hanging disk or server does not delay other files.
@DaemonActor final class ScreenshotReader {
  private struct LateRead {
    let path: FilePath
    let began: SuspendingClock.Instant
    /// When its folder counts as silent.
    let limit: Instant
  }

  /// A choice: a slow disk takes a few seconds, and nobody is to be told of those.
  static let longestRead = Duration.seconds(10)
  /// A hanging read may hold 64 MiB and keeps its lane; a choice.
  private static let laneCount = 4

  private let folders: [FilePath]
  private let readFile: @Sendable (FilePath) throws(IntakeFailure) -> ScreenshotContent
  /// Receives `readLate`.
  private let events: DaemonEventQueue
  private let time: TimeSource<ContinuousClock>
  /// How long the loop waits for a read.
  private let patience: Duration
  /// Each watched folder has lanes of its own, so that one that does not answer leaves those of the others free.
  private var pools: [FilePath: BlockingIOPool] = [:]
  private var late: [LateRead] = []
  /// For files that earlier runs have left, so that these take no lane of new ones.
  private let leftPool = BlockingIOPool(label: "left-screenshots")

  nonisolated init(
    folders: [FilePath], stages: ScanStages, events: DaemonEventQueue, time: TimeSource<ContinuousClock>,
    patience: Duration = .seconds(1)
  ) {
    self.folders = folders
    readFile = stages.read
    self.events = events
    self.time = time
    self.patience = patience
  }

  func canRead(_ path: FilePath) -> Bool {
    late.count < Self.laneCount || pools[folder(of: path)]?.hasFreeLane ?? true
  }

  var silentFolders: Set<FilePath> {
    let now = time.now()
    return Set(late.lazy.filter { $0.limit <= now }.map { self.folder(of: $0.path) })
  }

  /// When another folder may be silent; nil if no read is late.
  var nextDeadline: Instant? {
    let now = time.now()
    return late.lazy.map(\.limit).filter { $0 > now }.min()
  }

  /// Reads a file; nil if that takes longer than `patience`. The event has the time when handling of the file began.
  func read(_ path: FilePath, began: SuspendingClock.Instant) async -> ReadingResult? {
    let folder = folder(of: path)
    let pool = pools[folder] ?? BlockingIOPool(label: "screenshot-reading", lanes: Self.laneCount)
    pools[folder] = pool
    let limit = time.now() + Self.longestRead
    let result = await pool.run(within: patience) { [readFile] in
      do throws(IntakeFailure) {
        return .read(try readFile(path))
      } catch {
        // Here, because this may hang as reading may.
        return .failed(error, ScreenshotListing.file(at: path))
      }
    } late: { [events] (result: ReadingResult) in
      events.send(.readLate(path, result, began: began))
    }
    if result == nil { late.append(LateRead(path: path, began: began, limit: limit)) }
    return result
  }

  func noteEnd(of path: FilePath, began: SuspendingClock.Instant) {
    late.removeAll { $0.path == path && $0.began == began }
  }

  /// SHA-256 of a file that an earlier run has left, in lower-case hexadecimal; nil without an answer in `patience`.
  func sha256(of path: FilePath) async -> String? {
    guard leftPool.hasFreeLane else { return nil }
    return await leftPool.run(within: patience) { [readFile] in try? readFile(path).sha256 } ?? nil
  }

  private func folder(of path: FilePath) -> FilePath {
    folders.filter { path.starts(with: $0) }.max { $0.components.count < $1.components.count }
      ?? path.removingLastComponent()
  }
}
