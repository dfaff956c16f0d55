internal import CSandbox
internal import Glibc
package import LinuxSystem
package import ScanModel
internal import Synchronization
package import SystemPackage

/// The sandbox of all programs except the worker (docs/security.md).
package enum ProgramSandbox {
  /// The rights that a program keeps.
  package struct Rights: Sendable {
    /// Folders below which it may create, write and remove files, at most four. If there are none, files and programs
    /// are not restricted.
    package var writable: [FilePath]
    /// The folder of the only program that it may start.
    package var programFolder: FilePath?
    /// Whether it has a window: X servers listen on abstract sockets (unix(7)), and portals ask the kernel which
    /// process is calling (/proc/PID/root) and do not answer if they cannot tell.
    package var isOnDesktop: Bool
    /// Whether it talks to an X server without having a window: libxcb expects a local server on an abstract socket,
    /// and gives up if that is forbidden.
    package var asksXServer: Bool

    /// Keeps no rights on the desktop unless requested.
    package init(writable: [FilePath], programFolder: FilePath?, isOnDesktop: Bool = false, asksXServer: Bool = false) {
      self.writable = writable
      self.programFolder = programFolder
      self.isOnDesktop = isOnDesktop
      self.asksXServer = asksXServer
    }
  }

  private static let storedLauncher = Mutex<LauncherProcess?>(nil)

  /// Opens programs for the user, which must not inherit the sandbox; nil if it was not started, or could not be.
  package static var launcher: LauncherProcess? { storedLauncher.withLock { $0 } }

  /// Starts the launcher; must be called before `enter`.
  package static func startLauncher() { storedLauncher.withLock { $0 = try? LauncherProcess() } }

  /// Permanently gives up the network and new privileges, and if there are writable folders, changes to all other
  /// files. Keeps memory contents out of core files and crash reports.
  ///
  /// Must be called before the first thread is started, because Landlock confines only the calling thread and those it
  /// starts later.
  /// - Throws: `ScanFailure` with `worker_unavailable`; the program must then exit.
  package static func enter(_ rights: Rights, _ environment: [String: String]) throws(ScanFailure) {
    var status = rights.isOnDesktop ? ocrscan_keep_memory_off_disk() : ocrscan_keep_memory_private()
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
      unsafe kept.forbids_abstract_sockets =
        !rights.isOnDesktop && !rights.asksXServer && forbidsAbstractSockets(environment) ? 1 : 0
      status = unsafe ocrscan_confine_program(&kept, &result)
    }
    guard status < 0 else { return }
    let step = unsafe result.failed_step.map { unsafe String(cString: $0) } ?? "private memory"
    let reason = SystemError(step, errno: -status).reason
    throw ScanFailure(.workerUnavailable, detail: "the sandbox could not be set up (\(step): \(reason))")
  }

  /// Whether abstract sockets can be forbidden: the desktop's bus and the service manager must stay reachable
  /// (sd_notify(3): "@" is an abstract socket).
  private static func forbidsAbstractSockets(_ environment: [String: String]) -> Bool {
    !(environment["DBUS_SESSION_BUS_ADDRESS"] ?? "").contains("abstract=")
      && !(environment["NOTIFY_SOCKET"] ?? "").hasPrefix("@")
  }

  /// The kernel's version of Landlock; 0 if it has none.
  package static var landlockVersion: Int32 { ocrscan_landlock_version() }

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
