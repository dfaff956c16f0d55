internal import LinuxSystem
internal import Synchronization

struct CallDeadline: Sendable {
  let instant: SuspendingClock.Instant

  var rest: Duration { max(.zero, instant - .now) }

  /// Runs a blocking call; nil if it does not return in time, as on a silent network folder: its thread is abandoned.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    let rest = rest
    // Not BlockingIOPool: its limit counts by CLOCK_REALTIME, which can be set and runs on in sleep; and where no
    // thread is free, neither the call nor the limit begins.
    return await withCheckedContinuation { continuation in
      let answer = FirstAnswer(continuation)
      let timer = Task {
        try? await Task.sleep(for: rest, clock: .suspending)
        if !Task.isCancelled { answer.resume(returning: nil) }
      }
      let work: @Sendable () -> Void = {
        answer.resume(returning: body())
        timer.cancel()
      }
      // If no thread can be started, the call runs here.
      if (try? DedicatedThread.start(name: "fetching", work)) == nil { work() }
    }
  }
}

/// Resumes a task with the first of several answers.
private final class FirstAnswer<Value: Sendable>: Sendable {
  private let waiting: Mutex<CheckedContinuation<Value?, Never>?>

  init(_ continuation: CheckedContinuation<Value?, Never>) { waiting = Mutex(continuation) }

  func resume(returning value: Value?) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: value)
  }
}
