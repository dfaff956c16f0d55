/// Growing pauses between attempts. Each is varied at random, so that clients that failed together do not retry
/// together.
package struct Backoff: Sendable {
  package let first: Duration
  package let longest: Duration
  private var next: Duration

  /// - Parameters:
  ///   - first: The first pause.
  ///   - longest: Upper bound of the pauses, before the random variation.
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

  /// Starts again with the first pause.
  package mutating func reset() { next = first }
}
