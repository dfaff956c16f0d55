package import ScanModel
package import SystemPackage

/// Decides when an announced file is read and when to stop trying. Pure: times and hints in, decisions out.
/// A hint is no promise: a writer may close a file and go on, link a name before the bytes are there, or die half way.
/// A file is read when it is probably complete; if it was not, again with growing delays until it stops changing.
package struct WriteCompletionTracker: Sendable {
  package typealias Instant = ContinuousClock.Instant

  package struct Policy: Sendable {
    /// Delay before a file is read whose name has only appeared, unless its writer closes it earlier.
    package var createdDelay = Duration.seconds(1)
    /// Delay for a hidden name, which is usually about to be renamed to its real one.
    package var hiddenDelay = Duration.seconds(2)
    /// Delay before the first repeated read. Each further one is twice as long, up to `quietPeriod`.
    package var firstRetryDelay = Duration.milliseconds(250)
    /// A file that has not changed for this long will not become complete.
    package var quietPeriod = Duration.seconds(2)
    /// A file that is still changing after this is given up.
    package var totalLimit = Duration.seconds(30)
    /// The most files tracked at a time. A listing finds the others.
    package var maximumFiles = 4096

    package init() {}
  }

  /// What to do after a read that gave no complete screenshot.
  package enum Decision: Sendable, Hashable {
    case retry
    /// The file will not become complete: record the outcome of the last read.
    case giveUp
    /// The file was deleted or renamed away: nothing to record.
    case dropped
  }

  private struct Entry {
    var firstSeen: Instant
    /// Time of the latest hint. The newest file is read first.
    var lastSeen: Instant
    /// Nil while it is being read.
    var due: Instant?
    /// A hint came during the read, which may have been too early.
    var mustReadAgain = false
    var retryDelay: Duration
    /// When the last unsuccessful read ended, and the file's identity then.
    var lastAttempt: Instant?
    var identity: FileIdentity?
    var identitySince: Instant?
  }

  private let policy: Policy
  private var entries: [FilePath: Entry] = [:]
  private var hasLostArrivals = false
  /// Incomplete files that stopped changing and wait for a worker. They need not be watched again.
  private var settled: [FilePath: FileIdentity] = [:]

  package init(policy: Policy = Policy()) { self.policy = policy }

  package var count: Int { entries.count }

  /// When the next file that can be read is due; nil if no timer is needed.
  package func nextDeadline(where canRead: (FilePath) -> Bool = { _ in true }) -> Instant? {
    var first: Instant?
    for (path, entry) in entries {
      guard let due = entry.due, first.map({ due < $0 }) ?? true, canRead(path) else { continue }
      first = due
    }
    return first
  }

  package mutating func noteArrival(_ path: FilePath, hint: ArrivalHint, now: Instant) {
    let delay = delay(of: hint, for: path)
    if var entry = entries[path] {
      entry.lastSeen = now
      if let due = entry.due {
        // No later than before, and at most once per pause.
        let earliest = entry.lastAttempt.map { max(now + delay, $0 + policy.firstRetryDelay) } ?? now + delay
        entry.due = min(due, earliest)
      } else {
        entry.mustReadAgain = true
      }
      entries[path] = entry
    } else if entries.count < policy.maximumFiles {
      entries[path] = Entry(firstSeen: now, lastSeen: now, due: now + delay, retryDelay: policy.firstRetryDelay)
    } else {
      hasLostArrivals = true
    }
  }

  package mutating func noteRemoval(_ path: FilePath) {
    entries[path] = nil
    settled[path] = nil
  }

  /// Forgets the settled files. Call when nothing waits any more.
  package mutating func forgetSettled() {
    if !settled.isEmpty { settled = [:] }
  }

  package func isFollowing(_ path: FilePath) -> Bool { entries[path] != nil }

  /// Takes a file that a listing found without an announcement. It counts as being read, as after `takeDue`.
  /// - Returns: False if the file is tracked already, or hidden and therefore left alone for a moment.
  package mutating func takeListed(_ path: FilePath, now: Instant) -> Bool {
    guard entries[path] == nil else { return false }
    let delay = delay(of: .closed, for: path)
    // May exceed `maximumFiles` by one: the file is read now, and processing a listing must not wait for hints.
    entries[path] = Entry(
      firstSeen: now, lastSeen: now, due: delay > .zero ? now + delay : nil, retryDelay: policy.firstRetryDelay)
    return delay == .zero
  }

  /// The newest due file that can be read. It counts as being read until `noteFinished` or `noteIncomplete`.
  package mutating func takeDue(now: Instant, where canRead: (FilePath) -> Bool = { _ in true }) -> FilePath? {
    var newest: (path: FilePath, lastSeen: Instant)?
    for (path, entry) in entries {
      guard let due = entry.due, due <= now, newest.map({ $0.lastSeen < entry.lastSeen }) ?? true, canRead(path)
      else { continue }
      newest = (path, entry.lastSeen)
    }
    guard let newest else { return nil }
    entries[newest.path]?.due = nil
    return newest.path
  }

  /// The file was read completely, or has a final outcome.
  package mutating func noteFinished(_ path: FilePath, now: Instant) {
    guard let entry = entries[path] else { return }
    if entry.mustReadAgain {
      entries[path]?.mustReadAgain = false
      entries[path]?.due = now
    } else {
      entries[path] = nil
    }
  }

  /// The file was empty, truncated, changing or unreadable. `identity` is that of then; nil if it was not opened.
  package mutating func noteIncomplete(_ path: FilePath, identity: FileIdentity?, now: Instant) -> Decision {
    guard var entry = entries[path] else { return .dropped }
    // After a hint during the read it may be another file than the one that was read.
    if let identity, settled[path] == identity, !entry.mustReadAgain {
      entries[path] = nil
      return .giveUp
    }
    if entry.identitySince == nil || entry.identity != identity {
      entry.identity = identity
      entry.identitySince = now
    }
    let stable = entry.identitySince ?? now
    let isAtRest = now - stable >= policy.quietPeriod && !entry.mustReadAgain
    if isAtRest || now - entry.firstSeen >= policy.totalLimit {
      entries[path] = nil
      if settled.count >= policy.maximumFiles { settled = [:] }
      settled[path] = identity
      return .giveUp
    }
    entry.lastAttempt = now
    // Or at the moment of the decision, if that comes first.
    let last = min(stable + policy.quietPeriod, entry.firstSeen + policy.totalLimit)
    entry.due = min(now + entry.retryDelay, max(now, last))
    entry.retryDelay = min(entry.retryDelay * 2, policy.quietPeriod)
    entry.mustReadAgain = false
    entries[path] = entry
    return .retry
  }

  /// Whether files were dropped for lack of room, so that their folders must be listed. Resets when asked.
  package mutating func takeLostArrivals() -> Bool {
    defer { hasLostArrivals = false }
    return hasLostArrivals
  }

  private func delay(of hint: ArrivalHint, for path: FilePath) -> Duration {
    if let name = path.lastComponent, name.string.hasPrefix(".") { return policy.hiddenDelay }
    return hint == .created ? policy.createdDelay : .zero
  }
}
