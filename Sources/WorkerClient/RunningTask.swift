internal import ScanModel
internal import WorkerProtocol

/// A task that workers are busy with, and what they have sent so far.
struct RunningTask {
  /// What a message means for the task.
  enum Progress {
    case unfinished
    /// The worker has finished its share.
    case shareFinished
    case failed(WorkerFailure)
  }

  let task: WorkerTask
  let deadline: SuspendingClock.Instant
  let completion: @Sendable (RecognitionOutcome) -> Void
  var outcome = RecognitionOutcome(end: .complete)
  private(set) var unfinishedShares: Int
  private var seenLines: Set<Int> = []
  /// Set once the outcome is decided. The task then waits for its workers to be reaped, until this instant at most.
  var reapUntil: SuspendingClock.Instant?

  /// - Parameters:
  ///   - submission: The task and its completion.
  ///   - shares: How many workers share it.
  ///   - start: When it was dispatched.
  init(_ submission: Submission, shares: Int, start: SuspendingClock.Instant) {
    task = submission.task
    deadline = start + submission.task.timeout
    completion = submission.completion
    unfinishedShares = shares
  }

  /// Adds a message of a worker that is ready.
  /// - Throws: `ProtocolViolation` for anything that does not answer this task.
  mutating func add(_ message: WorkerMessage, engineVersion: String?) throws(ProtocolViolation) -> Progress {
    guard isAnswer(message) else { throw ProtocolViolation("answer to another question") }
    switch message {
    case .ready: break
    case .layout(let width, let height, let lineCount, let microseconds):
      outcome.size = (width, height)
      outcome.lineCount = lineCount
      outcome.decodeTime = max(outcome.decodeTime ?? .zero, .microseconds(microseconds))
    case .line(let line):
      guard seenLines.insert(line.index).inserted else { throw ProtocolViolation("line sent twice") }
      outcome.lines.append(line)
    case .finished(let microseconds):
      outcome.recognizeTime = max(outcome.recognizeTime ?? .zero, .microseconds(microseconds))
      unfinishedShares -= 1
    case .annotated(let byteCount, _):
      try task.sealOutput(byteCount: byteCount)
      outcome.annotatedByteCount = byteCount
      unfinishedShares -= 1
    case .rendered(let width, let height, _):
      guard case .rendering(let job, _, _) = task, width <= job.fittingWidth, height <= job.fittingHeight else {
        throw ProtocolViolation("larger than was asked for")
      }
      try task.sealOutput(byteCount: width * height * 3)
      outcome.size = (width, height)
      unfinishedShares -= 1
    case .failed: break
    }
    outcome.engineVersion = engineVersion
    return switch message {
    case .finished, .annotated, .rendered: .shareFinished
    case .failed(let failure): .failed(failure)
    case .ready, .layout, .line: .unfinished
    }
  }

  private func isAnswer(_ message: WorkerMessage) -> Bool {
    switch (task, message) {
    case (_, .ready), (_, .failed), (.annotation, .annotated), (.rendering, .rendered): true
    case (.recognition, .layout), (.recognition, .line), (.recognition, .finished): true
    default: false
    }
  }
}
