internal import Pipeline

/// The state of the circuit breaker between the queue and the workers. It opens when not even a test picture can be
/// read; otherwise every screenshot would be recorded as failed, or set aside for a crash that it did not cause.
struct WorkerCircuitState {
  /// While it is open, no screenshots are scanned.
  private(set) var isOpen = false
  /// When the test picture is tried next; nil if the breaker is closed or a trial is running.
  private(set) var nextTrial: Instant?
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(60))

  /// The test picture could not be read. The pause before the next trial grows with each failure, up to a minute.
  mutating func open(now: Instant) {
    isOpen = true
    nextTrial = now + backoff.pause()
  }

  /// Starts the next trial if it is due, and returns whether it is.
  mutating func beginTrial(now: Instant) -> Bool {
    guard let due = nextTrial, due <= now else { return false }
    nextTrial = nil
    return true
  }

  mutating func close() { self = WorkerCircuitState() }
}
