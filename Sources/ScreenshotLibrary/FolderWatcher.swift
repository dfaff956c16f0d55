package import LinuxSystem
package import SystemPackage

/// Watches folders for screenshots through inotify, each on a thread of its own that sleeps until something happens, so
/// that a server that does not answer holds up no other folder.
///
/// Events are hints: a reader that lists the folders at `.ready` and at every `.rescanNeeded` misses nothing. A folder
/// that is missing, silent, deleted, renamed or replaced is waited for without limit.
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

  /// Starts watching. The first events are the missing folders, then `.ready`. Folders may be links and need not exist;
  /// relative paths start at the working directory, and events carry absolute ones.
  /// - Throws: `SystemError` if no thread or eventfd can be created. At an inotify limit the watcher polls.
  package init(folders: [FilePath], options: Options = Options()) throws(SystemError) {
    let folders = Self.absolute(folders)
    let queue = FolderEventQueue(capacity: options.maximumPendingEvents, folders: folders)
    var alarms: [FolderWatcherAlarm] = []
    do throws(SystemError) {
      for (source, folder) in folders.enumerated() {
        let alarm = try FolderWatcherAlarm()
        try DedicatedThread.start {
          var loop = FolderWatcherLoop(folder: folder, options: options, alarm: alarm, queue: queue, source: source)
          loop.run()
        }
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

  /// Checks that the watched folders are still the ones at their paths. Only needed where /proc, and so news of mounts,
  /// is not available; call it now and then when awake anyway.
  package func verifyFolders() {
    for alarm in alarms { alarm.event.signal() }
  }

  /// Absolute paths, each once.
  private static func absolute(_ folders: [FilePath]) -> [FilePath] {
    let base = (try? FilePath.workingDirectory()) ?? FilePath("/")
    var seen: Set<FilePath> = []
    return folders.map { $0.isAbsolute ? $0 : base.pushing($0) }.filter { seen.insert($0).inserted }
  }

  /// Ends the events, and each thread as soon as its folder answers.
  package func stop() {
    queue.finish()
    for alarm in alarms { alarm.event.signal() }
  }
}

/// Wakes a thread of the watcher, which looks whether the queue has ended, or else where its folder is now.
final class FolderWatcherAlarm: Sendable {
  let event: EventDescriptor

  init() throws(SystemError) { event = try EventDescriptor() }
}
