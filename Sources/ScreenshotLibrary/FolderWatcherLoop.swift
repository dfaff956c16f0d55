internal import LinuxSystem
internal import SystemPackage

/// The loop of a folder's thread: waits, reads events, and keeps the watches on the folder and its dated ones.
struct FolderWatcherLoop: ~Copyable {
  private let options: FolderWatcher.Options
  private let alarm: FolderWatcherAlarm
  private let queue: FolderEventQueue
  /// Which of the queue's folders this is.
  private let source: Int
  private let changes: SystemEvents
  private var watches: FolderWatches
  /// Events to publish together.
  private var events: [FolderEvent] = []
  /// Whether events that belong with them were lost.
  private var hasLost = false

  init(
    folder: FilePath, options: FolderWatcher.Options, alarm: FolderWatcherAlarm, queue: FolderEventQueue, source: Int
  ) {
    self.options = options
    self.alarm = alarm
    self.queue = queue
    self.source = source
    changes = options.makeChanges()
    watches = FolderWatches(folder: folder, isRemote: options.isRemote)
  }

  /// Runs until the queue has ended.
  mutating func run() {
    events += watches.arrange()
    events.append(.ready)
    publish()
    let clock = ContinuousClock()
    var nextPoll = clock.now + options.pollInterval
    while true {
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
      if !ready.isDisjoint(with: [.first, .firstBroken]) {
        readEvents(isBroken: ready.contains(.firstBroken))
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
      publish()
    }
  }

  private mutating func readEvents(isBroken: Bool) {
    if isBroken {
      watches.dropInstance(after: SystemError("ppoll", errno: Errno.ioError.rawValue))
      return
    }
    let batch = watches.read()
    var mustArrange = false
    for event in batch.events {
      mustArrange = watches.concernsFolders(event) || mustArrange
      events += watches.fileEvents(for: event)
    }
    if batch.isMalformed || batch.events.contains(where: { $0.mask.contains(.overflowed) }) { hasLost = true }
    if mustArrange || hasLost { events += watches.arrange() }
  }

  private mutating func publish() {
    guard !events.isEmpty || hasLost else { return }
    queue.append(events, from: source, hasLost: hasLost, summary: watches.rescanRequests(reason: .overflow))
    events.removeAll(keepingCapacity: true)
    hasLost = false
  }
}
