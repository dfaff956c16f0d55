internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// When the last automatic scan began, kept in a file, so that two requests in quick succession count as one.
struct DebounceTime: Sendable {
  private static let name = "automatic-scan.time"

  private let directory: FilePath

  /// - Parameter directory: The folder of the lock, private to the user.
  init(in directory: FilePath) { self.directory = directory }

  /// - Throws: `ScanFailure` with `debounced` if the last scan began less than `debounce` ago.
  func check(_ debounce: Duration) throws(ScanFailure) {
    guard let last = read(), let now = Moment.now, last.boot == now.boot else { return }
    let age = Duration.nanoseconds(now.nanoseconds - last.nanoseconds)
    if age >= .zero, age < debounce { throw ScanFailure(.debounced, detail: "\(debounce.secondsText) s") }
  }

  /// Writes the current time; only the holder of the lock may call it. A failure is ignored: the next request is then
  /// not debounced, which is no reason to refuse this one.
  func write() {
    guard let now = Moment.now else { return }
    // Readers see the old time or the new one.
    let temporary = directory.appending(".\(Self.name).new")
    guard
      let file = try? FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec], permissions: .ownerReadWrite),
      (try? file.closeAfter({ try file.writeAll(Array(now.text.utf8)) })) != nil
    else { return }
    _ = unsafe rename(temporary.string, directory.appending(Self.name).string)
  }

  private func read() -> Moment? {
    guard let file = try? OwnedDescriptor.openFile(directory.appending(Self.name), followingSymlinks: false) else {
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: 128)
    guard let count = try? OwnedDescriptor.read(from: file.raw, into: &buffer, atMost: buffer.count) else { return nil }
    return Moment(String(decoding: buffer.prefix(count), as: UTF8.self))
  }
}

/// A time that changes of the clock do not affect, and that counts while the machine sleeps (clock_gettime(2)).
private struct Moment {
  var boot: String
  var nanoseconds: Int64

  static var now: Moment? {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_BOOTTIME, &time) == 0,
      let file = try? OwnedDescriptor.openFile("/proc/sys/kernel/random/boot_id", followingSymlinks: true)
    else { return nil }
    var buffer = [UInt8](repeating: 0, count: 64)
    guard let count = try? OwnedDescriptor.read(from: file.raw, into: &buffer, atMost: buffer.count) else { return nil }
    let boot = String(decoding: buffer.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
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
