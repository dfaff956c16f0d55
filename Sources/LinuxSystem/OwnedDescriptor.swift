internal import CLinux
internal import Glibc
package import SystemPackage

/// A file descriptor with exactly one owner, closed when the owner is destroyed.
package struct OwnedDescriptor: ~Copyable, Sendable {
  package let raw: Int32

  package init(takingOwnershipOf raw: Int32) { self.raw = raw }

  deinit {
    // close(2) frees the descriptor even if it reports EINTR or EIO, so there is nothing to retry.
    close(raw)
  }

  /// Gives up ownership: the caller must close the descriptor.
  package consuming func release() -> Int32 {
    let raw = self.raw
    discard self
    return raw
  }
}

extension OwnedDescriptor {
  /// Opens a file of any kind for reading, close-on-exec; `FileStatus(ofDescriptor:)` tells which. Never waits for the
  /// other end of a FIFO, and never makes a terminal the controlling one.
  /// - Throws: `SystemError` with the reason of open(2): ELOOP for a symbolic link that must not be followed.
  package static func openFile(_ path: FilePath, followingSymlinks: Bool) throws(SystemError) -> OwnedDescriptor {
    let raw = unsafe path.withPlatformString {
      unsafe ocrscan_open_file(OCRSCAN_WORKING_DIRECTORY, $0, followingSymlinks ? 1 : 0)
    }
    return try OwnedDescriptor(result: raw, of: "open")
  }

  /// Opens a directory for listing.
  /// - Throws: `SystemError` with ENOENT, ENOTDIR, EACCES and others of open(2).
  package static func openDirectory(
    _ path: FilePath, followingSymlinks: Bool = true
  ) throws(SystemError) -> OwnedDescriptor {
    let raw = unsafe path.withPlatformString {
      unsafe ocrscan_open_directory(OCRSCAN_WORKING_DIRECTORY, $0, followingSymlinks ? 1 : 0)
    }
    return try OwnedDescriptor(result: raw, of: "open")
  }

  /// Opens a file as open(2) does, close-on-exec; a new file gets mode 0600.
  package static func open(_ path: FilePath, _ flags: Int32) throws(SystemError) -> OwnedDescriptor {
    while true {
      let raw = unsafe path.withPlatformString { unsafe Glibc.open($0, flags | O_CLOEXEC, 0o600 as mode_t) }
      let error = Glibc.errno
      if raw >= 0 { return OwnedDescriptor(takingOwnershipOf: raw) }
      guard error == EINTR else { throw SystemError("open", errno: error) }
    }
  }

  /// Duplicates a descriptor (fcntl(2), F_DUPFD_CLOEXEC); throws EBADF or EMFILE.
  package init(copying descriptor: Int32) throws(SystemError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError("fcntl", errno: Glibc.errno) }
    self.init(takingOwnershipOf: copy)
  }

  /// Wraps the result of one of our C functions: a descriptor or a negative errno.
  init(result: Int32, of call: String) throws(SystemError) {
    self.init(takingOwnershipOf: try SystemError.check(call, result))
  }
}

extension OwnedDescriptor {
  /// Reads at most `count` bytes into the start of `buffer`, and returns how many; 0 at the end. Waits for data.
  package static func read(
    from descriptor: Int32, into buffer: inout [UInt8], atMost count: Int
  ) throws(SystemError) -> Int {
    let capacity = UInt64(min(count, buffer.count))
    while true {
      let result = unsafe ocrscan_read(descriptor, &buffer, capacity)
      if result != -Int64(Errno.resourceTemporarilyUnavailable.rawValue) {
        return Int(try SystemError.check("read", result))
      }
      _ = try Readiness.wait(first: descriptor)
    }
  }

  /// Reads to the end, but no more than `limit` bytes.
  package borrowing func contents(upTo limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 64 * 1024))
    while bytes.count < limit {
      let count = try Self.read(from: raw, into: &buffer, atMost: limit - bytes.count)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// The first `limit` bytes of a file of any kind. Throws the reason of open(2) or read(2).
  package static func contents(
    of path: FilePath, followingSymlinks: Bool, upTo limit: Int
  ) throws(SystemError) -> [UInt8] {
    try openFile(path, followingSymlinks: followingSymlinks).contents(upTo: limit)
  }

  package borrowing func write(_ bytes: RawSpan) throws(SystemError) {
    let raw = raw
    let result = unsafe bytes.withUnsafeBytes { buffer in
      unsafe buffer.baseAddress.map { unsafe ocrscan_write_all(raw, $0, UInt64(buffer.count)) } ?? 0
    }
    try SystemError.check("write", result)
  }
}

extension FilePath {
  /// The directory at which relative paths start. Throws ENOENT if it was deleted.
  package static func workingDirectory() throws(SystemError) -> FilePath {
    // Longer than PATH_MAX, because getcwd(3) may return more than open(2) takes.
    var buffer = [CChar](repeating: 0, count: 64 * 1024)
    try SystemError.check("getcwd", unsafe ocrscan_working_directory(&buffer, UInt64(buffer.count)))
    return FilePath(platformString: buffer)
  }

  /// Reads a symbolic link (readlink(2)), whose target may be relative to its folder.
  /// - Throws: `SystemError` with EINVAL if it is not a link, ENOENT if it is gone.
  package func symbolicLinkTarget() throws(SystemError) -> FilePath {
    // A link can hold at most PATH_MAX (4096) bytes with its NUL (path_resolution(7)).
    var buffer = [CChar](repeating: 0, count: 4097)
    try SystemError.check(
      "readlink", unsafe withPlatformString { unsafe ocrscan_read_link($0, &buffer, UInt64(buffer.count)) })
    return FilePath(platformString: buffer)
  }

  /// Whether the effective user may currently list and search this directory (faccessat(2), AT_EACCESS).
  package var isReadableDirectory: Bool {
    unsafe withPlatformString { unsafe ocrscan_check_directory_access($0) == 0 }
  }
}
