internal import Glibc
internal import LinuxSystem
package import ScanModel
package import SystemPackage

/// The right to make an automatic scan: one at a time, and none within the debounce time, across all processes.
package final class AutomaticScanLock: Sendable {
  private static let name = "automatic-scan.lock"

  private let lock: InstanceLock

  private init(_ lock: consuming InstanceLock) { self.lock = lock }

  /// Acquires the lock if it is free and was last acquired long enough ago, in the first usable one of the directories.
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

/// When the last automatic scan began, kept in a file, so that two requests in quick succession count as one.
private struct DebounceTime {
  private let path: FilePath

  /// - Parameter directory: The folder of the lock, private to the user.
  init(in directory: FilePath) { path = directory.appending("automatic-scan.time") }

  func check(_ debounce: Duration) throws(ScanFailure) {
    guard let bytes = try? OwnedDescriptor.contents(of: path, followingSymlinks: false, upTo: 128),
      let now = Self.now
    else { return }
    let last = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard last.count == 2, last[0] == now.boot, let began = Int64(last[1]) else { return }
    // Anybody can have written any number. No difference of times is out of range.
    let (nanoseconds, isNoTime) = now.nanoseconds.subtractingReportingOverflow(began)
    let age = Duration.nanoseconds(nanoseconds)
    if !isNoTime, age >= .zero, age < debounce { throw ScanFailure(.debounced, detail: "\(debounce.secondsText) s") }
  }

  /// Only the holder of the lock may call it. If it fails the next request is not debounced, which is no harm.
  func write() {
    guard let now = Self.now else { return }
    try? AtomicFile.replace(path, with: Array("\(now.boot) \(now.nanoseconds)\n".utf8), isDurable: false)
  }

  /// A time that changes of the clock do not affect, and that counts while the machine sleeps (clock_gettime(2)).
  private static var now: (boot: String, nanoseconds: Int64)? {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_BOOTTIME, &time) == 0,
      let id = try? OwnedDescriptor.contents(
        of: "/proc/sys/kernel/random/boot_id", followingSymlinks: true, upTo: 64)
    else { return nil }
    let boot = String(decoding: id.prefix { $0 > 0x20 }, as: UTF8.self)
    return (boot, Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
