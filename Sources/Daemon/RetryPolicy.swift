internal import Pipeline
internal import ScanModel
internal import SystemPackage

/// Decides what to do when a worker fails on a screenshot, and when to try again. Covers this run only; the number of
/// crashes, which must outlive it, is in the history.
struct RetryPolicy {
  typealias Instant = ContinuousClock.Instant

  enum Decision: Sendable, Hashable {
    /// Scan it again, after a pause.
    /// - forgiven: How many attempts do not count, because the screenshot is not to blame.
    case retry(forgiven: Int)
    /// Read a test picture: if that works, this screenshot is at fault.
    case test(Blame)
    /// The outcome stands.
    case final
  }

  /// What happens to a screenshot that is at fault.
  enum Blame: Sendable, Hashable {
    /// It is not given to this engine again.
    case setAside
    /// Its failure is recorded.
    case record
  }

  /// A screenshot that crashed or hung the worker this often is set aside.
  static let maximumAttempts = 2
  /// A worker that does not start is tried this often before a test picture decides what is at fault.
  static let maximumStarts = 3
  /// A file that cannot be read is tried this often in one go, for about six seconds.
  static let maximumReads = 6

  private struct Entry {
    var failures = 0
    /// 0.2 s, then 0.4 s, then 0.8 s (REQUIREMENTS P3).
    var backoff = Backoff(first: .milliseconds(200), longest: .seconds(5))
    var due: Instant
  }

  private var entries: [FilePath: Entry] = [:]

  /// When the next pause ends; nil if there is none.
  func nextDeadline(after now: Instant) -> Instant? { entries.values.lazy.map(\.due).filter { $0 > now }.min() }

  /// Whether this file is still in its pause.
  func isPausing(_ path: FilePath, now: Instant) -> Bool { entries[path].map { $0.due > now } ?? false }

  /// A scan has ended.
  /// - Parameters:
  ///   - failure: Why nothing was read; nil if there is a verdict, be it on a part of the text.
  ///   - path: The screenshot.
  ///   - attempts: How many scans of it were begun over all runs, as counted by the history.
  ///   - now: Its pause counts from here.
  /// - Returns: What to do next.
  mutating func decide(
    after failure: ScanFailure.Code?, of path: FilePath, attempts: Int, now: Instant
  ) -> Decision {
    switch failure {
    // It has hung the worker, or the machine was busy: the second try tells.
    case .workerCrashed, .timedOut:
      max(attempts, noteFailure(path, now: now)) < Self.maximumAttempts ? .retry(forgiven: 0) : .test(.setAside)
    // No byte of the picture reached a worker, so this does not count as an attempt to read it.
    case .workerUnavailable:
      noteFailure(path, now: now) < Self.maximumStarts ? .retry(forgiven: 1) : .test(.record)
    default: .final
    }
  }

  /// Reading a file has failed for a reason that may pass: the disk, the memory, the number of open files.
  /// - Returns: Whether it is read again after a pause.
  mutating func mayReadAgain(_ path: FilePath, now: Instant) -> Bool { noteFailure(path, now: now) < Self.maximumReads }

  /// - Returns: How often it has failed by now.
  private mutating func noteFailure(_ path: FilePath, now: Instant) -> Int {
    var entry = entries[path] ?? Entry(due: now)
    entry.failures += 1
    entry.due = now + entry.backoff.pause()
    entries[path] = entry
    return entry.failures
  }

  /// The screenshot has an outcome, is gone, or was not to blame.
  mutating func forget(_ path: FilePath) { entries[path] = nil }
}
