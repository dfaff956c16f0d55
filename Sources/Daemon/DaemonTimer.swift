/// The one timer of the loop, which becomes an event.
@DaemonActor final class DaemonTimer {
  typealias Instant = ContinuousClock.Instant

  private let events: DaemonEventQueue
  private let time: TimeSource<ContinuousClock>
  private var pending: (instant: Instant, task: Task<Void, Never>)?

  nonisolated init(events: DaemonEventQueue, time: TimeSource<ContinuousClock>) {
    self.events = events
    self.time = time
  }

  /// Has `DaemonEvent.timer` sent at an instant, instead of at the last one; nil for not at all.
  func set(_ next: Instant?) {
    // One that has fired is not the same any more: of many files that are due, some are read in the next turn.
    guard pending?.instant != next else { return }
    cancel()
    guard let next else { return }
    let task = Task { [time, events] in
      try? await time.sleep(next)
      if !Task.isCancelled { events.send(.timer(next)) }
    }
    pending = (next, task)
  }

  /// The event has been taken up.
  func noteFired(_ instant: Instant) {
    if pending?.instant == instant { pending = nil }
  }

  func cancel() {
    pending?.task.cancel()
    pending = nil
  }
}
