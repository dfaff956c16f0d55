internal import DesktopAlerts
internal import EventLog
internal import FoundationEssentials
internal import LinuxSystem
internal import Logging
internal import PNGContainer
internal import ScanHistory
internal import ScanModel
internal import ScreenshotLibrary
internal import ServiceLifecycle
internal import ServiceManager
internal import Synchronization
internal import SystemPackage
internal import WorkerClient

/// The daemon: every screenshot that stays in a watched folder gets exactly one recorded outcome.
///
/// The listing of the folders and the history are the truth, inotify is a hint that something is worth a look. One
/// loop takes hints, timers and ends of scans in turn, so its state needs no lock; it sleeps without any timer while
/// nothing is pending. One screenshot is scanned at a time, by all workers together.
package actor WatchService: Service {
  enum Input: Sendable {
    case folder(FolderEvent)
    case due
    case scanEnded
    case watchdog
    case stop
  }

  /// A scan that is running, for the case that its file goes away or the daemon stops.
  struct RunningScan {
    var path: FilePath
    var task: Task<Void, Never>
  }

  let parts: WatchParts
  let inputs: AsyncStream<Input>
  let inbox: AsyncStream<Input>.Continuation
  let reading = BlockingWork(label: "screenshot-reading")
  var tracker = ArrivalTracker()
  /// When each followed file was first announced, for the time it waited.
  var announced: [FilePath: SuspendingClock.Instant] = [:]
  var running: RunningScan?
  /// What could not be written to the history is kept here, so that it is neither lost nor scanned over and over.
  var unsaved = UnsavedOutcomes()
  var alert: (path: FilePath, shown: ShownAlert)?
  /// Why alerts do not work, as it was told last: told again only when it changes.
  var alertTrouble: AlertFailure?
  private var lastPurge: SuspendingClock.Instant?
  private var timer: (instant: ArrivalTracker.Instant, task: Task<Void, Never>)?
  private var isReady = false

  /// - Parameter parts: Everything the daemon works with.
  package init(_ parts: WatchParts) {
    self.parts = parts
    (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
  }

  /// Watches until the service group shuts down.
  /// - Throws: `ScanFailure` with `save_failed` or `fetch_failed` when the history does not answer at the start.
  package func run() async throws {
    let inbox = self.inbox
    try await withGracefulShutdownHandler {
      try await recover()
      let forwarding = Task { [watcher = parts.watcher] in
        for await event in watcher.events { inbox.yield(.folder(event)) }
      }
      let watchdog = startWatchdog()
      for await input in inputs {
        if case .stop = input { break }
        await handle(input)
        await pump()
        await purgeOldEntries()
        setTimer()
      }
      watchdog?.cancel()
      forwarding.cancel()
      await stop()
    } onGracefulShutdown: {
      inbox.yield(.stop)
    }
  }

  private func handle(_ input: Input) async {
    switch input {
    case .folder(let event): await handle(event)
    case .due, .stop: break  // pump() looks at what is due after every input
    case .scanEnded: running = nil
    case .watchdog: parts.serviceManager.ping()
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
      if hint == .created { parts.pool.warmUp(min(parts.shares, 2)) }
      if announced[path] == nil { announced[path] = .now }
      tracker.noteArrival(path, hint: hint, now: .now)
    case .removed(let path): await noteRemoval(path)
    case .rescanNeeded(let folder, let reason): await rescan(folder, reason: reason.event)
    case .folderMissing(let folder): report(ScanFailure(.folderNotFound, subject: folder.displayName))
    case .folderUnreadable(let folder): report(ScanFailure(.permissionDenied, subject: folder.displayName))
    case .watchLimitReached(let error): report(ScanFailure(.watchLimitReached, detail: error.reason))
    }
  }

  private func recordAccess(to folder: FilePath) async {
    let access = await reading.run { FolderAccess.check(folder) }
    let status: ScanEvent.Access =
      switch access {
      case .authorized: .authorized
      case .limited: .limited
      case .denied: .denied
      case .notDetermined: .notDetermined
      }
    parts.events.record(.permissionCheck(status: status), scanID: nil)
  }

  /// Takes the next thing to do, until a scan is running or nothing is due.
  private func pump() async {
    if tracker.takeLostArrivals() {
      for folder in parts.folders { await rescan(folder, reason: .overflow) }
    }
    while let path = tracker.takeDue(now: .now) { await take(path) }
    while running == nil, let path = await nextPending() { await take(path) }
  }

  /// Files that wait in the history, for example from a listing, and are not being followed already.
  private func nextPending() async -> FilePath? {
    do {
      let waiting = try await parts.history.pending(limit: tracker.count + 1)
      return waiting.map(\.file.path).first { !tracker.isFollowing($0) && !unsaved.holds($0) }
    } catch {
      report(error.scanFailure)
      return nil
    }
  }

  /// Once a day, but only when the loop is awake anyway: keeping days is no reason to wake an idle machine.
  private func purgeOldEntries() async {
    if let lastPurge, SuspendingClock.now - lastPurge < .seconds(86_400) { return }
    lastPurge = .now
    do {
      _ = try await parts.history.purge(olderThanDays: parts.retentionDays, now: Date())
    } catch {
      report(error.scanFailure)
    }
  }

  private func setTimer() {
    guard let next = tracker.nextDeadline else {
      timer?.task.cancel()
      timer = nil
      return
    }
    guard timer?.instant != next else { return }
    timer?.task.cancel()
    let inbox = self.inbox
    let task = Task {
      try? await Task.sleep(until: next, clock: .continuous)
      if !Task.isCancelled { inbox.yield(.due) }
    }
    timer = (next, task)
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
    parts.serviceManager.stopping()
    timer?.task.cancel()
    parts.watcher.stop()
    if let scan = running {
      scan.task.cancel()
      await scan.task.value
      try? await parts.history.requeue(scan.path)
    }
    parts.pool.shutDown()
    parts.history.close()
    parts.logger.info("stopped")
  }

  /// Tells of a failure that belongs to no screenshot.
  func report(_ failure: ScanFailure) {
    let description = FailureCatalog.describe(failure)
    parts.serviceManager.status(description.message)
    parts.didFail(description)
  }
}
