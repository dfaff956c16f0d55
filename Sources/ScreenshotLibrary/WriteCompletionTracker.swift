package import ScanModel
package import SystemPackage

/// Decides when a file that was announced is to be read, and when to stop trying: time and hints in, decisions out.
///
/// A hint is not a promise: a writer may close a file and go on, link a name before the bytes are there, or die half
/// way. A file is read as soon as it is probably complete. If it was not, it is read again with growing delays until
/// it has stopped changing, and then its outcome stands.
package struct WriteCompletionTracker: Sendable {
  package typealias Instant = ContinuousClock.Instant

  /// The times, and the bound on memory.
  package struct Policy: Sendable {
    /// A name that only appeared is read after this unless its writer closes it earlier.
    package var createdDelay = Duration.seconds(1)
    /// A hidden name is usually about to be renamed to its real one.
    package var hiddenDelay = Duration.seconds(2)
    /// The first pause before a file is read again; each further one is twice as long, up to `quietPeriod`.
    package var firstRetryDelay = Duration.milliseconds(250)
    /// A file that is the same for this long will not become complete.
    package var quietPeriod = Duration.seconds(2)
    /// A file that still changes after this will not come to rest.
    package var totalLimit = Duration.seconds(30)
    /// At most this many files are followed; a listing finds the others.
    package var maximumFiles = 4096

    package init() {}
  }

  /// What to do after a read that did not give a complete screenshot.
  package enum Decision: Sendable, Hashable {
    /// It is due again later.
    case retry
    /// It will not become complete: record the outcome of the last read.
    case giveUp
    /// It was deleted or renamed away meanwhile: nothing to record.
    case dropped
  }

  fileprivate struct Entry {
    var firstSeen: Instant
    /// Of the latest hint: the newest file comes first.
    var lastSeen: Instant
    /// Nil while it is being read.
    var due: Instant?
    /// A hint came while it was being read, so that it may have been read too early.
    var mustReadAgain = false
    var retryDelay: Duration
    /// When reading it last ended without success, and what it was then.
    var lastAttempt: Instant?
    var identity: FileIdentity?
    var identitySince: Instant?
  }

  private let policy: Policy
  private var entries: [FilePath: Entry] = [:]
  private var hasLostArrivals = false
  /// Files that came to rest without being complete and have to wait for a worker: they need not be watched again.
  private var settled: [FilePath: FileIdentity] = [:]

  package init(policy: Policy = Policy()) {
    self.policy = policy
  }

  /// How many files are followed.
  package var count: Int { entries.count }

  /// When the next file is due; nil if none is waiting, so that no timer is needed.
  package var nextDeadline: Instant? {
    entries.values.lazy.compactMap(\.due).min()
  }

  /// A watcher announced a file.
  package mutating func noteArrival(_ path: FilePath, hint: ArrivalHint, now: Instant) {
    let delay = delay(of: hint, for: path)
    if var entry = entries[path] {
      entry.noteHint(at: now, delay: delay, pause: policy.firstRetryDelay)
      entries[path] = entry
    } else if entries.count < policy.maximumFiles {
      entries[path] = Entry(
        firstSeen: now, lastSeen: now, due: now + delay, retryDelay: policy.firstRetryDelay)
    } else {
      hasLostArrivals = true
    }
  }

  /// A watcher saw that the file was deleted or renamed away.
  package mutating func noteRemoval(_ path: FilePath) {
    entries[path] = nil
    settled[path] = nil
  }

  /// Nothing waits any more, so nothing has to be remembered.
  package mutating func comeToRest() {
    if !settled.isEmpty { settled = [:] }
  }

  /// Whether the file was announced and has no outcome yet.
  package func isFollowing(_ path: FilePath) -> Bool { entries[path] != nil }

  /// Takes a file that nobody announced, because a listing found it; it counts as being read as with `takeDue`.
  /// - Returns: False if it is followed already, or if it is hidden and is left alone for a moment.
  package mutating func takeListed(_ path: FilePath, now: Instant) -> Bool {
    guard entries[path] == nil else { return false }
    let delay = delay(of: .closed, for: path)
    // One file more than are followed: it is read now, and a listing that is worked off must not wait for hints.
    entries[path] = Entry(
      firstSeen: now, lastSeen: now, due: delay > .zero ? now + delay : nil, retryDelay: policy.firstRetryDelay)
    return delay == .zero
  }

  /// The newest of the files that are due; it counts as being read until one of the two calls below.
  package mutating func takeDue(now: Instant) -> FilePath? {
    var newest: (index: [FilePath: Entry].Index, seen: Instant)?
    for index in entries.indices {
      let entry = entries.values[index]
      guard let due = entry.due, due <= now else { continue }
      if let newest, newest.seen >= entry.lastSeen { continue }
      newest = (index, entry.lastSeen)
    }
    guard let newest else { return nil }
    entries.values[newest.index].due = nil
    return entries.keys[newest.index]
  }

  /// The file was read completely, or has an outcome that another read cannot change.
  package mutating func noteFinished(_ path: FilePath, now: Instant) {
    guard let entry = entries[path] else { return }
    if entry.mustReadAgain {
      entries[path]?.mustReadAgain = false
      entries[path]?.due = now
    } else {
      entries[path] = nil
    }
  }

  /// The file was empty, cut off, changing, or not to be read.
  /// - Parameters:
  ///   - path: As given by `takeDue(now:)`.
  ///   - identity: What it was when it was read; nil if it could not be opened.
  ///   - now: When the read ended.
  /// - Returns: Whether it is due again, or its outcome stands.
  package mutating func noteIncomplete(_ path: FilePath, identity: FileIdentity?, now: Instant) -> Decision {
    guard var entry = entries[path] else { return .dropped }
    // After a hint that came meanwhile it may be another file than the one that was read.
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
    // Exactly when the decision falls, if that comes first.
    let last = min(stable + policy.quietPeriod, entry.firstSeen + policy.totalLimit)
    entry.due = min(now + entry.retryDelay, max(now, last))
    entry.retryDelay = min(entry.retryDelay * 2, policy.quietPeriod)
    entry.mustReadAgain = false
    entries[path] = entry
    return .retry
  }

  /// Whether there were more files than are followed, so that their folders must be listed; asks once.
  package mutating func takeLostArrivals() -> Bool {
    defer { hasLostArrivals = false }
    return hasLostArrivals
  }

  private func delay(of hint: ArrivalHint, for path: FilePath) -> Duration {
    if let name = path.lastComponent, name.string.hasPrefix(".") { return policy.hiddenDelay }
    return hint == .created ? policy.createdDelay : .zero
  }
}

extension WriteCompletionTracker.Entry {
  /// Another hint: never later than before, and not more often than one read a pause.
  fileprivate mutating func noteHint(at now: WriteCompletionTracker.Instant, delay: Duration, pause: Duration) {
    lastSeen = now
    guard let due else {
      mustReadAgain = true
      return
    }
    let earliest = lastAttempt.map { max(now + delay, $0 + pause) } ?? now + delay
    self.due = min(due, earliest)
  }
}
