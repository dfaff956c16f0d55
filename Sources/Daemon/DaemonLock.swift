package import LinuxSystem
package import ScanModel
package import SystemPackage

/// Allows one daemon per user: two would alert twice.
package final class DaemonLock: Sendable {
  private let lock: InstanceLock

  /// Where the lock of the daemon is.
  private static func file(in directory: FilePath) -> FilePath { directory.appending("daemon.lock") }

  /// The watcher that runs, as far as the lock says.
  package static func look(in directory: FilePath) -> InstanceLock.State {
    (try? InstanceLock.look(at: file(in: directory))) ?? .free
  }

  /// Sends a signal to the watcher, if one runs.
  package static func signal(_ number: Int32, in directory: FilePath) {
    _ = try? InstanceLock.signalHolder(of: file(in: directory), number)
  }

  private init(_ lock: consuming InstanceLock) { self.lock = lock }

  /// Acquires the lock, which is released when the process ends, however it ends.
  /// - Throws: `ScanFailure` with `scan_in_progress` if another daemon runs, or `permission_denied`.
  package static func acquire(in directory: FilePath) throws(ScanFailure) -> DaemonLock {
    do {
      _ = try PrivateDirectory.open(directory)
    } catch {
      throw ScanFailure(.permissionDenied, subject: "\(directory.displayName)", detail: "\(error.reason)")
    }
    let attempt: InstanceLock.Attempt
    do {
      attempt = try InstanceLock.tryAcquire(file(in: directory))
    } catch {
      throw ScanFailure(.permissionDenied, subject: "\(directory.displayName)", detail: "\(error.reason)")
    }
    switch consume attempt {
    case .acquired(let lock): return DaemonLock(lock)
    case .heldBy(let processID):
      let process: Message = processID.map { " (process \($0))" } ?? ""
      throw ScanFailure(.scanInProgress, detail: "ocr-scand is already running\(process)")
    }
  }
}
