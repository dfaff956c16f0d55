internal import DesktopAlerts
internal import EventLog
internal import FoundationEssentials
internal import PNGContainer
internal import ScanHistory
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

// From a hint to a recorded outcome.
extension WatchService {
  /// A picture that crashed the worker this often is set aside.
  private static let maximumAttempts = 2

  // MARK: Listing

  /// Puts back what was being scanned when the last run ended, and sets aside what ended it twice.
  func recover() async throws(ScanFailure) {
    do {
      for pending in try await parts.history.recover() where pending.attempts >= Self.maximumAttempts {
        await setAside(pending.file)
      }
    } catch {
      throw error.scanFailure
    }
  }

  /// Queues what a folder holds and the history does not know.
  func rescan(_ folder: FilePath, reason: ScanEvent.RescanReason) async {
    let listing = await reading.run { Result { try ScreenshotListing.files(in: folder, includingHidden: true) } }
    guard let listing = try? listing.get() else { return }  // the watcher tells of missing and unreadable folders
    let files = listing.filter { !unsaved.holds($0) }
    do {
      let new = try await parts.history.newFiles(among: files, in: folder)
      // What is still being written is left to the tracker, which waits until it has come to rest.
      let count = try await parts.history.enqueue(new, at: Date())
      parts.events.record(.rescan(reason: reason, found: count), scanID: nil)
    } catch {
      report(error.scanFailure)
    }
  }

  // MARK: One file

  /// Reads a file that is due and decides: scan it, look again later, or record that it cannot be read.
  func take(_ path: FilePath) async {
    if !tracker.isFollowing(path) {
      // It comes from the queue: followed from here on, so that an incomplete one is looked at again.
      tracker.noteArrival(path, hint: .closed, now: .now)
      guard tracker.take(path, now: .now) else { return }
    }
    let began = SuspendingClock.now
    let maximumBytes = parts.scanner.limits.maximumBytes
    let result = await reading.run { () -> Result<ScreenshotContent, IntakeFailure> in
      do throws(IntakeFailure) {
        return .success(try ScreenshotIntake.read(path, maximumBytes: maximumBytes, followSymlinks: false))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let content): await take(content, path, began: began)
    case .failure(let failure): await take(failure, path, began: began)
    }
  }

  private func take(_ content: ScreenshotContent, _ path: FilePath, began: SuspendingClock.Instant) async {
    guard let identity = content.identity else { return }
    let file = SeenFile(path: path, identity: identity)
    let completeness = try? content.withBytes { PNGContainer.completeness(of: $0) }
    if completeness == .incomplete {
      switch tracker.noteIncomplete(path, identity: identity, now: .now) {
      case .retry, .dropped: return
      case .giveUp: break  // the decoder says what is wrong with it
      }
    } else {
      tracker.noteFinished(path, now: .now)
    }
    do {
      if try await parts.history.settle(file, sha256: content.sha256) != nil {
        announced[path] = nil
        return
      }
      try await parts.history.enqueue([file], at: Date())
    } catch {
      report(error.scanFailure)
    }
    guard running == nil else {
      parts.events.record(.queued, scanID: nil, about: path)
      return
    }
    start(content, file, began: began)
  }

  private func take(_ failure: IntakeFailure, _ path: FilePath, began: SuspendingClock.Instant) async {
    switch failure.code {
    case .notFound:
      await noteRemoval(path)
      return
    case .isDirectory, .notRegularFile, .isSymbolicLink:
      tracker.noteFinished(path, now: .now)
      await noteRemoval(path)
      return
    case .permissionDenied, .changedWhileReading, .readFailed:
      guard tracker.noteIncomplete(path, identity: failure.identity, now: .now) == .giveUp else { return }
    case .tooLarge: tracker.noteFinished(path, now: .now)
    }
    let maximumBytes = parts.scanner.limits.maximumBytes
    let name = path.displayFileName
    let request = request(for: path, began: began)
    let scanFailure = failure.scanFailure(name: name, wasAnnounced: true, maximumBytes: maximumBytes)
    let status = await reading.run { ScreenshotListing.file(at: path) }
    guard let status else { return await noteRemoval(path) }
    await record(
      parts.scanner.report(scanFailure, request),
      of: SeenFile(path: path, identity: failure.identity ?? status.identity))
  }

  /// The file is gone: it neither waits nor keeps its alert.
  func noteRemoval(_ path: FilePath) async {
    tracker.noteRemoval(path)
    announced[path] = nil
    unsaved.forget(path)
    do {
      try await parts.history.stopWaiting([path])
    } catch {
      report(error.scanFailure)
    }
    if let alert, alert.path == path {
      self.alert = nil
      await parts.alerter?.close(alert.shown)
    }
  }

  // MARK: Scanning

  private func start(_ content: ScreenshotContent, _ file: SeenFile, began: SuspendingClock.Instant) {
    let request = request(for: file.path, began: began)
    let inbox = self.inbox
    let task = Task {
      await self.scan(content, file, request)
      inbox.yield(.scanEnded)
    }
    running = RunningScan(path: file.path, task: task)
  }

  private func request(for path: FilePath, began: SuspendingClock.Instant) -> Scanner.Request {
    Scanner.Request(
      path: path.displayName, name: path.displayFileName, source: .auto, trigger: .watch,
      announcedAt: announced.removeValue(forKey: path), beganAt: began)
  }

  private func scan(_ content: ScreenshotContent, _ file: SeenFile, _ request: Scanner.Request) async {
    let attempts: Int
    do {
      if let known = try await parts.history.verdict(forSHA256: content.sha256), let earlier = try? known.report() {
        // The same picture under another name: the same verdict without a second recognition.
        return await record(earlier.repeated(request, capturedAt: content.capturedAt), of: file)
      }
      attempts = try await parts.history.markInFlight(file.path) ?? 1
    } catch {
      // A query of a scan that is being cancelled fails, too, and the file goes on waiting.
      if Task.isCancelled { return }
      report(error.scanFailure)
      attempts = 1
    }
    if attempts > Self.maximumAttempts { return await setAside(file) }
    guard let report = await parts.scanner.scan(content, request, shares: parts.shares) else { return }
    // In a task of its own: what has been found out is recorded even if the scan is cancelled now.
    await Task { await self.settle(report, of: file, attempts: attempts) }.value
  }

  /// Decides whether the outcome of a scan stands, and records it then.
  private func settle(_ report: ScanReport, of file: SeenFile, attempts: Int) async {
    switch report.error?.code {
    case .workerCrashed, .workerUnavailable:
      // A worker that did not come up, for example for want of memory, may do so a moment later.
      guard attempts >= Self.maximumAttempts else {
        try? await parts.history.requeue(file.path)
        return
      }
      // Only a worker that had the picture can have been ended by it.
      if report.error?.code == .workerCrashed { return await setAside(file, sha256: report.sha256) }
    default: break
    }
    await record(report, of: file)
  }

  /// Records that a picture is not tried again.
  private func setAside(_ file: SeenFile, sha256: String? = nil) async {
    let request = Scanner.Request(
      path: file.path.displayName, name: file.path.displayFileName, source: .auto, trigger: .recovery)
    let failure = ScanFailure(.quarantined, subject: file.path.displayFileName)
    await record(parts.scanner.report(failure, request, sha256: sha256), of: file)
  }

  /// Stores the outcome, shows it, and alerts if it must be.
  private func record(_ report: ScanReport, of file: SeenFile) async {
    parts.didScan(report)
    var shouldAlert = parts.alertLevels.contains(report.riskLevel)
    if shouldAlert, let hash = report.sha256, (try? await parts.history.hasAlerted(sha256: hash)) == true {
      shouldAlert = false
    }
    // The alert is on its way while the history is written: it must be on screen within 0.1 s of the verdict.
    async let shown = shouldAlert ? show(report, file.path) : false
    var number: Int64?
    do {
      number = try await parts.history.finish(report.stored(as: parts.storedText), of: file, alerted: false).number
      unsaved.forget(file.path)
    } catch {
      unsaved.keep(file)
      self.report(error.scanFailure)
    }
    if await shown, let number { try? await parts.history.markAlerted(number) }
  }

  /// True if the alert was shown.
  private func show(_ report: ScanReport, _ path: FilePath) async -> Bool {
    guard let alerter = parts.alerter,
      let words = DesktopAlert(
        level: report.riskLevel, category: report.category, duration: parts.alertDuration,
        playsSound: parts.alertSound)
    else { return false }
    let scanID = UUID(uuidString: report.id)
    do {
      alert = (path, try await alerter.show(words))
      parts.events.record(.alertShown, scanID: scanID)
      alertTrouble = nil
      return true
    } catch {
      parts.events.record(.alertFailed, scanID: scanID)
      if alertTrouble != error { self.report(error.scanFailure) }
      alertTrouble = error
      return false
    }
  }
}

extension ScanReport {
  /// The same verdict for another file with the same bytes.
  fileprivate func repeated(_ request: Scanner.Request, capturedAt: Date?) -> ScanReport {
    var report = self
    report.id = request.id.uuidString.lowercased()
    report.path = request.path
    report.source = request.source
    report.capturedAt = capturedAt
    report.scannedAt = Date()
    report.timings = Timings(
      queue: request.announcedAt.map { (request.beganAt - $0).milliseconds } ?? 0,
      total: (SuspendingClock.now - request.beganAt).milliseconds)
    return report
  }
}

extension RescanReason {
  /// The reason in the words of the event log.
  var event: ScanEvent.RescanReason {
    switch self {
    case .overflow: .overflow
    case .folderAppeared, .folderReplaced, .folderReadable: .folderChanged
    case .polling: .periodic
    }
  }
}
