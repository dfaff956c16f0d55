internal import Glibc
internal import LinuxSystem
package import ScanModel
package import SystemPackage

/// The right to make an automatic scan: one at a time, and none within the debounce time of the last, across all
/// processes. It is released when this object or its process ends.
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
    let last = DebounceTime(directory: directory)
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
private struct DebounceTime: Sendable {
  private static let name = "automatic-scan.time"

  /// The folder of the lock, private to the user.
  let directory: FilePath

  /// - Throws: `ScanFailure` with `debounced` if the last scan began less than `debounce` ago.
  func check(_ debounce: Duration) throws(ScanFailure) {
    guard let last = read(), let now = Moment.now, last.boot == now.boot else { return }
    // Anybody can have written any number. No difference of times is out of range.
    let (nanoseconds, isNoTime) = now.nanoseconds.subtractingReportingOverflow(last.nanoseconds)
    let age = Duration.nanoseconds(nanoseconds)
    if !isNoTime, age >= .zero, age < debounce { throw ScanFailure(.debounced, detail: "\(debounce.secondsText) s") }
  }

  /// Writes the current time; only the holder of the lock may call it. A failure is ignored: the next request is then
  /// not debounced, which is no reason to refuse this one.
  func write() {
    guard let now = Moment.now else { return }
    try? AtomicFile.replace(directory.appending(Self.name), with: Array(now.text.utf8), isDurable: false)
  }

  private func read() -> Moment? {
    let path = directory.appending(Self.name)
    let bytes = try? OwnedDescriptor.contents(of: path, followingSymlinks: false, upTo: 128)
    return bytes.flatMap { Moment(String(decoding: $0, as: UTF8.self)) }
  }
}

/// A time that changes of the clock do not affect, and that counts while the machine sleeps (clock_gettime(2)).
private struct Moment {
  var boot: String
  var nanoseconds: Int64

  static var now: Moment? {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_BOOTTIME, &time) == 0,
      let id = try? OwnedDescriptor.contents(
        of: "/proc/sys/kernel/random/boot_id", followingSymlinks: true, upTo: 64)
    else { return nil }
    let boot = String(decoding: id.prefix { $0 > 0x20 }, as: UTF8.self)
    return Moment(boot: boot, nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  var text: String { "\(boot) \(nanoseconds)\n" }
}

extension Moment {
  init?(_ text: String) {
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, let nanoseconds = Int64(parts[1]) else { return nil }
    self.init(boot: String(parts[0]), nanoseconds: nanoseconds)
  }
}
