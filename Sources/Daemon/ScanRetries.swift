internal import Pipeline
internal import SystemPackage

/// Screenshots whose worker failed, and when each is tried again. Only of this run; what must outlive it, the number of
/// crashes, is in the history.
struct ScanRetries {
  typealias Instant = ContinuousClock.Instant

  private struct Entry {
    var failures = 0
    /// 0.2 s, then 0.4 s, then 0.8 s (REQUIREMENTS P3).
    var backoff = Backoff(first: .milliseconds(200), longest: .seconds(5))
    var due: Instant
  }

  private var entries: [FilePath: Entry] = [:]

  /// When the next pause ends; nil if none lasts.
  func nextDeadline(after now: Instant) -> Instant? { entries.values.lazy.map(\.due).filter { $0 > now }.min() }

  /// Whether the pause of this file is not over.
  func isPausing(_ path: FilePath, now: Instant) -> Bool {
    entries[path].map { $0.due > now } ?? false
  }

  /// Notes that a worker failed with this file.
  /// - Returns: How often that was by now.
  mutating func noteFailure(_ path: FilePath, now: Instant) -> Int {
    var entry = entries[path] ?? Entry(due: now)
    entry.failures += 1
    entry.due = now + entry.backoff.pause()
    entries[path] = entry
    return entry.failures
  }

  mutating func forget(_ path: FilePath) { entries[path] = nil }
}
