package import LinuxSystem
internal import Synchronization
package import SystemPackage

/// Watches folders for screenshots: through inotify, on a thread of its own that sleeps until something happens.
///
/// Events are hints; the reader lists the folders at `.ready` and at every `.rescanNeeded`, and then knows everything.
/// A folder that is missing, deleted, renamed or replaced is waited for as long as it takes.
package final class FolderWatcher: Sendable {
  package struct Options: Sendable {
    /// More pending events than this become one request to list each folder; at least 1.
    package var maximumPendingEvents = 4096
    /// How often folders are listed that cannot be watched.
    package var pollInterval = Duration.seconds(5)
    /// Whether inotify misses changes in this folder, because they are made by other machines.
    package var isRemote: @Sendable (FilePath) -> Bool = { FileSystem.isRemote($0) }
    /// What tells that the machine has slept or that mounts have changed.
    package var makeChanges: @Sendable () -> SystemEvents = { SystemEvents() }

    package init() {}
  }

  /// What is told, in order. For one reader; ends after `stop()`, when the thread has ended.
  package let events: AsyncStream<FolderEvent>
  private let mailbox: Mailbox

  /// Starts to watch. The first events are the folders that are missing, then `.ready`.
  /// - Parameters:
  ///   - folders: Each may be a symbolic link, and need not exist. Relative paths start at the working directory of
  ///     now; events name the absolute ones.
  ///   - options: Bounds and intervals.
  /// - Throws: `SystemError` if no thread or eventfd can be made. Limits of inotify are not an error: then it polls.
  package init(folders: [FilePath], options: Options = Options()) throws(SystemError) {
    let mailbox = Mailbox(wakeUp: try EventDescriptor())
    let absolute = Self.absolute(folders)
    let queue = FolderEventQueue(capacity: options.maximumPendingEvents)
    self.mailbox = mailbox
    events = AsyncStream { await queue.next() }
    try DedicatedThread.start {
      var loop = FolderWatcherLoop(folders: absolute, options: options, mailbox: mailbox, queue: queue)
      loop.run()
      queue.finish()
    }
  }

  deinit {
    stop()
  }

  /// Watches these folders from now on, instead of the present ones; another `.ready` tells when they are watched.
  package func replaceFolders(_ folders: [FilePath]) {
    let absolute = Self.absolute(folders)
    mailbox.post { $0.folders = absolute }
  }

  /// Checks that the watched folders are still the ones at their paths. Everything is noticed without, except for mounts
  /// where /proc is not to be had; call it now and then when awake anyway.
  package func verifyFolders() {
    mailbox.post { $0.mustVerify = true }
  }

  private static func absolute(_ folders: [FilePath]) -> [FilePath] {
    let base = (try? FilePath.workingDirectory()) ?? FilePath("/")
    return folders.map { $0.isAbsolute ? $0 : base.pushing($0) }
  }

  /// Ends the thread. `events` ends when it has ended.
  package func stop() {
    mailbox.post { $0.mustStop = true }
  }
}

/// What the users of a watcher want of its thread.
final class Mailbox: Sendable {
  struct Letter {
    var folders: [FilePath]?
    var mustVerify = false
    var mustStop = false
  }

  private let letter = Mutex(Letter())
  private let wakeUp: EventDescriptor

  init(wakeUp: consuming EventDescriptor) {
    self.wakeUp = wakeUp
  }

  /// Readable when there is something to take.
  var descriptor: Int32 { wakeUp.descriptor.raw }

  func post(_ write: (inout Letter) -> Void) {
    letter.withLock { write(&$0) }
    wakeUp.signal()
  }

  func take() -> Letter {
    // Cleared first: a letter that comes in between signals again.
    wakeUp.clear()
    return letter.withLock { letter in
      defer { letter = Letter() }
      return letter
    }
  }
}
