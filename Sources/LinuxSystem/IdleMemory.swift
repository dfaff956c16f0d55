/// When a process without work releases its memory: once, after work.
package struct IdleMemory {
  /// Screenshots often come in bursts.
  private static let idleTime = Duration.seconds(3)

  /// When memory is released if nothing happens until then.
  package private(set) var nextRelease: ContinuousClock.Instant?
  /// Whether anything happened since memory was last released.
  private var hasMemoryToRelease = false

  package init() {}

  /// Something happened that may have used memory.
  package mutating func noteActivity() { (hasMemoryToRelease, nextRelease) = (true, nil) }

  /// Something waits, so memory is not released yet.
  package mutating func notePending() { nextRelease = nil }

  /// Nothing waits.
  /// - Returns: Whether to release memory now, because this has lasted for `idleTime`.
  package mutating func noteRest(now: ContinuousClock.Instant) -> Bool {
    guard hasMemoryToRelease else { return false }
    let due = nextRelease ?? now + Self.idleTime
    hasMemoryToRelease = due > now
    nextRelease = hasMemoryToRelease ? due : nil
    return !hasMemoryToRelease
  }
}
