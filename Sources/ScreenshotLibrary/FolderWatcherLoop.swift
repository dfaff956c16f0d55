internal import LinuxSystem
internal import SystemPackage

/// The loop of a watcher's thread: waits, reads events, and keeps the watches on the folders.
struct FolderWatcherLoop: ~Copyable {
  private let options: FolderWatcher.Options
  private let mailbox: Mailbox
  private let queue: FolderEventQueue
  private let changes: SystemEvents
  private var watches: FolderWatches
  /// Events to publish together.
  private var news: [FolderEvent] = []

  init(folders: [FilePath], options: FolderWatcher.Options, mailbox: Mailbox, queue: FolderEventQueue) {
    self.options = options
    self.mailbox = mailbox
    self.queue = queue
    changes = options.makeChanges()
    watches = FolderWatches(folders: folders, isRemote: options.isRemote)
  }

  /// Runs until a request asks it to stop.
  mutating func run() {
    news += watches.arrange()
    news.append(.ready)
    publish()
    let clock = ContinuousClock()
    var nextPoll = clock.now + options.pollInterval
    while true {
      // With nothing to poll there is no timer, so an idle watcher causes no wake-ups.
      let timeout = watches.mustPoll ? max(.zero, nextPoll - clock.now) : nil
      let ready = wait(timeout)
      if ready.contains(.second) {
        let letter = mailbox.take()
        if letter.mustStop { return }
        obey(letter)
      }
      if !ready.isDisjoint(with: [.first, .firstBroken]) {
        readEvents(isBroken: ready.contains(.firstBroken))
      }
      if ready.contains(.clockChanged) {
        changes.clear()
        news += watches.summary(reason: .resumed)
      }
      // A file system mounted over a folder sends no event to the watch of the covered folder (inotify(7)).
      if !ready.isDisjoint(with: [.clockChanged, .mountsChanged]) { news += watches.arrange() }
      if !watches.mustPoll {
        nextPoll = clock.now + options.pollInterval
      } else if clock.now >= nextPoll {
        news += watches.arrange() + watches.polled()
        nextPoll = clock.now + options.pollInterval
      }
      publish()
    }
  }

  private func wait(_ timeout: Duration?) -> Readiness {
    // ppoll(2) fails only without kernel memory (ENOMEM). Checking both is safe then, because neither read blocks.
    (try? Readiness.wait(first: watches.descriptor, second: mailbox.descriptor, changes: changes, timeout: timeout))
      ?? [.first, .second]
  }

  private mutating func obey(_ letter: Mailbox.Letter) {
    if let folders = letter.folders {
      news += watches.replaceFolders(folders)
      news.append(.ready)
    } else if letter.mustVerify {
      news += watches.arrange()
    }
  }

  private mutating func readEvents(isBroken: Bool) {
    if isBroken {
      watches.giveUp(SystemError("ppoll", errno: Errno.ioError.rawValue))
      return
    }
    let batch = watches.read()
    var mustArrange = false
    for event in batch.events {
      mustArrange = watches.concernsFolders(event) || mustArrange
      news += watches.news(of: event)
    }
    let hasLost = batch.isMalformed || batch.events.contains { $0.mask.contains(.overflowed) }
    if hasLost { news += watches.summary(reason: .overflow) }
    if mustArrange || hasLost { news += watches.arrange() }
  }

  private mutating func publish() {
    guard !news.isEmpty else { return }
    let summary = watches.summary(reason: .overflow)
    queue.append(news) { summary }
    news.removeAll(keepingCapacity: true)
  }
}
