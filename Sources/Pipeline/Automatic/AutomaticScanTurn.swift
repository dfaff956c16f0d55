internal import Glibc
internal import LinuxSystem
package import ScanModel
package import SystemPackage

/// The right to make an automatic scan: one at a time, and not two within the debounce time, whichever processes ask.
/// It ends with this object, and with the process however that ends.
package final class AutomaticScanTurn: Sendable {
  private static let lockName = "automatic-scan.lock"
  private static let timeName = "automatic-scan.time"

  private let lock: InstanceLock

  private init(_ lock: consuming InstanceLock) { self.lock = lock }

  /// Takes the turn if nobody has it and the last one was taken long enough ago.
  /// - Parameters:
  ///   - directories: Where the lock may be, the best one first; another is taken only where one cannot be used.
  ///   - debounce: Time that must lie between two turns.
  /// - Returns: The turn, which lasts as long as the object.
  /// - Throws: `ScanFailure` with `debounced`, `scan_in_progress` or `permission_denied`.
  package static func take(in directories: [FilePath], debounce: Duration) throws(ScanFailure) -> AutomaticScanTurn {
    let directory = try usable(directories)
    // Looked at first, so that requests that are refused anyway do not hold the lock while others ask for it.
    try check(directory, debounce)
    let attempt: InstanceLock.Attempt
    do {
      attempt = try InstanceLock.tryAcquire(directory.appending(lockName))
    } catch {
      throw ScanFailure(.permissionDenied, subject: directory.displayName, detail: error.reason)
    }
    switch consume attempt {
    case .heldBy: throw ScanFailure(.scanInProgress)
    case .acquired(let lock):
      let turn = AutomaticScanTurn(lock)
      // Somebody may have had a whole turn since the first look.
      try check(directory, debounce)
      write(directory)
      return turn
    }
  }

  private static func usable(_ directories: [FilePath]) throws(ScanFailure) -> FilePath {
    var refusal: ScanFailure?
    for directory in directories {
      do {
        _ = try PrivateDirectory.open(directory)
        return directory
      } catch {
        refusal = refusal ?? ScanFailure(.permissionDenied, subject: directory.displayName, detail: error.reason)
      }
    }
    throw refusal ?? ScanFailure(.permissionDenied)
  }

  // MARK: The time of the last turn

  private static func check(_ directory: FilePath, _ debounce: Duration) throws(ScanFailure) {
    guard let last = lastTurn(directory), let now = Moment.now, last.boot == now.boot else { return }
    let age = Duration.nanoseconds(now.nanoseconds - last.nanoseconds)
    if age >= .zero, age < debounce { throw ScanFailure(.debounced, detail: "\(debounce.secondsText) s") }
  }

  private static func lastTurn(_ directory: FilePath) -> Moment? {
    guard let file = try? OwnedDescriptor.openFile(directory.appending(timeName), followingSymlinks: false) else {
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: 128)
    guard let count = try? OwnedDescriptor.read(from: file.raw, into: &buffer, atMost: buffer.count) else { return nil }
    return Moment(String(decoding: buffer.prefix(count), as: UTF8.self))
  }

  /// Without it the next request is not debounced, which is no reason to refuse this one.
  private static func write(_ directory: FilePath) {
    guard let now = Moment.now else { return }
    // Whoever has the turn is the only one who writes; readers see the old time or the new one.
    let temporary = directory.appending(".\(timeName).new")
    guard
      let file = try? FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec], permissions: .ownerReadWrite),
      (try? file.closeAfter({ try file.writeAll(Array(now.text.utf8)) })) != nil
    else { return }
    _ = unsafe rename(temporary.string, directory.appending(timeName).string)
  }

  /// A time that no change of the clock moves, and that goes on while the machine sleeps (clock_gettime(2)).
  fileprivate struct Moment {
    var boot: String
    var nanoseconds: Int64

    static var now: Moment? {
      var time = timespec()
      guard unsafe clock_gettime(CLOCK_BOOTTIME, &time) == 0,
        let file = try? OwnedDescriptor.openFile("/proc/sys/kernel/random/boot_id", followingSymlinks: true)
      else { return nil }
      var buffer = [UInt8](repeating: 0, count: 64)
      guard let count = try? OwnedDescriptor.read(from: file.raw, into: &buffer, atMost: buffer.count) else {
        return nil
      }
      let boot = String(decoding: buffer.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
      return Moment(boot: boot, nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    var text: String { "\(boot) \(nanoseconds)\n" }
  }
}

extension AutomaticScanTurn.Moment {
  fileprivate init?(_ text: String) {
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, let nanoseconds = Int64(parts[1]) else { return nil }
    self.init(boot: String(parts[0]), nanoseconds: nanoseconds)
  }
}
