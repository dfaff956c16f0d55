internal import EventLog
internal import History
internal import LinuxSystem
internal import Notifications
internal import ScanModel
internal import ScreenshotLibrary
internal import ServiceLifecycle
internal import Settings
internal import SystemPackage

/// The daemon's loop and all its parts run on this actor, so that they share state without locks.
@globalActor actor DaemonActor {
  static let shared = DaemonActor()
}

/// The daemon: every screenshot that stays in a watched folder gets exactly one recorded outcome.
///
/// One loop handles events in turn: hints, timers, ends of scans. It sleeps without any timer while nothing is pending.
/// The parts decide what to do about an event; the loop decides when each part runs.
@DaemonActor final class ScanDaemon: ReplaceableDaemon {
  /// The parts that the loop drives.
  struct Parts: Sendable {
    var watcher: any FolderEventSource
    var queue: ScanQueue
    var dispatcher: ScanDispatcher
    var runner: ScanRunner
    var outcomes: OutcomeRecorder
    var health: HealthMonitor
    var notifications: NotificationDispatcher
    var responses: NotificationResponseHandler
  }

  /// Called at certain points in the daemon's life.
  struct Hooks: Sendable {
    /// Builds the next daemon after a reload request or a change of the settings; nil if this daemon should continue.
    var makeSuccessor: MakeSuccessor
    /// Builds the next daemon after the history was lost and this one has ended.
    var beginAgain: @Sendable () async throws -> DaemonMode
    /// Tries to open the history of a daemon that was begun without it, and returns whether that has worked; nil if it has one.
    var openHistory: (@Sendable () async -> Bool)?
    /// Called once, when every watch stands.
    var didBecomeReady: @Sendable () -> Void
    /// Called at the very end, to close what the parts used.
    var didStop: @Sendable () -> Void
  }

  let parts: Parts
  private let settings: Settings
  let hooks: Hooks
  let events: DaemonEventQueue
  let time: TimeSource<ContinuousClock>
  let timer: DaemonTimer
  private var isReady = false
  /// Folders that did not answer at the start.
  private var silentFolders: Set<FilePath> = []
  private var isOpeningHistory = false
  /// What follows is being put together, and the strongest reason to do so again.
  var succession: (task: Task<Void, Never>, again: ReloadReason?)?

  nonisolated init(
    _ parts: Parts, settings: Settings, hooks: Hooks, events: DaemonEventQueue, time: TimeSource<ContinuousClock>
  ) {
    self.parts = parts
    self.settings = settings
    self.hooks = hooks
    self.events = events
    self.time = time
    timer = DaemonTimer(events: events, time: time)
  }

  nonisolated func reload(_ reason: ReloadReason) -> Bool { events.send(.reload(reason)) }

  func watch() async throws -> DaemonEnd {
    await withGracefulShutdownHandler {
      await parts.notifications.serve(
        settings, didChange: { [events] in events.send(.notificationsChanged($0)) },
        didRespond: { [events] in events.send(.responded($0)) })
      do throws(HistoryFailure) {
        try await parts.runner.recover()
        try await parts.outcomes.alerts.resume()
      } catch {
        if HealthMonitor.meansLoss(error) { return await end(.historyLost(beginAgain: hooks.beginAgain)) }
        // It is tried again while screenshots are scanned.
        parts.health.note(error)
      }
      let watchdog = parts.health.serviceManager.startWatchdog(time) { [events] in events.send(.watchdog) }
      let (handled, didHandle) = AsyncStream.makeStream(of: Void.self)
      let forwarding = parts.watcher.forward(to: events, oneEach: handled)
      let reason = await runLoop(didHandleFolderEvent: { didHandle.yield() })
      watchdog?.cancel()
      forwarding.cancel()
      return await end(reason)
    } onGracefulShutdown: { [events] in
      events.send(.stop)
    }
  }

  // MARK: The loop

  private func runLoop(didHandleFolderEvent: () -> Void) async -> DaemonEnd.Reason {
    for await event in events.stream {
      parts.health.noteProgress()
      switch event {
      case .stop: return .stopped
      case .historyLost: return .historyLost(beginAgain: hooks.beginAgain)
      case .historyTried(true):
        parts.health.clear(\.history)
        await updateStatus()
        return .historyLost(beginAgain: hooks.beginAgain)
      case .historyTried(false): isOpeningHistory = false
      case .reload(let reason): prepareSuccession(reason)
      case .succession(let successor):
        if let successor { return .succeeded(by: successor) }
        let again = succession?.again
        succession = nil
        if let again { prepareSuccession(again) }
      case .timer(let instant): timer.noteFired(instant)
      case .watchdog: parts.health.serviceManager.ping()
      default:
        parts.health.idleMemory.noteActivity()
        await handle(event)
      }
      if parts.runner.isOutdated { return .outdated }
      await dispatch()
      await parts.outcomes.purgeOldEntries()
      setTimer()
      await updateStatus()
      if case .folder = event { didHandleFolderEvent() }
    }
    return .stopped
  }

  private func handle(_ event: DaemonEvent) async {
    switch event {
    case .folder(let event): await handle(event)
    case .scanEnded: parts.runner.noteEnd()
    case .listedLate(let folder, let listing, let reason):
      await parts.queue.takeLate(listing, of: folder, reason: reason)
    case .readLate(let path, let result, let began):
      await parts.dispatcher.takeLate(result, path, began: began)
    case .trialEnded(let failure): parts.runner.noteTrial(failure)
    case .notificationsChanged(let failure): parts.health.noteNotifications(failure?.scanFailure)
    case .responded(let response): await handle(response)
    // The loop looks at what is due after every event, and takes the others itself.
    case .due, .timer, .watchdog, .stop, .historyLost, .historyTried, .reload, .succession: break
    }
  }

  private func handle(_ event: FolderEvent) async {
    let (queue, health) = (parts.queue, parts.health)
    switch event {
    case .ready:
      // A silent one is listed when it answers.
      for folder in queue.folders where !silentFolders.contains(folder) {
        await queue.recordAccess(to: folder)
        await queue.list(folder, reason: .start)
      }
      becomeReady()
    case .arrived(let path, let hint):
      if hint == .created { parts.runner.warmUp() }
      queue.noteArrival(path, hint: hint)
    case .removed(let path): await queue.noteRemoval(path)
    case .rescanNeeded(let folder, let reason):
      health.clear(\.folders[folder])
      await queue.list(folder, reason: reason.event)
    case .folderMissing(let folder):
      health.note(
        \.folders[folder], ScanFailure(.folderNotFound, subject: "\(folder.displayName)", detail: "it is waited for"))
    case .folderSilent(let folder):
      silentFolders.insert(folder)
      health.note(\.folders[folder], .silent(folder))
    case .folderUnreadable(let folder):
      health.note(\.folders[folder], ScanFailure(.permissionDenied, subject: "\(folder.displayName)"))
    case .watchLimitReached(let error):
      health.note(\.watching, ScanFailure(.watchLimitReached, detail: "\(error.reason)"))
    case .watchLimitLifted: health.clear(\.watching)
    }
  }

  private func handle(_ response: NotificationResponse) async {
    do {
      try await parts.responses.handle(response)
    } catch {
      parts.health.note(error)
    }
    if response == .retry { events.send(.reload(.requested)) }
  }

  private func becomeReady() {
    guard !isReady else { return }
    isReady = true
    parts.health.serviceManager.ready()
    hooks.didBecomeReady()
  }

  /// Lets every part do its work, until a scan is running or nothing is due.
  private func dispatch() async {
    await retryHistory()
    if parts.queue.takeLostArrivals() { await parts.queue.listAll(reason: .overflow) }
    if parts.queue.takeDueListing() {
      // Another folder may have been mounted over a watched one, and no hint tells of that.
      parts.watcher.verifyFolders()
      await parts.queue.listAll(reason: .periodic)
    }
    if await parts.dispatcher.dispatch() { events.send(.due) }
    parts.runner.tryCircuit()
  }

  /// Stores unsaved outcomes when a retry is due, and lists the folders if that works.
  private func retryHistory() async {
    guard !isOpeningHistory, parts.health.historyRetry.beginTry(now: time.now()) else { return }
    if let openHistory = hooks.openHistory {
      isOpeningHistory = true
      // Not waited for: a disk may not answer.
      Task.detached { [events] in events.send(.historyTried(await openHistory())) }
      return
    }
    guard await parts.outcomes.saveUnsaved() else { return }
    do throws(HistoryFailure) {
      try await parts.runner.recover()
      try await parts.outcomes.alerts.resume()
    } catch {
      return parts.health.note(error)
    }
    parts.health.historyRetry.beginListing()
    await parts.queue.listAll(reason: .periodic)
    if parts.health.historyRetry.endListing() { parts.health.clear(\.history) }
  }

  // MARK: Time

  private func setTimer() {
    let (queue, runner, health) = (parts.queue, parts.runner, parts.health)
    if queue.hasWork || runner.isScanning || runner.isCircuitOpen || !parts.outcomes.unsaved.isEmpty {
      queue.scheduleListing()
      health.idleMemory.notePending()
    } else {
      queue.noteRest()
      health.noteRest()
    }
    // While a try to open the history goes on, its end wakes the loop.
    let deadlines = [
      queue.nextDeadline, parts.dispatcher.reader.nextDeadline, runner.nextDeadline,
      isOpeningHistory ? nil : health.historyRetry.nextTry, health.idleMemory.nextRelease,
    ]
    timer.set(deadlines.compactMap { $0 }.min())
  }

  private func updateStatus() async {
    let waiting = parts.runner.isCircuitOpen ? await parts.queue.waitingCount() : 0
    parts.health.updateStatus(folderCount: parts.queue.folders.count, waiting: waiting)
  }
}
