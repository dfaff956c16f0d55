internal import CSandbox
internal import Glibc
package import LinuxSystem
internal import Pipeline
package import ScanModel
internal import Settings
internal import Synchronization
internal import SystemPackage

/// The sandbox of all programs except the worker: what they give up before they do anything else (docs/security.md).
package enum ProgramSandbox {
  package enum Kind: Sendable, Hashable {
    /// May write wherever its user may. `opensPrograms`: may open a window for the user. `asksXServer`: libxcb expects
    /// a local X server on an abstract socket, and gives up if that is forbidden.
    case command(opensPrograms: Bool, asksXServer: Bool)
    case watcher
    /// X servers listen on abstract sockets (unix(7)), and portals ask the kernel which process is calling
    /// (/proc/PID/root) and do not answer if they cannot tell.
    case window
  }

  private static let storedLauncher = Mutex<LauncherProcess?>(nil)

  /// Opens programs for the user, which must not inherit the sandbox; nil if it was not started, or could not be.
  package static var launcher: LauncherProcess? { storedLauncher.withLock { $0 } }

  private static func startLauncher() { storedLauncher.withLock { $0 = try? LauncherProcess() } }

  /// Permanently gives up the network and new privileges; the watcher also gives up changing any files but its own and
  /// running any program but the worker. Keeps memory contents out of core files and crash reports.
  ///
  /// Must be called before the first thread is started, because Landlock confines only the calling thread and those it
  /// starts later. If any of it fails, calls `report` and ends the process.
  package static func enter(_ kind: Kind, _ environment: [String: String], report: (ScanFailure) -> Void) {
    switch kind {
    case .command(let opensPrograms, _): if opensPrograms { startLauncher() }
    case .watcher, .window:
      startLauncher()
      // Everything these write is private, whatever the session's umask.
      umask(0o077)
    }
    do {
      try confine(kind, environment)
    } catch {
      report(error)
      exit(error.code.exitStatus.rawValue)
    }
  }

  private static func confine(_ kind: Kind, _ environment: [String: String]) throws(ScanFailure) {
    // Without writable folders, files and programs are not restricted.
    let (writable, programFolder) = kind == .watcher ? watcherFolders(environment) : ([], nil)
    var status = kind == .window ? ocrscan_keep_memory_off_disk() : ocrscan_keep_memory_private()
    var result = unsafe ocrscan_confinement()
    if status == 0 {
      let folders = [programFolder] + writable + Array(repeating: nil, count: 4 - writable.count)
      let paths = unsafe folders.map { unsafe $0.flatMap { unsafe strdup($0.string) } }
      defer { unsafe paths.forEach { unsafe free($0) } }
      func path(_ index: Int) -> UnsafePointer<CChar>? { unsafe UnsafePointer(paths[index]) }
      var rights = unsafe ocrscan_program_rights()
      unsafe rights.program_folder = unsafe path(0)
      unsafe rights.writable = unsafe (path(1), path(2), path(3), path(4))
      unsafe rights.forbids_abstract_sockets = forbidsAbstractSockets(kind, environment) ? 1 : 0
      status = unsafe ocrscan_confine_program(&rights, &result)
    }
    guard status < 0 else { return }
    let step = unsafe result.failed_step.map { unsafe String(cString: $0) } ?? "private memory"
    let reason = SystemError(step, errno: -status).reason
    throw ScanFailure(.workerUnavailable, detail: "the sandbox could not be set up (\(step): \(reason))")
  }

  /// The desktop's bus and the service manager must stay reachable (sd_notify(3): "@" is an abstract socket).
  private static func forbidsAbstractSockets(_ kind: Kind, _ environment: [String: String]) -> Bool {
    switch kind {
    case .window, .command(_, asksXServer: true): false
    case .watcher, .command:
      !(environment["DBUS_SESSION_BUS_ADDRESS"] ?? "").contains("abstract=")
        && !(environment["NOTIFY_SOCKET"] ?? "").hasPrefix("@")
    }
  }

  /// Where the watcher may write: the parents of its directories, because to Landlock a directory that is made again
  /// or mounted over is another one. Of the settings, of which it may write an example, the directory itself: its
  /// parent also holds programs to run at login.
  private static func watcherFolders(
    _ environment: [String: String]
  ) -> (writable: [FilePath], programFolder: FilePath?) {
    // Without a home directory the watcher ends before it writes anything.
    guard let directories = try? XDGDirectories(environment: environment), let files = try? ProgramFiles() else {
      return (["/dev/null"], "/nonexistent")
    }
    let worker = (try? files.worker()) ?? files.folder.appending("none")
    let hasSettings = (try? PrivateDirectory.create(directories.configuration)) != nil
    return (
      [directories.data, directories.state, directories.runtime].map { existing($0.removingLastComponent()) }
        + (hasSettings ? [directories.configuration] : []), worker.removingLastComponent()
    )
  }

  /// The directory, created if it is missing; if that fails, its nearest existing parent.
  private static func existing(_ directory: FilePath) -> FilePath {
    try? PrivateDirectory.create(directory)
    var path = directory
    while path.fileKind == nil, path.removeLastComponent() {}
    return path
  }

  package static var landlockVersion: Int32 { ocrscan_landlock_version() }  // 0 without Landlock

  /// Whether a process has a system-call filter and cannot gain privileges, according to the kernel (proc(5)).
  package static func isConfined(_ processID: Int32) -> Bool {
    let file = FilePath("/proc/\(processID)/status")
    guard let status = try? OwnedDescriptor.contents(of: file, followingSymlinks: false, upTo: 8192) else {
      return false
    }
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    return lines.contains("NoNewPrivs:\t1") && lines.contains("Seccomp:\t2")
  }
}
