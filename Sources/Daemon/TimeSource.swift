/// A clock to read and to wait for, which tests replace by a manual one.
struct TimeSource<Base: Clock>: Sendable where Base.Duration == Duration {
  let now: @Sendable () -> Base.Instant
  /// Throws `CancellationError` if the task is cancelled first.
  let sleep: @Sendable (Base.Instant) async throws -> Void
}

extension TimeSource {
  init(_ clock: Base) {
    self.init(now: { clock.now }, sleep: { try await Task.sleep(until: $0, clock: clock) })
  }
}

/// The loop's only timer, which sends an event when it fires.
@DaemonActor final class DaemonTimer {
  private let events: DaemonEventQueue
  private let time: TimeSource<ContinuousClock>
  private var pending: (instant: Instant, task: Task<Void, Never>)?

  nonisolated init(events: DaemonEventQueue, time: TimeSource<ContinuousClock>) {
    self.events = events
    self.time = time
  }

  /// Sends `DaemonEvent.timer` at this instant instead of the one set before; never if nil.
  func set(_ next: Instant?) {
    // A timer that has fired is not pending any more, so the same instant can be set again if more files are due.
    guard pending?.instant != next else { return }
    cancel()
    guard let next else { return }
    let task = Task { [time, events] in
      try? await time.sleep(next)
      if !Task.isCancelled { events.send(.timer(next)) }
    }
    pending = (next, task)
  }

  func noteFired(_ instant: Instant) {
    if pending?.instant == instant { pending = nil }
  }

  func cancel() {
    pending?.task.cancel()
    pending = nil
  }
}
