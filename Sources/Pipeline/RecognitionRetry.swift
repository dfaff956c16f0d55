internal import ScanModel
internal import WorkerClient
internal import WorkerProtocol

/// Has workers read one picture in steps, each simpler than the one before, until one gives text: prepared, then as it
/// is. All steps share one deadline. What follows them, partial text and choosing by hand, is up to the report.
struct RecognitionRetry {
  let pool: WorkerPool
  /// When everything ends, whatever step it is in.
  let deadline: SuspendingClock.Instant
  /// What is asked for in the first step; its timeout does not count.
  let job: RecognitionJob

  /// REQUIREMENTS P3: three tries, with a pause of 0.2 s after the first and of 0.4 s after the second.
  private static let tries = 3

  /// Reads the picture.
  /// - Parameters:
  ///   - descriptor: As for `WorkerPool.recognize`.
  ///   - afterCrash: What follows when a worker ends without an answer.
  /// - Returns: The outcome of the last step that gave text, or else that of the prepared picture.
  func read(_ descriptor: Int32, afterCrash: Scanner.AfterCrash) async -> RecognitionOutcome {
    var prepared = await read(descriptor, .prepared, within: rest)
    if afterCrash == .triesAgain {
      var pauses = Backoff(first: .milliseconds(200), longest: .seconds(1))
      for _ in 1..<Self.tries where prepared.hasCrashed {
        let pause = pauses.pause()
        guard pause < rest else { break }
        try? await Task.sleep(for: pause, clock: .suspending)
        prepared = await read(descriptor, .prepared, within: rest)
      }
    }
    guard let patience = patience(after: prepared, afterCrash), patience > .zero else { return prepared }
    let plain = await read(descriptor, .plain, within: patience)
    return plain.end == .cancelled || plain.wordCount > prepared.wordCount ? plain : prepared
  }

  private var rest: Duration { max(.zero, deadline - .now) }

  private func read(_ descriptor: Int32, _ form: RecognitionInput, within timeout: Duration) async -> RecognitionOutcome
  {
    var job = job
    job.form = form
    job.timeout = timeout
    return await pool.recognize(descriptor, job)
  }

  /// How long the plain picture is worth waiting for; nil if it is not.
  private func patience(after prepared: RecognitionOutcome, _ afterCrash: Scanner.AfterCrash) -> Duration? {
    switch prepared.end {
    case .crashed: afterCrash == .ends ? nil : rest
    // Any other failure is the picture's, or would be the same again.
    case .failed(let failure): failure.code == .engine ? rest : nil
    // Most pictures without text are photographs and patterns, whose lines are none.
    case .complete: prepared.hasUnreadLines ? rest / 2 : nil
    case .timedOut, .unavailable, .cancelled: nil
    }
  }
}

extension RecognitionOutcome {
  fileprivate var hasCrashed: Bool { if case .crashed = end { true } else { false } }

  fileprivate var wordCount: Int { lines.reduce(0) { $0 + $1.words.count } }

  /// There were lines, none of which is text, and no worker has looked at the plain picture yet.
  fileprivate var hasUnreadLines: Bool {
    (lineCount ?? 0) > RecognitionInput.fewLines && !lines.contains { TextPlausibility.isText($0.words) }
  }
}
