internal import ScanModel
internal import ScreenshotLibrary
internal import WorkerClient
internal import WorkerProtocol

/// Reads one picture in steps, each simpler than the last, until one yields text: first the prepared picture, then the
/// plain one. All steps share one deadline.
struct RecognitionStage: Sendable {
  struct Picture: Sendable {
    let content: ScreenshotContent
    /// When reading ends, whatever step it has reached.
    let deadline: CallDeadline
    let policy: ScanPolicy

    init(_ content: ScreenshotContent, _ request: ScanRequest, _ policy: ScanPolicy) {
      self.content = content
      deadline = CallDeadline(instant: request.beganAt + policy.timeout)
      self.policy = policy
    }
  }

  let maximumPixels: Int
  /// Runs one step on a picture: `WorkerPool.recognize`.
  let recognize: @Sendable (ScreenshotContent, RecognitionJob) async -> RecognitionOutcome

  /// - Returns: The outcome with more words; that of the prepared picture if they have equally many.
  func run(_ picture: Picture) async -> RecognitionOutcome {
    var prepared = await RetryPolicy.retrying(
      until: picture.deadline.instant, while: { picture.policy.afterCrash == .triesAgain && $0.hasCrashed }
    ) { await read(picture, .prepared, within: picture.deadline.rest) }
    guard let patience = patience(after: prepared, picture), patience > .zero else { return prepared }
    var plain = await read(picture, .plain, within: patience)
    if plain.codes?.isComplete != true { plain.codes = prepared.codes ?? plain.codes }
    if prepared.codes?.isComplete != true { prepared.codes = plain.codes ?? prepared.codes }
    return plain.end == .cancelled || plain.wordCount > prepared.wordCount ? plain : prepared
  }

  private func read(
    _ picture: Picture, _ form: RecognitionInput, within timeout: Duration
  ) async -> RecognitionOutcome {
    await recognize(
      picture.content,
      RecognitionJob(
        picture.content.requested(maximumPixels: maximumPixels), shares: picture.policy.shares, timeout: timeout,
        form: form))
  }

  /// How long the plain picture is worth waiting for; nil if it is not.
  private func patience(after prepared: RecognitionOutcome, _ picture: Picture) -> Duration? {
    switch prepared.end {
    case .crashed: picture.policy.afterCrash == .ends ? nil : picture.deadline.rest
    // Any other failure is due to the picture, or would recur.
    case .failed(let failure): failure.code == .engine ? picture.deadline.rest : nil
    // Most pictures without text are photographs and patterns, whose "lines" are not lines.
    case .complete: prepared.hasUnreadLines ? picture.deadline.rest / 2 : nil
    case .timedOut, .unavailable, .cancelled: nil
    }
  }
}

extension ScreenshotContent {
  /// The bytes as a worker is asked for them.
  func requested(maximumPixels: Int) -> RequestedPicture {
    RequestedPicture(byteCount: Int(clamping: byteCount), maximumPixels: maximumPixels)
  }
}

extension RecognitionOutcome {
  fileprivate var hasCrashed: Bool { if case .crashed = end { true } else { false } }

  fileprivate var wordCount: Int { lines.reduce(0) { $0 + $1.words.count } }

  /// Lines were found, none of them is text, and no worker has looked at the plain picture yet.
  fileprivate var hasUnreadLines: Bool {
    (lineCount ?? 0) > RecognitionInput.fewLines && !lines.contains { TextPlausibility.isText($0.words) }
  }
}
