package import ScanModel
package import SystemPackage

/// When a screenshot that could not be read is tried again: within one scan by a command, which waits for the result
/// (`retrying`), and from its queue by the daemon, which asks `decide`. Only failures of this run are remembered here;
/// the history counts the crashes of all runs.
package struct RetryPolicy: Sendable {
  package typealias Instant = ContinuousClock.Instant

  package enum Decision: Sendable, Hashable {
    /// It scans the screenshot again after a pause. Attempts that it did not cause are forgiven.
    case retry(forgiven: Int)
    /// It has a worker read the test picture. If that works, the screenshot caused the failure.
    case test(Blame)
    case final
  }

  package enum Blame: Sendable, Hashable {
    case setAside
    case record
  }

  /// A screenshot that crashed or hung a worker of the daemon this many times is set aside.
  package static let maximumAttempts = 2
  /// How often a command scans after crashes (REQUIREMENTS P3), and everyone if no worker can be started.
  package static let maximumTries = 3
  /// How often the daemon reads a file that cannot be read, within about six seconds.
  static let maximumReads = 6

  /// 0.2 s, 0.4 s, 0.8 s and so on, up to 5 s (REQUIREMENTS P3).
  static var pauses: Backoff { Backoff(first: .milliseconds(200), longest: longestPause) }
  private static let longestPause = Duration.seconds(5)

  private struct Entry {
    var failures = 0
    var pauses = RetryPolicy.pauses
    var due: Instant
  }

  private var entries: [FilePath: Entry] = [:]

  package init() {}

  // MARK: Within one scan

  /// Scans up to `maximumTries` times while a result is a failure that may pass, with a pause before each further try,
  /// none of which goes beyond the deadline. Returns the last result.
  package static func retrying<Result: Sendable>(
    until deadline: SuspendingClock.Instant? = nil, while mayPass: (Result) -> Bool, _ scan: () async -> Result
  ) async -> Result {
    var result = await scan()
    var pauses = pauses
    for _ in 1..<maximumTries where mayPass(result) {
      let pause = pauses.pause()
      if let deadline, .now + pause >= deadline { break }
      try? await Task.sleep(for: pause, clock: .suspending)
      result = await scan()
    }
    return result
  }

  // MARK: From the daemon's queue

  package func nextDeadline(after now: Instant) -> Instant? {
    entries.values.lazy.map(\.due).filter { $0 > now }.min()
  }

  package func isPausing(_ path: FilePath, now: Instant) -> Bool { entries[path].map { $0.due > now } ?? false }

  /// Decides what to do after a scan, of which `attempts` were begun over all runs. The failure is nil if there is a
  /// verdict, even on part of the text. A pause begins at `now`.
  package mutating func decide(
    after failure: ScanFailure.Code?, of path: FilePath, attempts: Int, now: Instant
  ) -> Decision {
    switch failure {
    // Either the picture hung the worker or the machine was busy. A second timeout means the picture.
    case .workerCrashed, .timedOut:
      max(attempts, noteFailure(path, now: now)) < Self.maximumAttempts ? .retry(forgiven: 0) : .test(.setAside)
    // No worker got any of the picture's bytes, so the attempt does not count.
    case .workerUnavailable:
      noteFailure(path, now: now) < Self.maximumTries ? .retry(forgiven: 1) : .test(.record)
    default: .final
    }
  }

  /// A file could not be read for a reason that may pass. Returns whether to read it again after a pause.
  package mutating func mayReadAgain(_ path: FilePath, now: Instant) -> Bool {
    noteFailure(path, now: now) < Self.maximumReads
  }

  /// Starts the next pause, and returns how many times the file has failed.
  private mutating func noteFailure(_ path: FilePath, now: Instant) -> Int {
    var entry = entries[path] ?? Entry(due: now)
    entry.failures += 1
    entry.due = now + entry.pauses.pause()
    entries[path] = entry
    return entry.failures
  }

  /// For a file that is gone while the history cannot be written. A pause is no failure of a later file of that name.
  package mutating func pause(_ path: FilePath, now: Instant) {
    entries = entries.filter { $0.value.failures > 0 || $0.value.due > now }
    entries[path] = Entry(due: now + Self.longestPause)
  }

  /// Forgets the failures of a file that has an outcome, is gone, or did not cause them.
  package mutating func forget(_ path: FilePath) { entries[path] = nil }
}

/// Growing pauses between attempts, each varied at random, so that clients that failed together do not retry together.
package struct Backoff: Sendable {
  package let first: Duration
  /// Upper bound of the pauses, before the random variation.
  package let longest: Duration
  private var next: Duration

  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
    next = first
  }

  /// Returns the pause before the next attempt: twice the last one, up to the longest, give or take a quarter.
  package mutating func pause() -> Duration {
    defer { next = min(next * 2, longest) }
    return next * Double.random(in: 0.75...1.25)
  }

  package mutating func reset() { next = first }
}
