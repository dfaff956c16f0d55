internal import Pipeline
internal import ScanModel

/// The state of the circuit breaker between the queue and the workers. It opens when not even a test picture can be
/// read; otherwise every screenshot would be recorded as failed, or set aside for a crash that it did not cause.
struct WorkerCircuitState {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Sendable, Hashable {
    /// Screenshots are scanned.
    case closed
    /// No screenshots are scanned; the test picture is tried at this time.
    case open(ScanFailure, nextTrial: Instant)
    /// The test picture is being read.
    case halfOpen(ScanFailure)
  }

  private(set) var phase = Phase.closed
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(60))

  var isOpen: Bool { phase != .closed }

  /// Why screenshots wait; nil if they do not.
  var failure: ScanFailure? {
    switch phase {
    case .closed: nil
    case .open(let failure, _), .halfOpen(let failure): failure
    }
  }

  /// When the test picture is tried next; nil if the breaker is closed or a trial is running.
  var nextTrial: Instant? {
    if case .open(_, let nextTrial) = phase { nextTrial } else { nil }
  }

  /// The test picture could not be read. The pause before the next trial grows with each failure, up to a minute.
  mutating func open(_ failure: ScanFailure, now: Instant) {
    phase = .open(failure, nextTrial: now + backoff.pause())
  }

  /// Starts the next trial if it is due.
  /// - Returns: Whether to read the test picture now.
  mutating func beginTrial(now: Instant) -> Bool {
    guard case .open(let failure, let nextTrial) = phase, nextTrial <= now else { return false }
    phase = .halfOpen(failure)
    return true
  }

  /// The test picture was read.
  mutating func close() { self = WorkerCircuitState() }
}
