internal import Dispatch
internal import ScreenshotLibrary
internal import Synchronization

/// What came of reading a file.
enum ReadingResult: Sendable {
  case read(ScreenshotContent)
  case failed(IntakeFailure)
}

/// Where files are read, one at a time in each lane. A lane whose disk or server hangs stays taken until that answers, and
/// others go on in the next one.
struct BlockingIOPool {
  /// A choice: as many hanging reads as may keep 64 MiB each.
  private static let count = 4
  private var free = (1...count).map { ReadingLane(number: $0) }

  /// Without one, nothing can be read until a read ends.
  var hasFreeLane: Bool { !free.isEmpty }

  /// To be given back when it has read. Beyond the last one a lane of its own is made, which is dropped when it has read:
  /// ask `hasFreeLane` before.
  mutating func takeLane() -> ReadingLane { free.popLast() ?? ReadingLane(number: 0) }

  mutating func giveBack(_ lane: ReadingLane) {
    if lane.number > 0 { free.append(lane) }
  }
}

/// A queue of its own, because the threads of Swift's concurrency must not wait.
struct ReadingLane: Sendable {
  fileprivate let number: Int
  private let queue: DispatchQueue
  private let waiting: BlockingWork

  /// One for something that is done rarely, dropped when it has ended.
  static func beside() -> ReadingLane { ReadingLane(number: 0) }

  fileprivate init(number: Int) {
    self.number = number
    queue = DispatchQueue(label: "screenshot-reading-\(number)", qos: .userInitiated)
    waiting = BlockingWork(label: "screenshot-waiting-\(number)")
  }

  /// Runs a body that may block.
  /// - Parameters:
  ///   - limit: How long its end is waited for.
  ///   - body: What is run.
  ///   - late: Called with the result if that came later.
  /// - Returns: The result; nil if it is late.
  func run<Success: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () -> Success, late: @escaping @Sendable (Success) -> Void
  ) async -> Success? {
    let queue = self.queue
    // A thread waits instead of a timer: one that is cancelled fires all the same, and there would be one for each file.
    return await waiting.run {
      let end = ReadEnd<Success>()
      queue.async {
        let result = body()
        if !end.answer(result) { late(result) }
      }
      return end.wait(limit)
    }
  }
}

/// The end of a read, and whether somebody still waits for it.
private final class ReadEnd<Success: Sendable>: Sendable {
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
