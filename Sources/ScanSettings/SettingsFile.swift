internal import Glibc
internal import SystemPackage

/// Reads and writes the settings file, which decides what the daemon watches and keeps: nobody else may be able to
/// write it.
enum SettingsFile {
  /// A choice: a file that sets everything has about 1 KiB.
  static let maximumByteCount = 65_536

  /// - Returns: The text, or nil if there is no such file.
  /// - Throws: `SettingsFailure` if it is not a regular file that only the user can write, too large, or not UTF-8.
  static func read(_ path: FilePath) throws(SettingsFailure) -> String? {
    do {
      // Without .nonBlocking, opening a FIFO would wait for a writer for ever (open(2)).
      let descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      let text = try descriptor.closeAfter { () throws -> String in
        try check(descriptor)
        return try decode(readAll(descriptor))
      }
      return text
    } catch let errno as Errno {
      if errno == .noSuchFileOrDirectory || errno == .notDirectory { return nil }
      throw SettingsFailure([.init(.file(path, line: nil), reason: "cannot be read: \(errno.description)")])
    } catch {
      let reason = (error as? Refusal)?.reason ?? "cannot be read"
      throw SettingsFailure([.init(.file(path, line: nil), reason: reason)])
    }
  }

  private struct Refusal: Error {
    var reason: String
  }

  private static func check(_ descriptor: FileDescriptor) throws {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal(reason: "is not a regular file") }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw Refusal(reason: "belongs to another user")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw Refusal(reason: "can be changed by other users; forbid it with: chmod go-w")
    }
  }

  private static func readAll(_ descriptor: FileDescriptor) throws -> [UInt8] {
    // One byte more than allowed, so that a file that is too large shows.
    var bytes = [UInt8](repeating: 0, count: maximumByteCount + 1)
    var count = 0
    while count < bytes.count {
      let read = try unsafe bytes.withUnsafeMutableBytes { buffer in
        try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      }
      if read == 0 { return Array(bytes[..<count]) }
      count += read
    }
    throw Refusal(reason: "is larger than \(maximumByteCount) bytes")
  }

  /// Replaces the file in one step: whoever reads it meanwhile sees the old or the new text, never a part.
  /// A symbolic link stays, and the file that it leads to is replaced.
  static func write(_ text: String, to path: FilePath) throws(SettingsFailure) {
    let target = resolved(path)
    let temporary = target.removingLastComponent().appending(".config-\(getpid()).tmp")
    do {
      // .exclusiveCreate follows no link that somebody has put there.
      let descriptor = try FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      do {
        try descriptor.closeAfter {
          _ = try descriptor.writeAll(Array(text.utf8))
          guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
        guard unsafe rename(temporary.string, target.string) == 0 else { throw Errno(rawValue: errno) }
      } catch {
        unsafe unlink(temporary.string)
        throw error
      }
    } catch {
      let reason = (error as? Errno)?.description ?? "unknown reason"
      throw SettingsFailure([.init(.file(path, line: nil), reason: "cannot be written: \(reason)")])
    }
  }

  private static func resolved(_ path: FilePath) -> FilePath {
    guard let name = unsafe realpath(path.string, nil) else { return path }
    defer { unsafe free(name) }
    return unsafe FilePath(platformString: name)
  }

  private static func decode(_ bytes: [UInt8]) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Refusal(reason: "is not UTF-8 text") }
    return text
  }
}
