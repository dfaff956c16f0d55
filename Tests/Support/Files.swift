package import Glibc
package import LinuxSystem
internal import ScanModel
package import SystemPackage

/// What writers do to files, with the system calls they use. A call that fails ends the test run.
package enum Files {
  package static func write(_ path: FilePath, _ bytes: [UInt8] = [1, 2, 3], append: Bool = false) {
    let descriptor = unsafe path.withPlatformString {
      unsafe open($0, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0o600)
    }
    precondition(descriptor >= 0)
    precondition(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
  }

  /// All bytes of a file; empty if it does not exist.
  package static func contents(_ path: FilePath) -> [UInt8] {
    let descriptor = unsafe path.withPlatformString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The number in a file of /proc; nil if there is none.
  package static func number(in path: FilePath) -> Int? {
    Int(String(decoding: contents(path), as: UTF8.self).prefix { $0.isNumber })
  }

  /// The permission bits of a file; nil if it does not exist.
  package static func mode(_ path: FilePath) -> UInt32? {
    (try? FileStatus(of: path, followingSymlinks: false)).map { $0.permissions }
  }

  /// Opens an existing file for writing and writes a byte, so that closing it counts.
  package static func openForWriting(_ path: FilePath) throws -> OwnedDescriptor {
    let descriptor = unsafe path.withPlatformString { unsafe open($0, O_WRONLY | O_CLOEXEC) }
    precondition(descriptor >= 0)
    precondition(unsafe Glibc.write(descriptor, [1], 1) == 1)
    return OwnedDescriptor(takingOwnershipOf: descriptor)
  }

  package static func rename(_ from: FilePath, _ to: FilePath) {
    unsafe precondition(
      from.withPlatformString { a in unsafe to.withPlatformString { unsafe Glibc.rename(a, $0) } } == 0)
  }

  package static func link(_ from: FilePath, _ to: FilePath) {
    unsafe precondition(from.withPlatformString { a in unsafe to.withPlatformString { unsafe Glibc.link(a, $0) } } == 0)
  }

  package static func symlink(_ target: FilePath, at path: FilePath) {
    unsafe precondition(
      target.withPlatformString { a in unsafe path.withPlatformString { unsafe Glibc.symlink(a, $0) } } == 0)
  }

  package static func unlink(_ path: FilePath) {
    unsafe precondition(path.withPlatformString { unsafe Glibc.unlink($0) } == 0)
  }

  package static func makeFolder(_ path: FilePath) {
    unsafe precondition(path.withPlatformString { unsafe mkdir($0, 0o755) } == 0)
  }

  package static func makeFIFO(_ path: FilePath) {
    unsafe precondition(path.withPlatformString { unsafe mkfifo($0, 0o600) } == 0)
  }

  /// A Unix socket that nobody listens to; its path must be short (unix(7)).
  package static func makeSocket(_ path: FilePath) {
    unsafe precondition(path.withPlatformString { unsafe mknod($0, S_IFSOCK | 0o600, 0) } == 0)
  }

  package static func setMode(_ path: FilePath, _ mode: mode_t) {
    unsafe precondition(path.withPlatformString { unsafe chmod($0, mode) } == 0)
  }

  package static func truncate(_ path: FilePath, to size: Int) {
    unsafe precondition(path.withPlatformString { unsafe Glibc.truncate($0, size) } == 0)
  }

  /// Writes an unnamed file, then links it, as careful writers do (open(2), O_TMPFILE).
  package static func writeUnnamedThenLink(_ path: FilePath, _ bytes: [UInt8] = [1, 2, 3]) {
    let unnamed = O_DIRECTORY | 0o20000000  // O_TMPFILE is a macro that Swift cannot import
    let descriptor = unsafe path.removingLastComponent().withPlatformString { unsafe open($0, O_RDWR | unnamed, 0o600) }
    precondition(descriptor >= 0)
    precondition(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    let linked = unsafe path.withPlatformString {
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
    }
    precondition(linked == 0)
    close(descriptor)
  }

  /// Removes a file, or a folder with its contents.
  package static func remove(_ path: FilePath) {
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
