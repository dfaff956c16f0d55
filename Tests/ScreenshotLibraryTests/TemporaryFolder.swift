import Glibc
import LinuxSystem
import ScanModel
import SystemPackage
import Testing

@testable import ScreenshotLibrary

/// A folder of its own for one test, gone with the test.
final class TemporaryFolder: Sendable {
  let path: FilePath

  init() {
    var template = Array("/tmp/ocr-scan-test-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
    }
    #expect(made)
    path = FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    // Other users must be able to come by, for the tests of their rights.
    Files.setMode(path, 0o755)
  }

  deinit {
    Files.remove(path)
  }

  func callAsFunction(_ name: String) -> FilePath { path.appending(name) }

  func callAsFunction(_ name: [UInt8]) -> FilePath { FilePath(bytes: path.bytes + [UInt8(ascii: "/")] + name) }
}

/// What writers do to files, by the system calls that they use. Each call must succeed.
enum Files {
  static func write(_ path: FilePath, _ bytes: [UInt8] = [1, 2, 3], append: Bool = false) {
    let descriptor = unsafe path.withPlatformString {
      unsafe open($0, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0o600)
    }
    #expect(descriptor >= 0)
    #expect(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
  }

  static func rename(_ from: FilePath, _ to: FilePath) {
    unsafe #expect(from.withPlatformString { a in unsafe to.withPlatformString { unsafe Glibc.rename(a, $0) } } == 0)
  }

  static func link(_ from: FilePath, _ to: FilePath) {
    unsafe #expect(from.withPlatformString { a in unsafe to.withPlatformString { unsafe Glibc.link(a, $0) } } == 0)
  }

  static func symlink(_ target: FilePath, at path: FilePath) {
    unsafe #expect(
      target.withPlatformString { a in unsafe path.withPlatformString { unsafe Glibc.symlink(a, $0) } } == 0)
  }

  static func unlink(_ path: FilePath) {
    unsafe #expect(path.withPlatformString { unsafe Glibc.unlink($0) } == 0)
  }

  static func makeFolder(_ path: FilePath) {
    unsafe #expect(path.withPlatformString { unsafe mkdir($0, 0o755) } == 0)
  }

  static func makeFIFO(_ path: FilePath) {
    unsafe #expect(path.withPlatformString { unsafe mkfifo($0, 0o600) } == 0)
  }

  static func setMode(_ path: FilePath, _ mode: mode_t) {
    unsafe #expect(path.withPlatformString { unsafe chmod($0, mode) } == 0)
  }

  static func truncate(_ path: FilePath, to size: Int) {
    unsafe #expect(path.withPlatformString { unsafe Glibc.truncate($0, size) } == 0)
  }

  /// Writes a file without a name, then names it, as careful writers do (open(2), O_TMPFILE).
  static func writeUnnamedThenLink(_ path: FilePath, _ bytes: [UInt8] = [1, 2, 3]) {
    let unnamed = O_DIRECTORY | 0o20000000  // O_TMPFILE is a macro that Swift cannot import
    let descriptor = unsafe path.removingLastComponent().withPlatformString { unsafe open($0, O_RDWR | unnamed, 0o600) }
    #expect(descriptor >= 0)
    #expect(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    let linked = unsafe path.withPlatformString {
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
    }
    #expect(linked == 0)
    close(descriptor)
  }

  /// Removes a file, or a folder with all that is in it.
  static func remove(_ path: FilePath) {
    if unsafe path.withPlatformString({ unsafe Glibc.unlink($0) }) == 0 { return }
    guard let directory = try? OwnedDescriptor.openDirectory(path, followingSymlinks: false),
      var listing = try? DirectoryListing(directory)
    else { return }
    while let entry = try? listing.next() {
      remove(FilePath(bytes: path.bytes + [UInt8(ascii: "/")] + entry.name))
    }
    unsafe _ = path.withPlatformString { unsafe rmdir($0) }
  }
}

/// Threads with other rights than the process, because root may do everything.
enum Nobody {
  static var isPossible: Bool { geteuid() == 0 }

  /// Runs `body` on a thread whose user is `nobody`; threads that it starts are nobody's, too.
  static func run<Result: Sendable>(user: UInt32 = 65534, _ body: @escaping @Sendable () -> Result) async throws
    -> Result
  {
    // setresuid(3) of the C library changes all threads of a process; the system call changes one (nptl(7)).
    typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int
    let symbol = unsafe dlsym(nil, "syscall")
    let address = unsafe try #require(symbol)
    let systemCall = unsafe unsafeBitCast(address, to: SystemCall.self)
    #if arch(x86_64)
      let setresuid = 117
    #else
      let setresuid = 147  // the generic table, as on aarch64 and riscv64 (asm-generic/unistd.h)
    #endif
    let (results, continuation) = AsyncStream<Result?>.makeStream()
    try DedicatedThread.start {
      let id = Int(user)
      let hasChanged = systemCall(setresuid, id, id, id) == 0
      continuation.yield(hasChanged ? body() : nil)
      continuation.finish()
    }
    for await result in results { return try #require(result) }
    throw CancellationError()
  }
}
