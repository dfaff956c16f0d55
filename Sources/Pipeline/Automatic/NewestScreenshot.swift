internal import FoundationEssentials
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// Finds the newest screenshot and reads its bytes, within one deadline.
struct NewestScreenshot: Sendable {
  enum Fetched: Sendable {
    case content(ScreenshotContent, FilePath)
    /// The path is nil if no file was found.
    case failed(ScanFailure, FilePath?)
  }

  /// The user may be quicker than the tool that saves the screenshot: it is read again after 0.2, 0.6 and 1.4 s.
  private static let patience: WriteCompletionTracker.Policy = {
    var policy = WriteCompletionTracker.Policy()
    policy.firstRetryDelay = .milliseconds(200)
    policy.totalLimit = .milliseconds(1400)
    return policy
  }()

  let intake: IntakeStage
  let maximumAge: Duration
  let deadline: CallDeadline
  /// The full time allowed, for messages.
  let timeout: Duration

  /// Nil if the folders do not answer in time.
  func look(into folders: [ScreenshotFolders.Choice]) async -> ScreenshotCollection? {
    await deadline.run { ScreenshotCollection(folders) }
  }

  func fetch(from collection: ScreenshotCollection) async -> Fetched {
    // Nil without an answer in time, and within it nil if there is none.
    let answer = await deadline.run { collection.newest { ScreenshotMetadata.namesTool(in: $0) } }
    guard let newest = answer else { return .failed(timedOut("Looking for the newest screenshot"), nil) }
    guard let file = newest else { return .failed(collection.nothingFound, nil) }
    let name: Message = "\(file.path.displayFileName)"
    if let failure = tooOld(file) { return .failed(failure, file.path) }
    switch await read(file.path) {
    case nil: return .failed(timedOut("Fetching \(name)"), file.path)
    case .failure(let error):
      let failure =
        error.code == .permissionDenied
        ? ScanFailure(.limitedAccess, subject: "\(file.path.displayName)")
        : error.scanFailure(name: name, wasAnnounced: true, maximumBytes: intake.maximumBytes)
      return .failed(failure, file.path)
    case .success(let content): return .content(content, file.path)
    }
  }

  func timedOut(_ what: Message) -> ScanFailure {
    ScanFailure(.timedOut, subject: what, detail: "\(timeout.secondsText) s")
  }

  private func tooOld(_ file: ListedScreenshot) -> ScanFailure? {
    let age = Duration.seconds(Date().timeIntervalSince1970) - .nanoseconds(file.createdNanoseconds)
    guard age > maximumAge else { return nil }
    return ScanFailure(
      .tooOld, subject: "\(file.path.displayFileName)",
      detail: "\(age.roughly) old; the limit is \(maximumAge.roughly)")
  }

  /// Reads a file, again while it is still being written. Nil if that takes too long.
  private func read(_ path: FilePath) async -> Result<ScreenshotContent, IntakeFailure>? {
    var tracker = WriteCompletionTracker(policy: Self.patience)
    tracker.noteArrival(path, hint: .closed, now: .now)
    while true {
      let fetched = await deadline.run {
        Result { () throws(IntakeFailure) in try intake.run(.found(path)) }
      }
      guard let fetched else { return nil }
      guard fetched.isUnfinished, tracker.noteIncomplete(path, identity: nil, now: .now) == .retry,
        let due = tracker.nextDeadline(), due - .now < deadline.rest
      else { return fetched }
      try? await Task.sleep(until: due, clock: .continuous)
    }
  }
}

extension Result<ScreenshotContent, IntakeFailure> {
  fileprivate var isUnfinished: Bool {
    switch self {
    case .success(let content): content.isIncomplete
    case .failure(let failure): failure.code == .changedWhileReading
    }
  }
}
