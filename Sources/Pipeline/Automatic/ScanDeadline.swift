internal import LinuxSystem
internal import Synchronization

/// Until when something may take.
struct ScanDeadline: Sendable {
  let instant: SuspendingClock.Instant

  /// What is left of the time, at least zero.
  var rest: Duration { max(.zero, instant - .now) }

  /// Runs a call that blocks: a folder on a network may not answer, and the call is left behind on its thread then.
  /// - Returns: What the call returned; nil if it took too long.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    let rest = rest
    return await withCheckedContinuation { continuation in
      let answer = FirstAnswer(continuation)
      let timer = Task {
        try? await Task.sleep(for: rest, clock: .suspending)
        if !Task.isCancelled { answer.give(nil) }
      }
      let work: @Sendable () -> Void = {
        answer.give(body())
        timer.cancel()
      }
      // Without a thread to leave behind, it is done here.
      if (try? DedicatedThread.start(name: "fetching", work)) == nil { work() }
    }
  }
}

/// Resumes a task with the first of several answers.
private final class FirstAnswer<Value: Sendable>: Sendable {
  private let waiting: Mutex<CheckedContinuation<Value?, Never>?>

  init(_ continuation: CheckedContinuation<Value?, Never>) { waiting = Mutex(continuation) }

  func give(_ value: Value?) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: value)
  }
}
