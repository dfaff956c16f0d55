internal import Pipeline
internal import ScanModel

/// Whether workers get screenshots: not while even a test picture cannot be read, because then every screenshot would be
/// recorded as a failure of its own, or be set aside for a crash that it did not cause.
struct CircuitBreaker {
  typealias Instant = ContinuousClock.Instant

  /// Why it is open; nil while it is closed.
  private(set) var failure: ScanFailure?
  /// When the test picture is tried next; nil while it is closed or being tried.
  private(set) var nextTry: Instant?
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(60))

  var isOpen: Bool { failure != nil }

  /// The test picture could not be read.
  mutating func open(_ failure: ScanFailure, now: Instant) {
    self.failure = failure
    nextTry = now + backoff.pause()
  }

  /// Takes up the next try, if it is due.
  mutating func takeTry(now: Instant) -> Bool {
    guard let nextTry, nextTry <= now else { return false }
    self.nextTry = nil
    return true
  }

  /// The test picture was read.
  mutating func close() { self = CircuitBreaker() }
}
