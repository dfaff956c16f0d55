internal import LinuxSystem
package import ScanModel
package import SystemPackage

/// The right to make an automatic scan: one at a time, and none within the debounce time of the last, across all
/// processes. It is released when this object or its process ends.
package final class AutomaticScanLock: Sendable {
  private static let name = "automatic-scan.lock"

  private let lock: InstanceLock

  private init(_ lock: consuming InstanceLock) { self.lock = lock }

  /// Acquires the lock if it is free and was last acquired long enough ago.
  /// - Parameters:
  ///   - directories: Candidates for the lock's folder, best first; the first usable one is taken.
  ///   - debounce: Minimum time between two automatic scans.
  /// - Returns: The lock, held as long as the object lives.
  /// - Throws: `ScanFailure` with `debounced`, `scan_in_progress` or `permission_denied`.
  package static func acquire(
    in directories: [FilePath], debounce: Duration
  ) throws(ScanFailure) -> AutomaticScanLock {
    let directory = try usable(directories)
    let last = DebounceTime(in: directory)
    // Checked before locking, so that a request that is refused anyway does not hold the lock while others want it.
    try last.check(debounce)
    let attempt: InstanceLock.Attempt
    do {
      attempt = try InstanceLock.tryAcquire(directory.appending(name))
    } catch {
      throw ScanFailure(.permissionDenied, subject: "\(directory.displayName)", detail: "\(error.reason)")
    }
    switch consume attempt {
    case .heldBy: throw ScanFailure(.scanInProgress)
    case .acquired(let acquired):
      let lock = AutomaticScanLock(acquired)
      // A whole scan may have run since the first check.
      try last.check(debounce)
      last.write()
      return lock
    }
  }

  private static func usable(_ directories: [FilePath]) throws(ScanFailure) -> FilePath {
    var refusal: ScanFailure?
    for directory in directories {
      do {
        _ = try PrivateDirectory.open(directory)
        return directory
      } catch {
        refusal = refusal ?? ScanFailure(.permissionDenied, subject: "\(directory.displayName)", detail: error.reason)
      }
    }
    throw refusal ?? ScanFailure(.permissionDenied)
  }
}
