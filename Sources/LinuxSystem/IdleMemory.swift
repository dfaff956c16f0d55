/// When a process without work releases its memory: once, after work.
package struct IdleMemory {
  /// Screenshots often come in bursts.
  private static let idleTime = Duration.seconds(3)

  package private(set) var nextRelease: ContinuousClock.Instant?
  private var hasMemoryToRelease = false

  package init() {}

  package mutating func noteActivity() { (hasMemoryToRelease, nextRelease) = (true, nil) }

  package mutating func notePending() { nextRelease = nil }

  /// Nothing waits. Returns whether to release memory now, because this has lasted for `idleTime`.
  package mutating func noteRest(now: ContinuousClock.Instant) -> Bool {
    guard hasMemoryToRelease else { return false }
    let due = nextRelease ?? now + Self.idleTime
    hasMemoryToRelease = due > now
    nextRelease = hasMemoryToRelease ? due : nil
    return !hasMemoryToRelease
  }
}
