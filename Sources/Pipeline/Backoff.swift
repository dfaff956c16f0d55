/// Growing pauses between attempts, each a little different from the last, so that what failed together does not come back
/// together.
package struct Backoff: Sendable {
  package let first: Duration
  package let longest: Duration
  private var next: Duration

  /// - Parameters:
  ///   - first: The first pause.
  ///   - longest: What pauses grow to.
  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
    next = first
  }

  /// The pause before the next attempt: twice the last one, up to the longest, give or take a quarter.
  package mutating func pause() -> Duration {
    defer { next = min(next * 2, longest) }
    return next * Double.random(in: 0.75...1.25)
  }

  /// The next pause is the first one again.
  package mutating func reset() { next = first }
}
