internal import EventLog
internal import FoundationEssentials
internal import History
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

// From a hint to a recorded outcome.
extension ScanDaemon {
  /// A bound on memory; the listing that follows a failure of the history finds the others.
  private static let maximumPassedOver = 1_000
  /// A picture that crashed the worker this often is set aside.
  static let maximumAttempts = 2
  /// A worker that does not come up is tried this often before a test picture decides whose fault it is.
  private static let maximumStarts = 3
  /// A read that takes longer goes on beside the loop: a disk or a server that hangs must not keep others waiting.
  private static let readingPatience = Duration.seconds(1)
  /// The same for folders: many files on a slow disk take seconds, and the service manager waits for 30.
  static let listingPatience = Duration.seconds(10)

  // MARK: Listing

  /// Queues what a folder holds and the history does not know.
  func rescan(_ folder: FilePath, reason: ScanEvent.RescanReason) async {
    guard !unanswered.contains(folder) else {
      toBeListed[folder] = reason
      return
    }
    let inbox = self.inbox
    let listing = await ReadingLane.beside().run(within: Self.listingPatience) {
      try? ScreenshotListing.files(in: folder, includingHidden: true, includingDated: true)
    } late: { listing in
      inbox.yield(.listedLate(folder, listing, reason))
    }
    if let listing {
      await take(listing, of: folder, reason: reason)
    } else {
      unanswered.insert(folder)
    }
  }

  /// Takes the listing of a folder that others have not waited for, and lists it again if there was reason to meanwhile.
  func takeLate(_ listing: [KnownFile]?, of folder: FilePath, reason: ScanEvent.RescanReason) async {
    await take(listing, of: folder, reason: reason)
    unanswered.remove(folder)
    if let again = toBeListed.removeValue(forKey: folder) { await rescan(folder, reason: again) }
  }

  // No listing: the watcher tells of missing and unreadable folders.
  private func take(_ listing: [KnownFile]?, of folder: FilePath, reason: ScanEvent.RescanReason) async {
    guard let listing else { return }
    let files = listing.filter { !unsaved.holds($0) }
    do {
      let new = try await parts.history.newFiles(among: files, in: folder)
      // What is still being written is left to the tracker, which waits until it has come to rest.
      let count = try await parts.history.enqueue(new, at: Date(), rank: ScanPriority.rank)
      parts.events.record(.rescan(reason: reason, found: count), scanID: nil)
    } catch {
      noteHistory(error)
    }
  }

  // MARK: One file

  /// Reads a file that is due and decides: scan it, look again later, or record that it cannot be read.
  func take(_ path: FilePath) async {
    // It comes from the queue: followed from here on, so that an incomplete one is looked at again.
    if !tracker.isFollowing(path), !tracker.takeListed(path, now: .now) { return }
    let began = SuspendingClock.now
    let intake = parts.pipeline.intake
    let inbox = self.inbox
    let lane = fileReading.takeLane()
    let read = await lane.run(within: Self.readingPatience) {
      do throws(IntakeFailure) {
        return .read(try intake.run(.found(path)))
      } catch {
        return .failed(error)
      }
    } late: { (result: ReadingResult) in
      inbox.yield(.readLate(path, result, began: began, lane: lane))
    }
    guard let read else { return }  // its end comes through the inbox, and others are read meanwhile
    fileReading.giveBack(lane)
    await take(read, path, began: began)
  }

  /// Takes a file that was read, in time or later.
  func take(_ result: ReadingResult, _ path: FilePath, began: SuspendingClock.Instant) async {
    switch result {
    case .read(let content): await take(content, path, began: began)
    case .failed(let failure): await take(failure, path, began: began)
    }
  }

  private func take(_ content: ScreenshotContent, _ path: FilePath, began: SuspendingClock.Instant) async {
    guard let identity = content.identity else { return }
    let file = KnownFile(path: path, identity: identity)
    if content.isIncomplete {
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
      // The same picture under another name: the same verdict without a second recognition.
      let request = request(for: path, began: began)
      if let report = try await parts.pipeline.knownReport(content, request, parts.policy) {
        announced[path] = nil
        return await take(known: report, for: file)
      }
      try await parts.history.enqueue([file], at: Date(), rank: ScanPriority.rank)
    } catch {
      noteHistory(error)
      if !canStart, passedOver.count < Self.maximumPassedOver { passedOver.append(path) }
    }
    guard canStart else {
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
    let maximumBytes = parts.pipeline.intake.maximumBytes
    let name = path.displayFileName
    let request = request(for: path, began: began)
    announced[path] = nil
    let scanFailure = failure.scanFailure(name: name, wasAnnounced: true, maximumBytes: maximumBytes)
    let status = await reading.run { ScreenshotListing.file(at: path) }
    guard let status else { return await noteRemoval(path) }
    await record(
      parts.pipeline.report(scanFailure, request),
      of: KnownFile(path: path, identity: failure.identity ?? status.identity))
  }

  /// The file is gone: it neither waits nor keeps its alert.
  func noteRemoval(_ path: FilePath) async {
    tracker.noteRemoval(path)
    announced[path] = nil
    unsaved.forget(path)
    retries.forget(path)
    do {
      try await parts.history.stopWaiting([path])
    } catch {
      noteHistory(error)
    }
    await parts.alerts.withdraw(path)
  }

  // MARK: Scanning

  private func start(_ content: ScreenshotContent, _ file: KnownFile, began: SuspendingClock.Instant) {
    let request = request(for: file.path, began: began)
    announced[file.path] = nil
    let inbox = self.inbox
    let task = Task {
      await self.scan(content, file, request)
      inbox.yield(.scanEnded)
    }
    running = RunningScan(path: file.path, task: task)
  }

  private func request(for path: FilePath, began: SuspendingClock.Instant) -> ScanRequest {
    ScanRequest(
      path: path.displayName, name: path.displayFileName, source: .auto, trigger: .watch,
      announcedAt: announced[path], beganAt: began)
  }

  private func scan(_ content: ScreenshotContent, _ file: KnownFile, _ request: ScanRequest) async {
    let attempts: Int
    do {
      if try await parts.history.isQuarantined(sha256: content.sha256, from: parts.engine) {
        return await setAside(file, sha256: content.sha256)
      }
      attempts = try await parts.history.markInFlight(file.path) ?? 1
    } catch {
      // A query of a scan that is being cancelled fails, too, and the file goes on waiting.
      if Task.isCancelled { return }
      noteHistory(error)
      attempts = 1
    }
    if attempts > Self.maximumAttempts { return await setAside(file, sha256: content.sha256) }
    guard let result = await parts.pipeline.run(content, request, parts.policy) else { return }
    if let failure = result.historyFailure { noteHistory(failure) }
    // In a task of its own: what has been found out is recorded even if the scan is cancelled now.
    await Task { await self.settle(result.report, of: file, attempts: attempts) }.value
  }

  /// Decides whether the outcome of a scan stands, and records it then.
  private func settle(_ report: ScanReport, of file: KnownFile, attempts: Int) async {
    switch report.error?.code {
    case .workerCrashed:
      let failures = retries.noteFailure(file.path, now: .now)
      guard max(attempts, failures) >= Self.maximumAttempts else { return await putBack(file.path) }
      if let failure = await parts.checkReading() { return await blameWorkers(failure, for: file.path) }
      await setAside(file, sha256: report.sha256)
    case .workerUnavailable:
      // Nothing of the picture has reached a worker, so this was no attempt to read it.
      let failures = retries.noteFailure(file.path, now: .now)
      guard failures >= Self.maximumStarts else { return await putBack(file.path, forgiven: 1) }
      if let failure = await parts.checkReading() { return await blameWorkers(failure, for: file.path) }
      await record(report, of: file)
    default: await record(report, of: file)
    }
  }

  /// Has a picture scanned again, after a pause.
  private func putBack(_ path: FilePath, forgiven: Int = 0) async {
    do {
      try await parts.history.requeue(path, forgiven: forgiven)
    } catch {
      noteHistory(error)
    }
  }

  /// Even a test picture cannot be read: this one is not to blame, and no other is tried until that has changed.
  private func blameWorkers(_ failure: ScanFailure, for path: FilePath) async {
    openCircuit(failure)
    retries.forget(path)
    await putBack(path, forgiven: Self.maximumAttempts)
  }

  /// Gives no screenshot to workers until the test picture can be read.
  func openCircuit(_ failure: ScanFailure) {
    circuit.open(failure, now: .now)
    noteTrouble(\.reading, failure)
  }

  /// Records that a picture is not tried again with this engine.
  func setAside(_ file: KnownFile, sha256: String? = nil) async {
    var sha256 = sha256
    if sha256 == nil {
      let intake = parts.pipeline.intake
      sha256 = await reading.run { try? intake.run(.found(file.path)).sha256 }
    }
    let request = ScanRequest(
      path: file.path.displayName, name: file.path.displayFileName, source: .auto, trigger: .recovery)
    let failure = ScanFailure(.quarantined, subject: file.path.displayFileName)
    await record(
      parts.pipeline.report(failure, request, sha256: sha256), of: file,
      quarantinedFrom: sha256 == nil ? nil : parts.engine)
  }

  /// Shows the outcome, alerts if it must be, and stores it.
  private func record(_ report: ScanReport, of file: KnownFile, quarantinedFrom engine: String? = nil) async {
    await store([await announce(report, of: file, quarantinedFrom: engine)])
  }

  /// Shows a verdict that is known from another copy of the picture; `storeRepeated()` stores it together with others.
  private func take(known report: ScanReport, for file: KnownFile) async {
    repeated.append(await announce(report, of: file))
  }

  /// Stores what `take(known:for:)` has left. One synchronized write (fdatasync(2), 1 to 5 ms) does for all of them; files whose
  /// outcome is not stored when the daemon ends are found by the next listing.
  func storeRepeated() async {
    guard !repeated.isEmpty else { return }
    let outcomes = repeated
    repeated = []
    await store(outcomes)
  }

  /// Shows an outcome, and alerts if it must be.
  private func announce(
    _ report: ScanReport, of file: KnownFile, quarantinedFrom engine: String? = nil
  ) async -> Announced {
    retries.forget(file.path)
    parts.didScan(report)
    // On its way while the history is written, because it must be on screen within 0.1 s of the verdict; and nothing
    // waits for it, because the service that shows it may not answer.
    let alert = await alertTask(for: report, file.path)
    if let error = report.error, error.requiresAcknowledgment {
      Task { [alerts = parts.alerts] in await alerts.tell(error, isOfScreenshot: true) }
    }
    return Announced(
      scan: FinishedScan(report, of: file, quarantinedFrom: engine), alert: alert)
  }

  private func store(_ outcomes: [Announced]) async {
    do {
      let recorded = try await parts.pipeline.persistence.run(.watched(outcomes.map(\.scan)))
      for (outcome, recorded) in zip(outcomes, recorded) {
        unsaved.forget(outcome.scan.file.path)
        if let alert = outcome.alert, let number = recorded.number { note(alert, number) }
      }
    } catch {
      for outcome in outcomes {
        unsaved.keep(
          UnsavedOutcomes.Outcome(
            file: outcome.scan.file, report: parts.pipeline.persistence.storable(outcome.scan.report),
            wasAlerted: outcome.alert != nil,
            quarantinedFrom: outcome.scan.quarantinedFrom))
      }
      noteHistory(error)
    }
  }

  /// Begins to show the alert that a report asks for; nil if it asks for none, or the same picture has had one.
  private func alertTask(for report: ScanReport, _ path: FilePath) async -> Task<Bool, Never>? {
    guard await parts.pipeline.notification.run(report) else { return nil }
    let alert = DesktopNotificationQueue.Alert(
      scanID: UUID(uuidString: report.id), path: path, sha256: report.sha256, level: report.riskLevel,
      category: report.category)
    return Task { [alerts = parts.alerts] in await alerts.show(alert) }
  }

  /// Notes in the history that an alert was shown, whenever that is.
  private func note(_ alert: Task<Bool, Never>, _ number: Int64) {
    openAlerts[number] = Task {
      if await alert.value { try? await parts.history.markAlerted(number) }
      openAlerts[number] = nil
    }
  }
}

extension RescanReason {
  /// The reason in the words of the event log.
  var event: ScanEvent.RescanReason {
    switch self {
    case .overflow: .overflow
    case .folderAppeared, .folderReplaced, .folderReadable: .folderChanged
    case .polling: .periodic
    case .resumed: .resumed
    }
  }
}
