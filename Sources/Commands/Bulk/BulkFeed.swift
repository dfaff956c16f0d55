internal import Dispatch
internal import LinuxSystem
internal import ScanModel
internal import Synchronization

/// Hands inputs to whichever job is free, as they arrive. A separate thread reads them, because a read may block
/// indefinitely. It reads only a few ahead, so memory does not grow with the input.
final class BulkFeed: Sendable {
  enum End: Sendable {
    case complete
    /// The input could not be read to its end.
    case failed(ScanFailure)
    /// By `stop`.
    case stopped
  }

  private struct State {
    var ready: [BulkItem] = []
    var waiting: [CheckedContinuation<BulkItem?, Never>] = []
    var end: End?
  }

  private let state = Mutex(State())
  private let room: DispatchSemaphore

  /// - Parameters:
  ///   - ahead: How many inputs may be read before they are asked for, at least 1.
  ///   - next: Returns the next input, or nil at the end; called on one thread, and may block.
  /// - Throws: `SystemError` if there are too many threads.
  init(ahead: Int, next: sending @escaping () throws(ScanFailure) -> BulkItem?) throws(SystemError) {
    // Not created with this value: a semaphore freed below its initial value crashes the program.
    room = DispatchSemaphore(value: 0)
    for _ in 0..<ahead { room.signal() }
    let source = Source(next)
    try DedicatedThread.start(name: "bulk-input") { [self] in
      do throws(ScanFailure) {
        while true {
          room.wait()
          guard let item = try source.next() else { return finish(.complete) }
          guard add(item) else { return }
        }
      } catch {
        finish(.failed(error))
      }
    }
  }

  /// Nil until the end.
  var end: End? { state.withLock { $0.end } }

  /// The next input; nil if there are no more.
  func next() async -> BulkItem? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> BulkItem?? in
        if case .stopped = state.end { return .some(nil) }
        if !state.ready.isEmpty {
          room.signal()
          return .some(state.ready.removeFirst())
        }
        if state.end != nil { return .some(nil) }
        state.waiting.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  func stop() { finish(.stopped) }

  /// - Returns: False if nothing more is wanted.
  private func add(_ item: BulkItem) -> Bool {
    let (isWanted, reader) = state.withLock { state -> (Bool, CheckedContinuation<BulkItem?, Never>?) in
      guard state.end == nil else { return (false, nil) }
      guard let reader = state.waiting.popLast() else {
        state.ready.append(item)
        return (true, nil)
      }
      room.signal()
      return (true, reader)
    }
    reader?.resume(returning: item)
    return isWanted
  }

  private func finish(_ end: End) {
    let readers = state.withLock { state in
      if state.end == nil { state.end = end }
      if case .stopped = end {
        // Drops what was read ahead.
        state.end = end
        state.ready = []
      }
      defer { state.waiting = [] }
      return state.waiting
    }
    for reader in readers { reader.resume(returning: nil) }
  }

  /// The closure travels to the thread in a box; only that thread calls it.
  private final class Source: @unchecked Sendable {
    let next: () throws(ScanFailure) -> BulkItem?

    init(_ next: @escaping () throws(ScanFailure) -> BulkItem?) { self.next = next }
  }
}
