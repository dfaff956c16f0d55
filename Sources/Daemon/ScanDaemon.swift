internal import EventLog
internal import History
internal import LinuxSystem
internal import Notifications
internal import ScanModel
internal import ScreenshotLibrary
internal import ServiceLifecycle
internal import Settings
internal import SystemPackage

/// The daemon: every screenshot that stays in a watched folder gets exactly one recorded outcome. One loop handles
/// events in turn, and sleeps without any timer while nothing is pending. The parts decide what to do about an event;
/// the loop decides when each part runs.
@DaemonActor final class ScanDaemon: ReplaceableDaemon {
  struct Parts: Sendable {
    var watcher: any FolderEventSource
    var queue: ScanQueue
    var dispatcher: ScanDispatcher
    var runner: ScanRunner
    var outcomes: OutcomeRecorder
    var responses: NotificationResponseHandler
  }

  struct Hooks: Sendable {
    /// Builds the next daemon after a reload request or a change of the settings; nil if this daemon should continue.
    var makeSuccessor: MakeSuccessor
    /// Builds the next daemon after the history was lost and this one has ended.
    var beginAgain: @Sendable () async throws -> DaemonMode
    /// Tries to open a history that could not be opened before, and returns whether it is; nil if there is one.
    var openHistory: (@Sendable () async -> Bool)?
    /// Called once, when every watch stands.
    var didBecomeReady: @Sendable () -> Void
    /// Called at the very end, to close what the parts used.
    var didStop: @Sendable () -> Void
  }

  let context: DaemonContext
  let parts: Parts
  let hooks: Hooks
  let timer: DaemonTimer
  private var isReady = false
  /// Folders that did not answer at the start.
  private var silentFolders: Set<FilePath> = []
  private var isOpeningHistory = false
  /// What follows is being put together, and the strongest reason to do so again.
  var succession: (task: Task<Void, Never>, again: ReloadReason?)?

  nonisolated init(_ context: DaemonContext, _ parts: Parts, hooks: Hooks) {
    self.context = context
    self.parts = parts
    self.hooks = hooks
    timer = DaemonTimer(events: context.events, time: context.time)
  }

  nonisolated func reload(_ reason: ReloadReason) -> Bool { context.events.send(.reload(reason)) }

  func watch() async throws -> DaemonEnd {
    await withGracefulShutdownHandler {
      await context.notifications.serve(
        context.settings, didChange: { [events = context.events] in events.send(.notificationsChanged($0)) },
        didRespond: { [events = context.events] in events.send(.responded($0)) })
      do throws(HistoryFailure) {
        try await parts.runner.recover()
        try await parts.outcomes.alerts.resume()
      } catch {
        if HealthMonitor.meansLoss(error) { return await end(.historyLost(beginAgain: hooks.beginAgain)) }
        // It is tried again while screenshots are scanned.
        context.health.note(error)
      }
      let watchdog = context.health.serviceManager.startWatchdog(context.time) { [events = context.events] in
        events.send(.watchdog)
      }
      let (handled, didHandle) = AsyncStream.makeStream(of: Void.self)
      // One hint at a time, because the loop's queue is not bounded, as the watcher's is.
      let forwarding = Task { [events = context.events, watcher = parts.watcher] in
        var turns = handled.makeAsyncIterator()
        for await event in watcher.events {
          events.send(.folder(event))
          guard await turns.next() != nil else { return }
        }
      }
      let reason = await runLoop(didHandleFolderEvent: { didHandle.yield() })
      watchdog?.cancel()
      forwarding.cancel()
      return await end(reason)
    } onGracefulShutdown: { [events = context.events] in
      events.send(.stop)
    }
  }

  // MARK: The loop

  private func runLoop(didHandleFolderEvent: () -> Void) async -> DaemonEnd.Reason {
    for await event in context.events.stream {
      context.health.noteProgress()
      switch event {
      case .stop: return .stopped
      case .historyLost: return .historyLost(beginAgain: hooks.beginAgain)
      case .historyTried(true):
        context.health.clear(\.history)
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
      case .watchdog: context.health.serviceManager.ping()
      default:
        context.health.idleMemory.noteActivity()
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
    case .notificationsChanged(let failure): context.health.noteNotifications(failure?.scanFailure)
    case .responded(let response): await handle(response)
    // The loop looks at what is due after every event, and takes the others itself.
    case .due, .timer, .watchdog, .stop, .historyLost, .historyTried, .reload, .succession: break
    }
  }

  private func handle(_ event: FolderEvent) async {
    let (queue, health) = (parts.queue, context.health)
    switch event {
    case .ready:
      // A silent one is listed when it answers.
      for folder in context.folders where !silentFolders.contains(folder) {
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
      context.health.note(error)
    }
    if response == .retry { context.events.send(.reload(.requested)) }
  }

  private func becomeReady() {
    guard !isReady else { return }
    isReady = true
    context.health.serviceManager.ready()
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
    if await parts.dispatcher.dispatch() { context.events.send(.due) }
    parts.runner.tryCircuit()
  }

  /// Stores unsaved outcomes when a retry is due, and lists the folders if that works.
  private func retryHistory() async {
    guard !isOpeningHistory, context.health.historyRetry.beginTry(now: context.time.now()) else { return }
    if let openHistory = hooks.openHistory {
      isOpeningHistory = true
      // Not waited for: a disk may not answer.
      Task.detached { [events = context.events] in events.send(.historyTried(await openHistory())) }
      return
    }
    guard await parts.outcomes.saveUnsaved() else { return }
    do throws(HistoryFailure) {
      try await parts.runner.recover()
      try await parts.outcomes.alerts.resume()
    } catch {
      return context.health.note(error)
    }
    context.health.historyRetry.beginListing()
    await parts.queue.listAll(reason: .periodic)
    if context.health.historyRetry.endListing() { context.health.clear(\.history) }
  }

  // MARK: Time

  private func setTimer() {
    let (queue, runner, health) = (parts.queue, parts.runner, context.health)
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
    context.health.updateStatus(folderCount: context.folders.count, waiting: waiting)
  }
}

// How a daemon ends, and what follows it.
extension ScanDaemon {
  /// Begins to put together what follows. Not waited for: a disk may not answer.
  func prepareSuccession(_ reason: ReloadReason) {
    if let succession {
      self.succession?.again = max(succession.again ?? reason, reason)
      return
    }
    let task = Task.detached { [events = context.events, makeSuccessor = hooks.makeSuccessor] in
      let successor = await makeSuccessor(reason)
      events.send(.succession(successor))
    }
    succession = (task, nil)
  }

  /// Ends everything of this daemon; what was being scanned waits in the history for the next one.
  func end(_ reason: DaemonEnd.Reason) async -> DaemonEnd {
    var end = DaemonEnd(reason: reason, untakenReload: succession?.again)
    // One that is put together already follows, whatever has come between; the program's own end does not wait for it.
    if case .historyLost = reason, let succession {
      await context.health.serviceManager.pinging(context.time) { await succession.task.value }
    }
    context.events.finish()
    for await event in context.events.stream {
      switch event {
      // A reload requested from here on is left to the next daemon.
      case .reload(let reason): end.untakenReload = max(end.untakenReload ?? reason, reason)
      case .succession(let successor?):
        if case .historyLost = reason { end.reason = .succeeded(by: successor) }
      case .responded(let response): await context.notifications.keep(response)
      default: break
      }
    }
    let isLast =
      switch end.reason {
      case .stopped, .outdated: true
      case .succeeded, .historyLost: false
      }
    if isLast { context.health.serviceManager.stopping() }
    if case .succeeded = end.reason { context.health.serviceManager.reloading() }
    timer.cancel()
    parts.watcher.stop()
    await parts.runner.stop()
    // What waits for a service outlives a daemon that is replaced, and the next one finds it in the history.
    if isLast { await context.notifications.stop() }
    await parts.outcomes.end(isLast: isLast)
    hooks.didStop()
    return end
  }
}
