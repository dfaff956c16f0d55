package import LinuxSystem
package import SystemPackage

/// Watches folders for screenshots through inotify, each on a thread of its own, so that a server that does not answer
/// holds up no other folder. A folder that is missing, silent or replaced is waited for without limit.
///
/// Events are hints: a reader that lists the folders at `.ready` and at every `.rescanNeeded` misses nothing.
package final class FolderWatcher: Sendable {
  package struct Options: Sendable {
    /// More pending events than this become one request to list each folder; at least 1.
    package var maximumPendingEvents = 4096
    /// How long the first look at a folder may take before `.ready` comes without it.
    package var patience = Duration.seconds(2)
    /// How often folders that cannot be watched are listed.
    package var pollInterval = Duration.seconds(5)
    /// Whether other machines can change this folder, which inotify does not see.
    package var isRemote: @Sendable (FilePath) -> Bool = { NetworkFileSystem.holds($0) }
    /// Reports suspends of the machine and changes of mounts.
    package var makeChanges: @Sendable () -> SystemEvents = { SystemEvents() }

    package init() {}
  }

  /// Events in order, for one reader. Ends after `stop()`.
  package let events: AsyncStream<FolderEvent>
  private let queue: FolderEventQueue
  private let alarms: [FolderWatcherAlarm]

  /// The first events are the missing folders, then `.ready`. Folders may be links and need not exist; relative paths
  /// start at the working directory, and events carry absolute ones.
  /// - Throws: `SystemError` if no thread or eventfd can be created. At an inotify limit the watcher polls.
  package init(folders: [FilePath], options: Options = Options()) throws(SystemError) {
    let folders = Self.absolute(folders)
    let queue = FolderEventQueue(capacity: options.maximumPendingEvents, folders: folders)
    var alarms: [FolderWatcherAlarm] = []
    do throws(SystemError) {
      for (source, folder) in folders.enumerated() {
        let alarm = try FolderWatcherAlarm()
        try DedicatedThread.start { Self.watch(folder, options, alarm, queue, source: source) }
        alarms.append(alarm)
      }
    } catch {
      queue.finish()
      for alarm in alarms { alarm.event.signal() }
      throw error
    }
    self.queue = queue
    self.alarms = alarms
    events = AsyncStream { await queue.next() }
    Task {
      try? await Task.sleep(for: options.patience)
      queue.stopWaiting()
    }
  }

  deinit { stop() }

  /// Checks that the folders are still the ones at their paths, now and then when awake anyway: without /proc there is
  /// no news of mounts.
  package func verifyFolders() {
    for alarm in alarms { alarm.event.signal() }
  }

  private static func absolute(_ folders: [FilePath]) -> [FilePath] {
    let base = (try? FilePath.workingDirectory()) ?? FilePath("/")
    var seen: Set<FilePath> = []
    return folders.map { $0.isAbsolute ? $0 : base.pushing($0) }.filter { seen.insert($0).inserted }
  }

  /// Ends the events, and each thread as soon as its folder answers.
  package func stop() {
    queue.finish()
    verifyFolders()
  }
}

/// Wakes a thread of the watcher, which looks whether the queue has ended, or else where its folder is now.
final class FolderWatcherAlarm: Sendable {
  let event: EventDescriptor

  init() throws(SystemError) { event = try EventDescriptor() }
}

extension FolderWatcher {
  /// Runs on a folder's thread until the queue has ended: waits, reads events, and keeps the watches on the folder and
  /// its dated ones. `source` is its number in the queue.
  private static func watch(
    _ folder: FilePath, _ options: Options, _ alarm: FolderWatcherAlarm, _ queue: FolderEventQueue, source: Int
  ) {
    let changes = options.makeChanges()
    var watches = FolderWatches(folder: folder, isRemote: options.isRemote)
    var events = watches.arrange() + [.ready]
    // Whether events that belong with them were lost.
    var hasLost = false
    let clock = ContinuousClock()
    var nextPoll = clock.now + options.pollInterval
    while true {
      if !events.isEmpty || hasLost {
        queue.append(events, from: source, hasLost: hasLost, summary: watches.rescanRequests(reason: .overflow))
        events.removeAll(keepingCapacity: true)
        hasLost = false
      }
      // With nothing to poll there is no timer, so an idle watcher causes no wake-ups.
      let timeout = watches.mustPoll ? max(.zero, nextPoll - clock.now) : nil
      // ppoll(2) fails only without kernel memory (ENOMEM). Reading is safe then, because it does not block.
      let ready =
        (try? Readiness.wait(
          first: watches.descriptor, second: alarm.event.descriptor.raw, changes: changes, timeout: timeout)) ?? .first
      // Cleared first, so that an alarm that comes in between is not lost.
      if ready.contains(.second) { alarm.event.clear() }
      if queue.isFinished { return }
      if ready.contains(.second) { events += watches.arrange() }
      if ready.contains(.firstBroken) {
        watches.dropInstance(after: SystemError("ppoll", errno: Errno.ioError.rawValue))
      } else if ready.contains(.first) {
        let batch = watches.read()
        var mustArrange = false
        for event in batch.events {
          mustArrange = watches.concernsFolders(event) || mustArrange
          events += watches.fileEvents(for: event)
        }
        hasLost = batch.isMalformed || batch.events.contains { $0.mask.contains(.overflowed) }
        if mustArrange || hasLost { events += watches.arrange() }
      }
      if ready.contains(.clockChanged) {
        changes.clear()
        events += watches.rescanRequests(reason: .resumed)
      }
      // A file system mounted over a folder sends no event to the watch of the covered folder (inotify(7)).
      if !ready.isDisjoint(with: [.clockChanged, .mountsChanged]) { events += watches.arrange() }
      if !watches.mustPoll {
        nextPoll = clock.now + options.pollInterval
      } else if clock.now >= nextPoll {
        events += watches.arrange() + watches.pollRequests()
        nextPoll = clock.now + options.pollInterval
      }
    }
  }
}
