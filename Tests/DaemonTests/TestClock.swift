import Synchronization

@testable import Daemon

/// A clock that stands still until the test moves it.
final class TestClock<Base: Clock>: Sendable where Base.Duration == Duration, Base.Instant: Sendable {
  private struct Sleeper {
    var number: Int
    var until: Base.Instant
    var end: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Base.Instant
    var lastNumber = 0
    var sleepers: [Sleeper] = []
  }

  private let state: Mutex<State>

  init(_ start: Base.Instant) { state = Mutex(State(now: start)) }

  var now: Base.Instant { state.withLock { $0.now } }

  /// Number of tasks that sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Time until the first of them wakes; nil if none sleeps.
  var nextWakeUp: Duration? {
    state.withLock { state in state.sleepers.map { state.now.duration(to: $0.until) }.min() }
  }

  var source: TimeSource<Base> {
    TimeSource(now: { self.now }, sleep: { try await self.sleep(until: $0) })
  }

  /// Lets time pass.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.until <= state.now }
      state.sleepers.removeAll { $0.until <= state.now }
      return woken.map(\.end)
    }
    for end in woken { end.resume() }
  }

  private func sleep(until instant: Base.Instant) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { end in
        let result: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if instant <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(number: number, until: instant, end: end))
          return nil
        }
        if let result { end.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.end.resume(throwing: CancellationError())
    }
  }
}
