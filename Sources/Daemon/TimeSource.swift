/// A clock to read and to wait for, which tests replace by a manual one.
struct TimeSource<Base: Clock>: Sendable where Base.Duration == Duration {
  let now: @Sendable () -> Base.Instant
  /// Waits until an instant; throws `CancellationError` if the task is cancelled first.
  let sleep: @Sendable (Base.Instant) async throws -> Void

  init(
    now: @escaping @Sendable () -> Base.Instant, sleep: @escaping @Sendable (Base.Instant) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// - Parameter clock: A clock of the system.
  init(_ clock: Base) {
    self.init(now: { clock.now }, sleep: { try await Task.sleep(until: $0, clock: clock) })
  }
}
