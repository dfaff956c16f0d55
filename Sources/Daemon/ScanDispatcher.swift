internal import EventLog
internal import History
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// Reads the files that are due and decides what happens to each: it is scanned, waits, is read again later, gets the
/// verdict on a copy, or has a failure recorded.
@DaemonActor struct ScanDispatcher {
  let context: DaemonContext
  let maximumBytes: Int64
  let reader: ScreenshotReader
  let queue: ScanQueue
  let runner: ScanRunner
  let outcomes: OutcomeRecorder

  /// After this, other events are handled: each read and each call to the history may wait for seconds. A choice.
  private static let longestTurn = Duration.seconds(2)

  /// Reads files until a scan is running, nothing is due, or it is time to handle other events. Returns whether files
  /// are left and no later event would lead to another call.
  func dispatch() async -> Bool {
    let end = context.time.now() + Self.longestTurn
    context.health.noteSilent(reader.silentFolders)
    for _ in 0..<ScanQueue.readsPerTurn {
      guard context.time.now() < end, let path = queue.takeDue() else { break }
      await take(path)
    }
    // Now, because what is stored no longer waits.
    await outcomes.storeRepeated()
    while context.time.now() < end, runner.canStart, let path = queue.takeUnqueued() { await take(path) }
    await outcomes.storeRepeated()
    guard runner.canStart else { return false }
    // What has failed does not come up again, or not at once, so this ends.
    guard context.time.now() < end else { return true }
    let waiting = await queue.nextPending()
    for path in waiting {
      guard runner.canStart else { break }
      if reader.canRead(path) { await take(path) }
      if context.time.now() >= end { break }
    }
    await outcomes.storeRepeated()
    // If a scan is running, its end leads to another call.
    return !waiting.isEmpty && runner.canStart
  }

  private func take(_ path: FilePath) async {
    guard queue.beginReading(path) else { return }
    context.health.noteProgress()
    let began = SuspendingClock.now
    // A slow read ends with an event instead, and other files are read in the meantime.
    if let result = await reader.read(path, began: began) { await take(result, path, began: began) }
  }

  func takeLate(_ result: ReadingResult, _ path: FilePath, began: SuspendingClock.Instant) async {
    reader.noteEnd(of: path, began: began)
    await take(result, path, began: began)
  }

  private func take(_ result: ReadingResult, _ path: FilePath, began: SuspendingClock.Instant) async {
    switch result {
    case .read(let content): await take(content, path, began: began)
    case .failed(let failure, let status): await take(failure, status, path, began: began)
    }
  }

  private func take(_ content: ScreenshotContent, _ path: FilePath, began: SuspendingClock.Instant) async {
    guard let identity = content.identity else { return }
    let file = KnownFile(path: path, identity: identity)
    if content.isIncomplete {
      switch queue.noteIncomplete(path, identity: identity) {
      case .retry, .dropped: return
      case .giveUp: break  // A worker will say what is wrong with it.
      }
    } else {
      queue.noteComplete(path)
    }
    let isStarting = runner.canStart
    let admission: Admission
    do {
      admission = try await queue.admit(file, sha256: content.sha256, to: runner.engine, isStarting: isStarting)
    } catch {
      // Screenshots are scanned even if the history fails.
      context.health.note(error)
      if !isStarting { queue.noteUnqueued(path) }
      admission = isStarting ? .begin(attempt: 1) : .queued
    }
    if admission == .queued { return context.log.record(.queued, scanID: nil, about: path) }
    let request = takeRequest(for: path, began: began)
    switch admission {
    case .known, .queued: break
    case .repeated(let report, let userVerdict):
      queue.retries.forget(path)
      await outcomes.recordRepeated(context.stages.repeated(report, userVerdict, content, request), of: file)
    case .quarantined: await runner.setAside(file, sha256: content.sha256)
    case .begin(let attempt): runner.start(content, file, request, attempt: attempt)
    }
  }

  private func take(
    _ failure: IntakeFailure, _ status: KnownFile?, _ path: FilePath, began: SuspendingClock.Instant
  ) async {
    switch failure.code {
    case .notFound, .isDirectory, .notRegularFile, .isSymbolicLink: return await queue.noteRemoval(path)
    case .permissionDenied, .changedWhileReading, .readFailed:
      guard queue.noteIncomplete(path, identity: failure.identity) == .giveUp else { return }
    case .tooLarge: queue.noteComplete(path)
    }
    guard let status else { return await queue.noteRemoval(path) }
    let file = KnownFile(path: path, identity: failure.identity ?? status.identity)
    if failure.code == .readFailed {
      await waitToRead(failure, file, began: began)
    } else {
      await record(failure, of: file, began: began)
    }
  }

  /// Has a file read again later. After several tries its failure is recorded, until the next listing finds it.
  private func waitToRead(_ failure: IntakeFailure, _ file: KnownFile, began: SuspendingClock.Instant) async {
    if await queue.waitToRead(file) { return }
    var unknown = file
    // No file has this size, so it is not known in its real state.
    unknown.identity.size = -1
    await record(failure, of: unknown, began: began)
    await queue.dequeue(file.path)
  }

  private func record(_ failure: IntakeFailure, of file: KnownFile, began: SuspendingClock.Instant) async {
    let request = takeRequest(for: file.path, began: began)
    queue.retries.forget(file.path)
    let scanFailure = failure.scanFailure(
      name: "\(file.path.displayFileName)", wasAnnounced: true, maximumBytes: maximumBytes)
    await outcomes.record(context.stages.report(scanFailure, request, nil), of: file)
  }

  /// Takes the announcement, so that it is not to be made twice.
  private func takeRequest(for path: FilePath, began: SuspendingClock.Instant) -> ScanRequest {
    ScanRequest(
      path: path.displayName, name: "\(path.displayFileName)", source: .auto, trigger: .watch,
      announcedAt: queue.takeAnnouncement(of: path), beganAt: began)
  }
}
