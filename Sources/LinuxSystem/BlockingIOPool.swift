internal import Dispatch
internal import Synchronization

/// Runs blocking calls off the few threads of the cooperative pool, which must not wait. Each lane does one thing at a
/// time, in order, and stays taken while its disk or server hangs. Work goes to the lane with the least to do.
package final class BlockingIOPool: Sendable {
  /// A serial queue for the work, and another one to wait for its end with a time limit.
  private struct Lane: Sendable {
    let work, waiting: DispatchQueue

    init(label: String) {
      work = DispatchQueue(label: label, qos: .userInitiated)
      waiting = DispatchQueue(label: label + ".waiting", qos: .userInitiated)
    }
  }

  private let lanes: [Lane]
  private let loads: Mutex<[Int]>

  /// Debuggers show the label. At least one lane; with one, everything runs in order.
  package init(label: String, lanes: Int = 1) {
    precondition(lanes > 0, "a pool needs a lane")
    self.lanes = (1...lanes).map { Lane(label: "\(label)-\($0)") }
    loads = Mutex(Array(repeating: 0, count: lanes))
  }

  /// Whether work would start at once.
  package var hasFreeLane: Bool { loads.withLock { $0.contains(0) } }

  package func run<Success: Sendable>(_ body: @escaping @Sendable () -> Success) async -> Success {
    await withCheckedContinuation { continuation in
      submit(body) { continuation.resume(returning: $0) }
    }
  }

  /// Waits only for a limited time, and returns nil then. The body continues, and `late` is called with its result.
  package func run<Success: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () -> Success,
    late: @escaping @Sendable (Success) -> Void = { _ in }
  ) async -> Success? {
    let end = WorkEnd<Success>()
    let lane = submit(body) { result in
      if !end.answer(result) { late(result) }
    }
    // A thread waits instead of a timer: a cancelled dispatch timer still fires, and there would be one for each call.
    return await withCheckedContinuation { continuation in
      lane.waiting.async { continuation.resume(returning: end.wait(limit)) }
    }
  }

  /// The same, while the caller's thread waits.
  package func runBlocking<Success: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () -> Success
  ) -> Success? {
    let end = WorkEnd<Success>()
    submit(body) { _ = end.answer($0) }
    return end.wait(limit)
  }

  package func start(_ body: @escaping @Sendable () -> Void) { submit(body) {} }

  @discardableResult
  private func submit<Success: Sendable>(
    _ body: @escaping @Sendable () -> Success, done: @escaping @Sendable (Success) -> Void
  ) -> Lane {
    let index = loads.withLock { loads in
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[index] += 1
      return index
    }
    lanes[index].work.async {
      let result = body()
      self.loads.withLock { $0[index] -= 1 }
      done(result)
    }
    return lanes[index]
  }
}

/// The end of some work, and whether anything still waits for it.
private final class WorkEnd<Success: Sendable>: Sendable {
  private enum State {
    case open
    case answered(Success)
    case givenUp
  }

  private let state = Mutex(State.open)
  private let signal = DispatchSemaphore(value: 0)

  /// - Returns: False if nothing waits any more.
  func answer(_ result: Success) -> Bool {
    let isAwaited = state.withLock { state in
      if case .givenUp = state { return false }
      state = .answered(result)
      return true
    }
    signal.signal()
    return isAwaited
  }

  func wait(_ limit: Duration) -> Success? {
    _ = signal.wait(timeout: .now() + limit / .seconds(1))
    return state.withLock { state in
      if case .answered(let result) = state { return result }
      state = .givenUp
      return nil
    }
  }
}
