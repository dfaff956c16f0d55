internal import CSandbox
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import Settings
internal import Synchronization
internal import SystemPackage

/// What a program gives up before it does anything else: the network, new privileges, a readable memory; the watcher
/// also all changes of files that are not its own, and all programs but the worker (docs/threat-model.md).
package enum Confinement {
  /// Confines the command, which may write where its user may.
  ///
  /// Must be called before the first thread is started, because Landlock confines the calling thread and those that it
  /// starts. Ends the process if any of it fails.
  package static func enterCommand() {
    // Only what may have to open a window needs one, and does that only where there is no terminal.
    if !Console.hasTerminal, CommandLine.arguments.contains(where: { ["latest", "open"].contains($0) }) {
      storedLauncher.withLock { $0 = try? LauncherProcess() }
    }
    let environment = ProcessInfo.processInfo.environment
    enter(Rights(writable: [], programFolder: nil), environment)
  }

  /// Opens programs for the user, which must not share the confinement; nil for commands that open none, and where there
  /// was no room for it.
  static var launcher: LauncherProcess? { storedLauncher.withLock { $0 } }
  private static let storedLauncher = Mutex<LauncherProcess?>(nil)

  /// Confines the watcher; as `enterCommand`.
  package static func enterWatcher() {
    storedLauncher.withLock { $0 = try? LauncherProcess() }
    // All that it writes is private, whatever the session's umask is.
    umask(0o077)
    let environment = ProcessInfo.processInfo.environment
    enter(watcherRights(environment), environment)
  }

  private struct Rights {
    var writable: [FilePath]
    var programFolder: FilePath?
  }

  /// The parents of the watcher's directories: a directory that is deleted and made again is another one to Landlock, and
  /// what is mounted over it hides it.
  private static func watcherRights(_ environment: [String: String]) -> Rights {
    // Without a home directory the watcher ends before it writes anything.
    guard let directories = try? XDGDirectories(environment: environment), let files = try? ProgramFiles() else {
      return Rights(writable: ["/dev/null"], programFolder: "/nonexistent")
    }
    let worker = (try? files.worker()) ?? files.folder.appending("none")
    return Rights(
      writable: [directories.data, directories.state, directories.runtime].map { existing($0.removingLastComponent()) }
        + settingsDirectory(directories),
      programFolder: worker.removingLastComponent())
  }

  /// Where the watcher writes an example of the settings when the user asks for them and there are none. Itself, not its
  /// parent, which holds what runs at login.
  private static func settingsDirectory(_ directories: XDGDirectories) -> [FilePath] {
    (try? PrivateDirectory.create(directories.configuration)) == nil ? [] : [directories.configuration]
  }

  /// The directory, made if it is missing, or else the nearest above it that is there.
  private static func existing(_ directory: FilePath) -> FilePath {
    try? PrivateDirectory.create(directory)
    var path = directory
    while path.components.count > 0, (try? FileStatus(of: path, followingSymlinks: true)) == nil {
      path.removeLastComponent()
    }
    return path
  }

  /// The desktop's bus and the service manager must stay in reach (sd_notify(3): "@" is an abstract socket).
  private static func forbidsAbstractSockets(_ environment: [String: String]) -> Bool {
    // libxcb takes an abstract socket for an X server on this machine, and gives up where that is forbidden.
    let asksXServer = CommandLine.arguments.dropFirst().first == "clipboard" && environment["DISPLAY"] != nil
    return !asksXServer && !(environment["DBUS_SESSION_BUS_ADDRESS"] ?? "").contains("abstract=")
      && !(environment["NOTIFY_SOCKET"] ?? "").hasPrefix("@")
  }

  private static func enter(_ rights: Rights, _ environment: [String: String]) {
    var status = ocrscan_keep_memory_private()
    var result = unsafe ocrscan_confinement()
    if status == 0 {
      let paths = unsafe (rights.writable + (rights.programFolder.map { [$0] } ?? [])).map { unsafe strdup($0.string) }
      defer { unsafe paths.forEach { unsafe free($0) } }
      func path(_ index: Int, _ isThere: Bool) -> UnsafePointer<CChar>? {
        isThere ? unsafe paths[index].map { unsafe UnsafePointer($0) } : nil
      }
      let count = rights.writable.count
      var kept = unsafe ocrscan_program_rights()
      unsafe kept.writable = unsafe (
        path(0, count > 0), path(1, count > 1), path(2, count > 2), path(3, count > 3)
      )
      unsafe kept.program_folder = unsafe path(count, rights.programFolder != nil)
      unsafe kept.forbids_abstract_sockets = forbidsAbstractSockets(environment) ? 1 : 0
      status = unsafe ocrscan_confine_program(&kept, &result)
    }
    guard status < 0 else { return }
    let step = unsafe result.failed_step.map { unsafe String(cString: $0) } ?? "private memory"
    let reason = SystemError(step, errno: -status).reason
    let failure = ScanFailure(.workerUnavailable, detail: "the sandbox could not be set up (\(step): \(reason))")
    Console(.auto, environment: environment).report(FailureCatalog.describe(failure))
    exit(failure.code.exitStatus.rawValue)
  }

  // MARK: What doctor shows

  /// The version of Landlock that the kernel has; 0 for none.
  static var landlockVersion: Int32 { ocrscan_landlock_version() }

  /// Whether the kernel says of a process that it has a filter of system calls and gets no new privileges (proc(5)).
  static func isConfined(_ processID: Int32) -> Bool {
    guard let file = try? OwnedDescriptor.openFile(FilePath("/proc/\(processID)/status"), followingSymlinks: false)
    else {
      return false
    }
    var buffer = [UInt8](repeating: 0, count: 8192)
    guard let count = try? OwnedDescriptor.read(from: file.raw, into: &buffer, atMost: buffer.count) else {
      return false
    }
    let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    return lines.contains("NoNewPrivs:\t1") && lines.contains("Seccomp:\t2")
  }
}
