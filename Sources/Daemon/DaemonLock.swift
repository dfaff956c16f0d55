package import LinuxSystem
package import ScanModel
package import Settings
internal import SystemPackage

/// At most one daemon runs in a session, and at most one on a history: two would alert twice.
package final class DaemonLock: Sendable {
  private let session: InstanceLock
  /// Nil if the folder of the history cannot hold a lock.
  private let history: InstanceLock?

  private init(session: consuming InstanceLock, history: consuming InstanceLock?) {
    self.session = session
    self.history = history
  }

  private static func sessionFile(in directory: FilePath) -> FilePath { directory.appending("daemon.lock") }

  /// Has a name of its own, because both files can be in the same folder.
  private static func historyFile(in directory: FilePath) -> FilePath { directory.appending("watcher.lock") }

  /// The files of both locks. That of the history comes first: a command concerns the daemon that uses its history.
  private static func files(_ directories: XDGDirectories) -> [FilePath] {
    [historyFile(in: directories.data), sessionFile(in: directories.runtime)]
  }

  /// The daemon that runs in this session or uses this history, as far as the locks say.
  package static func look(in directories: XDGDirectories) -> InstanceLock.State {
    files(directories).lazy.map { state(of: $0) }.first { $0 != .free } ?? .free
  }

  /// The daemon that runs in this session: its status is in the runtime folder, its alerts are on this desktop.
  package static func look(inSession directories: XDGDirectories) -> InstanceLock.State {
    state(of: sessionFile(in: directories.runtime))
  }

  private static func state(of file: FilePath) -> InstanceLock.State { (try? InstanceLock.look(at: file)) ?? .free }

  package static func signal(_ number: Int32, in directories: XDGDirectories) {
    for file in files(directories) where (try? InstanceLock.signalHolder(of: file, number)) == true { return }
  }

  /// Acquires the locks, which are released when the process ends, however it ends.
  /// - Throws: `ScanFailure` with `scan_in_progress` if another daemon runs, or `permission_denied`.
  package static func acquire(in directories: XDGDirectories) throws(ScanFailure) -> DaemonLock {
    let session = try lockSession(in: directories.runtime)
    return DaemonLock(session: session, history: try lockHistory(in: directories.data))
  }

  private static func lockSession(in directory: FilePath) throws(ScanFailure) -> InstanceLock {
    do {
      _ = try PrivateDirectory.open(directory)
    } catch {
      throw ScanFailure(.permissionDenied, subject: "\(directory.displayName)", detail: "\(error.reason)")
    }
    let attempt: InstanceLock.Attempt
    do {
      attempt = try InstanceLock.tryAcquire(sessionFile(in: directory))
    } catch {
      throw ScanFailure(.permissionDenied, subject: "\(directory.displayName)", detail: "\(error.reason)")
    }
    return try acquired(attempt)
  }

  /// Sessions with different runtime folders, as of cron(8) and su(1), can have the same history.
  /// - Returns: Nil if nothing can be locked there, which is no reason not to scan. On a network file system a lock
  ///   would keep out the daemon of another machine, which sees other screenshots.
  private static func lockHistory(in directory: FilePath) throws(ScanFailure) -> InstanceLock? {
    guard (try? PrivateDirectory.open(directory)) != nil, !NetworkFileSystem.holds(directory),
      let attempt = try? InstanceLock.tryAcquire(historyFile(in: directory))
    else { return nil }
    return try acquired(attempt)
  }

  private static func acquired(_ attempt: consuming InstanceLock.Attempt) throws(ScanFailure) -> InstanceLock {
    switch consume attempt {
    case .acquired(let lock): return lock
    case .heldBy(let processID):
      let process: Message = processID.map { " (process \($0))" } ?? ""
      throw ScanFailure(.scanInProgress, detail: "ocr-scand is already running\(process)")
    }
  }
}
