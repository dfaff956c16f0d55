internal import ScanModel
internal import ScreenshotLibrary
internal import WorkerClient
internal import WorkerProtocol

/// Reads one picture in steps until one yields text: the prepared picture, then the plain one, to one deadline.
struct RecognitionStage: Sendable {
  let maximumPixels: Int
  /// Runs one step on a picture: `WorkerPool.recognize`.
  let recognize: @Sendable (ScreenshotContent, RecognitionJob) async -> RecognitionOutcome

  /// - Returns: The outcome with more words; that of the prepared picture if they have equally many.
  func run(_ content: ScreenshotContent, _ request: ScanRequest, _ policy: ScanPolicy) async -> RecognitionOutcome {
    let deadline = CallDeadline(instant: request.beganAt + policy.timeout)
    let picture = content.requested(maximumPixels: maximumPixels)
    func read(_ form: RecognitionInput, within timeout: Duration) async -> RecognitionOutcome {
      await recognize(content, RecognitionJob(picture, shares: policy.shares, timeout: timeout, form: form))
    }
    var prepared = await RetryPolicy.retrying(
      until: deadline.instant, while: { policy.retriesCrashes && $0.hasCrashed }
    ) { await read(.prepared, within: deadline.rest) }
    guard let patience = patience(after: prepared, policy, rest: deadline.rest), patience > .zero else {
      return prepared
    }
    var plain = await read(.plain, within: patience)
    if plain.codes?.isComplete != true { plain.codes = prepared.codes ?? plain.codes }
    if prepared.codes?.isComplete != true { prepared.codes = plain.codes ?? prepared.codes }
    return plain.end == .cancelled || plain.wordCount > prepared.wordCount ? plain : prepared
  }

  /// How much of the rest of the time the plain picture is worth; nil for none.
  private func patience(after prepared: RecognitionOutcome, _ policy: ScanPolicy, rest: Duration) -> Duration? {
    switch prepared.end {
    case .crashed: policy.retriesCrashes ? rest : nil
    // Any other failure is due to the picture, or would recur.
    case .failed(let failure): failure.code == .engine ? rest : nil
    // Most pictures without text are photographs and patterns, whose "lines" are not lines.
    case .complete: prepared.hasUnreadLines ? rest / 2 : nil
    case .timedOut, .unavailable, .cancelled: nil
    }
  }
}

extension ScreenshotContent {
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
