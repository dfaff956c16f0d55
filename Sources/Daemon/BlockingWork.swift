internal import Dispatch

/// Runs calls that block (reading files) away from the pool of Swift concurrency, whose few threads must not wait.
struct BlockingWork: Sendable {
  private let queue: DispatchQueue

  /// One thing at a time, in order.
  init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func run<Success: Sendable>(_ body: @escaping @Sendable () -> Success) async -> Success {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
