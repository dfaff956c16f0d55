internal import EventLog
internal import FoundationEssentials
internal import History
internal import ImageContainers
internal import LinuxSystem
internal import Logging
internal import Notifications
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import ServiceLifecycle
internal import ServiceManager
internal import Synchronization
internal import SystemPackage
internal import WorkerClient

/// Why a watcher is to be replaced by another one; the stronger reason is the greater one.
package enum ReloadReason: Sendable, Hashable, Comparable {
  /// The settings file may have changed.
  case settingsFile
  /// The user has asked for it (SIGHUP): also rules are read again, and folders are listed.
  case requested
}

/// What the daemon does until the settings change.
package enum DaemonMode: Sendable {
  case watching(ScanDaemon)
  /// Automatic scanning is off; what comes after it, as in `WatchParts.makeSuccessor`.
  case idle(makeSuccessor: @Sendable (ReloadReason) async -> DaemonMode?)
}

/// The daemon: every screenshot that stays in a watched folder gets exactly one recorded outcome.
///
/// The listing of the folders and the history are the truth, inotify is a hint that something is worth a look. One
/// loop takes hints, timers and ends of scans in turn, so its state needs no lock; it sleeps without any timer while
/// nothing is pending. One screenshot is scanned at a time, by all workers together.
package actor ScanDaemon: Service {
  enum Input: Sendable {
    case folder(FolderEvent)
    case due
    case scanEnded
    /// A folder was listed after others had been waiting for it long enough; nil if it cannot be.
    case listedLate(FilePath, [KnownFile]?, ScanEvent.RescanReason)
    /// A file was read after others had been waiting for it long enough.
    case readLate(FilePath, ReadingResult, began: SuspendingClock.Instant, lane: ReadingLane)
    /// The test picture was tried, and this is why it could not be read.
    case readingChecked(ScanFailure?)
    case alertsChanged(NotificationFailure?)
    case answered(DesktopNotificationQueue.Answer)
    case historyLost
    case reload(ReloadReason)
    /// Something is due.
    case timer(WriteCompletionTracker.Instant)
    case watchdog
    case stop
  }

  /// A scan that is running, for the case that its file goes away or the daemon stops.
  struct RunningScan {
    var path: FilePath
    var task: Task<Void, Never>
  }

  /// An outcome that was shown and is to be stored.
  struct Announced {
    var scan: FinishedScan
    /// Whether its alert was shown, once that is known; nil without one.
    var alert: Task<Bool, Never>?
  }

  /// How the watcher ended.
  package enum End: Sendable {
    case stopped
    /// The settings have changed.
    case succeeded(by: DaemonMode)
    /// The history is damaged, or was removed under it: begin again, as in `WatchParts.beginAgain`.
    case historyLost(beginAgain: @Sendable () async throws -> DaemonMode)
  }

  /// Files that are read in one turn of the loop: then other inputs, the watchdog's among them, have theirs.
  private static let readsPerTurn = 32
  /// While anything waits, the folders are listed this often: hints can be lost without notice.
  private static let rescanInterval = Duration.seconds(60)
  /// How long nothing must have come before memory is let go of: who takes one screenshot often takes another one.
  private static let restBeforeTidying = Duration.seconds(3)

  let parts: WatchParts
  let inputs: AsyncStream<Input>
  let inbox: AsyncStream<Input>.Continuation
  let reading = BlockingWork(label: "screenshot-reading")
  var fileReading = BlockingIOPool()
  var tracker = WriteCompletionTracker()
  /// When each followed file was first announced, for the time it waited.
  var announced: [FilePath: SuspendingClock.Instant] = [:]
  var running: RunningScan?
  var retries = ScanRetries()
  var circuit = CircuitBreaker()
  /// What could not be written to the history is kept here, so that it is neither lost nor scanned over and over.
  var unsaved = UnsavedOutcomes()
  /// Verdicts that are known from other copies of their pictures, and are to be stored at the end of a turn.
  var repeated: [Announced] = []
  var troubles = DaemonTroubles()
  /// Folders whose listing goes on beside the loop.
  var unanswered: Set<FilePath> = []
  /// Why they are to be listed again then.
  var toBeListed: [FilePath: ScanEvent.RescanReason] = [:]
  /// When the history is tried again; nil while it works.
  var historyRetry: (due: WriteCompletionTracker.Instant, backoff: Backoff)?
  /// Files that could neither be scanned at once nor be noted in the history, newest last.
  var passedOver: [FilePath] = []
  /// Files may have been passed over, so the folders have to be listed.
  var mustRescan = false
  /// Alerts whose end is yet to be noted in the history.
  var openAlerts: [Int64: Task<Void, Never>] = [:]
  /// Waits for its scan in the history, as far as this loop has seen.
  private var hasPending = false
  private var nextRescan: WriteCompletionTracker.Instant?
  /// Something came since memory was last let go of.
  private var isUntidy = false
  /// When memory is let go of, if nothing comes before.
  private var nextTidying: WriteCompletionTracker.Instant?
  private var end = End.stopped
  /// Why the settings are to be looked at once more by whoever follows: they may have changed since this watcher looked.
  package private(set) var untakenReload: ReloadReason?
  private var status: DaemonStatus?
  private var lastingTroubles: Set<ScanFailure.Code> = []
  private var lastPurge: SuspendingClock.Instant?
  private var timer: (instant: WriteCompletionTracker.Instant, task: Task<Void, Never>)?
  private var isReady = false

  /// - Parameter parts: Everything the daemon works with.
  package init(_ parts: WatchParts) {
    self.parts = parts
    (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
  }

  /// Takes up the settings that hold now, unless they are the same or cannot be used.
  /// - Returns: False if this watcher is ending, and does not look at them any more.
  package nonisolated func reload(_ reason: ReloadReason) -> Bool {
    if case .terminated = inbox.yield(.reload(reason)) { false } else { true }
  }

  /// Watches until the service group shuts down.
  /// - Throws: `ScanFailure` with `save_failed` or `fetch_failed` when the history does not answer at the start.
  package func run() async throws {
    _ = try await watch()
  }

  /// Watches until the service group shuts down or another watcher is to follow.
  /// - Returns: What is to come now; everything of this watcher has ended.
  /// - Throws: `ScanFailure` with `save_failed` or `fetch_failed` when the history does not answer at the start.
  package func watch() async throws -> End {
    let inbox = self.inbox
    return try await withGracefulShutdownHandler {
      await parts.alerts.use(
        parts.alertStyle, didChange: { inbox.yield(.alertsChanged($0)) }, didAnswer: { inbox.yield(.answered($0)) })
      if try await !recover() {
        end = .historyLost(beginAgain: parts.beginAgain)
        await refuseInputs()
        await stop()
        return end
      }
      // One hint at a time: the watcher's own queue is bounded, that of the loop is not.
      let (handled, didHandle) = AsyncStream.makeStream(of: Void.self)
      let forwarding = Task { [watcher = parts.watcher] in
        var turns = handled.makeAsyncIterator()
        for await event in watcher.events {
          inbox.yield(.folder(event))
          guard await turns.next() != nil else { return }
        }
      }
      let watchdog = startWatchdog()
      loop: for await input in inputs {
        switch input {
        case .stop: break loop
        case .historyLost:
          end = .historyLost(beginAgain: parts.beginAgain)
          break loop
        case .reload(let reason):
          if let successor = await parts.makeSuccessor(reason) {
            end = .succeeded(by: successor)
            break loop
          }
        default: await handle(input)
        }
        await pump()
        await purgeOldEntries()
        setTimer()
        await updateStatus()
        if case .folder = input { didHandle.yield() }
      }
      watchdog?.cancel()
      forwarding.cancel()
      await refuseInputs()
      await stop()
      return end
    } onGracefulShutdown: {
      inbox.yield(.stop)
    }
  }

  /// From here on nothing is taken; what asked for other settings meanwhile is for whoever follows.
  private func refuseInputs() async {
    inbox.finish()
    for await case .reload(let reason) in inputs { untakenReload = max(untakenReload ?? reason, reason) }
  }

  private func handle(_ input: Input) async {
    switch input {
    case .timer, .watchdog: break
    default: (isUntidy, nextTidying) = (true, nil)
    }
    switch input {
    case .folder(let event): await handle(event)
    case .scanEnded: running = nil
    case .listedLate(let folder, let listing, let reason): await takeLate(listing, of: folder, reason: reason)
    case .readLate(let path, let result, let began, let lane):
      fileReading.giveBack(lane)
      await take(result, path, began: began)
    case .timer(let instant): if timer?.instant == instant { timer = nil }
    case .watchdog: parts.serviceManager.ping()
    case .readingChecked(let failure):
      if let failure { openCircuit(failure) } else { circuit.close() }
      troubles.reading = circuit.failure
    case .alertsChanged(let failure):
      troubles.alerts = failure?.scanFailure
      if let failure { parts.didFail(FailureCatalog.describe(failure.scanFailure)) }
    case .answered(let answer): await handle(answer)
    // pump() looks at what is due after every input; the others end the loop.
    case .due, .stop, .historyLost, .reload: break
    }
  }

  private func handle(_ event: FolderEvent) async {
    switch event {
    case .ready:
      for folder in parts.folders {
        await recordAccess(to: folder)
        await rescan(folder, reason: .start)
      }
      if !isReady {
        isReady = true
        parts.serviceManager.ready()
        parts.logger.info("watching", metadata: ["folders": "\(parts.folders.count)"])
        parts.didBecomeReady()
      }
    case .arrived(let path, let hint):
      if hint == .created, !circuit.isOpen { parts.pool.warmUp(min(parts.policy.shares, 2)) }
      if announced[path] == nil { announced[path] = .now }
      tracker.noteArrival(path, hint: hint, now: .now)
    case .removed(let path): await noteRemoval(path)
    case .rescanNeeded(let folder, let reason):
      troubles.folders[folder] = nil
      await rescan(folder, reason: reason.event)
    case .folderMissing(let folder):
      noteTrouble(
        \.folders[folder], ScanFailure(.folderNotFound, subject: folder.displayName, detail: "it is waited for"))
    case .folderUnreadable(let folder):
      noteTrouble(\.folders[folder], ScanFailure(.permissionDenied, subject: folder.displayName))
    case .watchLimitReached(let error):
      noteTrouble(\.watching, ScanFailure(.watchLimitReached, detail: error.reason))
    case .watchLimitLifted: troubles.watching = nil
    }
  }

  private func recordAccess(to folder: FilePath) async {
    let events = parts.events
    let access = await ReadingLane.beside().run(within: Self.listingPatience) {
      FolderAccess.check(folder)
    } late: {
      events.record(.permissionCheck(status: $0.event), scanID: nil)
    }
    if let access { events.record(.permissionCheck(status: access.event), scanID: nil) }
  }

  /// Takes the next things to do, until a scan is running or nothing is due.
  private func pump() async {
    await retryHistory()
    await rescanIfDue()
    for _ in 0..<Self.readsPerTurn {
      guard fileReading.hasFreeLane, let path = tracker.takeDue(now: .now) else { break }
      await take(path)
    }
    // Before the queue is asked what waits.
    await storeRepeated()
    while canStart, fileReading.hasFreeLane, let path = passedOver.popLast() {
      if !unsaved.holds(path) { await take(path) }
    }
    await storeRepeated()
    if canStart {
      let waiting = await nextPending()
      for path in waiting {
        guard canStart, fileReading.hasFreeLane else { break }
        await take(path)
      }
      await storeRepeated()
      // No end of a scan will lead to what is left.
      if !waiting.isEmpty, canStart, fileReading.hasFreeLane { inbox.yield(.due) }
    }
    if running == nil, circuit.takeTry(now: .now) {
      Task { [parts, inbox] in inbox.yield(.readingChecked(await parts.checkReading())) }
    }
  }

  /// Whether a worker may get a screenshot now.
  var canStart: Bool { running == nil && !circuit.isOpen }

  private func rescanIfDue() async {
    if tracker.takeLostArrivals() {
      for folder in parts.folders { await rescan(folder, reason: .overflow) }
    }
    if let due = nextRescan, due <= .now {
      nextRescan = nil
      // Another folder may have been mounted over one, which no hint tells.
      parts.watcher.verifyFolders()
      for folder in parts.folders { await rescan(folder, reason: .periodic) }
    }
  }

  /// Files that wait in the history, for example from a listing, and are not being followed already; as many as are read
  /// in one turn.
  private func nextPending() async -> [FilePath] {
    do {
      // Most often the first ones will do; those that are followed or pause are few.
      var limit = Self.readsPerTurn
      while true {
        let waiting = try await parts.history.pending(limit: limit)
        hasPending = !waiting.isEmpty
        let now = WriteCompletionTracker.Instant.now
        let free = waiting.lazy.map(\.file.path).filter { [self] path in
          !tracker.isFollowing(path) && !unsaved.holds(path) && !retries.isPausing(path, now: now)
        }.prefix(Self.readsPerTurn)
        if !free.isEmpty || waiting.count < limit { return Array(free) }
        limit *= 4
      }
    } catch {
      noteHistory(error)
      return []
    }
  }

  /// Once a day, but only when the loop is awake anyway: keeping days is no reason to wake an idle machine.
  private func purgeOldEntries() async {
    if let lastPurge, SuspendingClock.now - lastPurge < .seconds(86_400) { return }
    lastPurge = .now
    do {
      _ = try await parts.history.purge(olderThanDays: parts.retentionDays, now: Date())
    } catch {
      noteHistory(error)
    }
  }

  // MARK: Time

  private func setTimer() {
    let now = WriteCompletionTracker.Instant.now
    let isPending = hasPending || running != nil || tracker.count > 0 || circuit.isOpen || !unsaved.isEmpty
    if isPending {
      if nextRescan == nil { nextRescan = now + Self.rescanInterval }
      nextTidying = nil
    } else {
      comeToRest(now: now)
    }
    let deadlines = [
      fileReading.hasFreeLane ? tracker.nextDeadline : nil, retries.nextDeadline(after: now),
      running == nil ? circuit.nextTry : nil, historyRetry?.due, nextRescan, nextTidying,
    ]
    guard let next = deadlines.compactMap({ $0 }).min() else {
      timer?.task.cancel()
      timer = nil
      return
    }
    // One that has fired is not the same any more: of many files that are due, some are read in the next turn.
    guard timer?.instant != next else { return }
    timer?.task.cancel()
    let inbox = self.inbox
    let task = Task {
      try? await Task.sleep(until: next, clock: .continuous)
      if !Task.isCancelled { inbox.yield(.timer(next)) }
    }
    timer = (next, task)
  }

  /// Nothing waits any more.
  private func comeToRest(now: WriteCompletionTracker.Instant) {
    nextRescan = nil
    tracker.comeToRest()
    guard isUntidy else { return }
    if nextTidying == nil { nextTidying = now + Self.restBeforeTidying }
    guard let due = nextTidying, due <= now else { return }
    (isUntidy, nextTidying) = (false, nil)
    if announced.isEmpty { announced = [:] }
    // When the last worker leaves it is done once more; known screenshots and foreign files need no worker.
    parts.pipeline.releaseMemory()
    ResidentMemory.release()
  }

  private func startWatchdog() -> Task<Void, Never>? {
    guard let interval = parts.serviceManager.watchdogInterval else { return nil }
    let inbox = self.inbox
    return Task {
      while !Task.isCancelled {
        // The ping itself is sent by the loop, so a loop that hangs stops pinging (systemd.service(5), WatchdogSec).
        inbox.yield(.watchdog)
        try? await Task.sleep(for: interval / 2)
      }
    }
  }

  /// Ends what is running; it waits in the history for the next start.
  private func stop() async {
    switch end {
    case .stopped: parts.serviceManager.stopping()
    case .succeeded: parts.serviceManager.reloading()
    case .historyLost: break
    }
    timer?.task.cancel()
    parts.watcher.stop()
    running?.task.cancel()
    // First, so that nothing of the scan waits for a worker any more.
    parts.pool.shutDown()
    if let scan = running {
      await scan.task.value
      // It was not the picture that ended this attempt.
      try? await parts.history.requeue(scan.path, forgiven: 1)
    }
    if case .stopped = end { await parts.alerts.stop() }
    // Alerts that wait for a service outlive a watcher that is replaced; what becomes of them is then noted nowhere.
    if case .stopped = end { for task in openAlerts.values { await task.value } }
    await saveUnsaved()
    parts.history.close()
    parts.logger.info("stopped")
  }

  // MARK: Trouble

  /// Tells of a failure that belongs to no screenshot, once as long as it lasts.
  func noteTrouble(_ place: WritableKeyPath<DaemonTroubles, ScanFailure?>, _ failure: ScanFailure) {
    guard troubles[keyPath: place] != failure else { return }
    troubles[keyPath: place] = failure
    let description = FailureCatalog.describe(failure)
    parts.didFail(description)
    // Nothing waits for it: the desktop may not answer.
    Task { [alerts = parts.alerts] in await alerts.tell(description) }
  }

  /// Tells what the daemon does, when that has changed.
  private func updateStatus() async {
    let lasting = troubles.codes
    let over = lastingTroubles.subtracting(lasting)
    lastingTroubles = lasting
    if !over.isEmpty { Task { [alerts = parts.alerts] in await alerts.settle { over.contains($0) } } }
    var waiting = 0
    if circuit.isOpen { waiting = (try? await parts.history.counts().pending) ?? 0 }
    let new = troubles.status(folderCount: parts.folders.count, waiting: waiting)
    guard new != status else { return }
    status = new
    parts.serviceManager.status(new.text)
    parts.didChangeStatus(new)
  }
}
