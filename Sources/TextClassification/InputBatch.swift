internal import Synchronization

/// Inputs that several threads process one by one, in order.
final class InputBatch: Sendable {
  private struct Progress {
    var next = 0
    var results: [[Float]?]
  }

  private let inputs: [[Int32]]
  private let shouldStop: @Sendable () -> Bool
  private let run: @Sendable ([Int32]) -> [Float]
  private let progress: Mutex<Progress>

  init(
    _ inputs: [[Int32]], shouldStop: @escaping @Sendable () -> Bool, run: @escaping @Sendable ([Int32]) -> [Float]
  ) {
    self.inputs = inputs
    self.shouldStop = shouldStop
    self.run = run
    progress = Mutex(Progress(results: Array(repeating: nil, count: inputs.count)))
  }

  /// Processes inputs until none is left or the batch is stopped. Returns when the calling thread's last one is done.
  func work() {
    while let index = take() {
      let result = run(inputs[index])
      progress.withLock { $0.results[index] = result }
    }
  }

  /// Results of the inputs that were started: all, or the first ones. Complete when every thread has returned from
  /// `work`.
  var results: [[Float]] { progress.withLock { Array($0.results.prefix { $0 != nil }.compactMap(\.self)) } }

  private func take() -> Int? {
    // The clock is read outside the lock.
    let stops = shouldStop()
    return progress.withLock { progress in
      guard progress.next < inputs.count, !stops || progress.next == 0 else { return nil }
      defer { progress.next += 1 }
      return progress.next
    }
  }
}
