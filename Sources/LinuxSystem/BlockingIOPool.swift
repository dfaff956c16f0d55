internal import Dispatch
internal import Synchronization

/// Runs calls that block, such as reading files, away from the few threads of Swift concurrency, which must not wait.
///
/// Each lane does one thing at a time, in the order in which it was asked. Work goes to a lane that is free; while all are
/// taken, it waits in the one with the least to do. A lane whose disk or server hangs stays taken until that answers.
package final class BlockingIOPool: Sendable {
  /// A serial queue, which has a thread of its own while it works, and another one to wait for its end.
  private struct Lane: Sendable {
    let work: DispatchQueue
    let waiting: DispatchQueue

    init(label: String) {
      work = DispatchQueue(label: label, qos: .userInitiated)
      waiting = DispatchQueue(label: label + ".waiting", qos: .userInitiated)
    }
  }

  private let lanes: [Lane]
  /// How much each lane has yet to do.
  private let loads: Mutex<[Int]>

  /// - Parameters:
  ///   - label: What debuggers show.
  ///   - lanes: How many things are done at once; at least 1. With 1, all is done in order.
  package init(label: String, lanes: Int = 1) {
    precondition(lanes > 0, "a pool needs a lane")
    self.lanes = (1...lanes).map { Lane(label: "\(label)-\($0)") }
    loads = Mutex(Array(repeating: 0, count: lanes))
  }

  /// Whether work would begin at once.
  package var hasFreeLane: Bool { loads.withLock { $0.contains(0) } }

  /// Runs a body that may block.
  /// - Returns: What the body returned.
  package func run<Success: Sendable>(_ body: @escaping @Sendable () -> Success) async -> Success {
    await withCheckedContinuation { continuation in
      submit(body) { continuation.resume(returning: $0) }
    }
  }

  /// Runs a body that may block for longer than it can be waited for.
  /// - Parameters:
  ///   - limit: How long its end is waited for. The body goes on after that.
  ///   - body: What is run.
  ///   - late: Called with the result if that came later.
  /// - Returns: The result; nil if it is late.
  package func run<Success: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () -> Success,
    late: @escaping @Sendable (Success) -> Void = { _ in }
  ) async -> Success? {
    let end = WorkEnd<Success>()
    let lane = submit(body) { result in
      if !end.answer(result) { late(result) }
    }
    // A thread waits instead of a timer: one that is cancelled fires all the same, and there would be one for each call.
    return await withCheckedContinuation { continuation in
      lane.waiting.async { continuation.resume(returning: end.wait(limit)) }
    }
  }

  /// Has a body run that nobody waits for.
  package func start(_ body: @escaping @Sendable () -> Void) { submit(body) {} }

  /// Blocks until everything that was asked for before is done.
  package func waitUntilDone() {
    for lane in lanes { lane.work.sync {} }
  }

  /// Has a body run on the lane with the least to do, which is free again when `done` is called.
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

/// The end of some work, and whether somebody still waits for it.
private final class WorkEnd<Success: Sendable>: Sendable {
  private enum State {
    case open
    case answered(Success)
    case givenUp
  }

  private let state = Mutex(State.open)
  private let signal = DispatchSemaphore(value: 0)

  /// - Returns: False if nobody waits any more.
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
