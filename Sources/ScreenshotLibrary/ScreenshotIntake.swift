internal import Hashing
package import LinuxSystem
package import ScanModel
package import SystemPackage

/// Reads a screenshot exactly once, so that what is hashed, judged and stored are the same bytes, whoever writes to it.
/// All calls block. Apart from the sealed copy, a larger file takes no more memory.
package enum ScreenshotIntake {
  /// Reads a file. Its size is checked before the first byte is read and again while reading.
  /// Links are followed only to what the user named: one in a watched folder could name any file.
  package static func read(
    _ path: FilePath, maximumBytes: Int64, followSymlinks: Bool
  ) throws(IntakeFailure) -> ScreenshotContent {
    let descriptor: OwnedDescriptor
    do {
      descriptor = try OwnedDescriptor.openFile(path, followingSymlinks: followSymlinks)
    } catch {
      throw IntakeFailure(opening: error, followingSymlinks: followSymlinks)
    }
    let before = try status(of: descriptor.raw)
    switch before.kind {
    case .regular: break
    case .directory: throw IntakeFailure(.isDirectory)
    case .symbolicLink, .special: throw IntakeFailure(.notRegularFile)
    }
    let identity = FileIdentity(before)
    guard before.size <= maximumBytes else { throw IntakeFailure(.tooLarge, identity: identity) }

    do throws(SystemError) {
      // Stops at the size the file had when it was opened, so that a writer that never ends cannot hold this up.
      let content = try copy(descriptor.raw, upTo: before.size, status: before)
      let after = try FileStatus(ofDescriptor: descriptor.raw)
      if let content, content.byteCount == before.size, FileIdentity(after) == identity { return content }
    } catch {
      throw IntakeFailure(.readFailed, cause: error, identity: identity)
    }
    throw IntakeFailure(.changedWhileReading, identity: identity)
  }

  /// Reads standard input, a pipe or a file, to its end. Waits for slow writers.
  /// - Throws: `IntakeFailure` with `isDirectory`, `tooLarge` or `readFailed`.
  package static func read(
    standardInput descriptor: Int32, maximumBytes: Int64
  ) throws(IntakeFailure) -> ScreenshotContent {
    let status = try status(of: descriptor)
    guard status.kind != .directory else { throw IntakeFailure(.isDirectory) }
    do throws(SystemError) {
      let content = try copy(descriptor, upTo: maximumBytes, status: status.kind == .regular ? status : nil)
      if let content { return content }
    } catch {
      throw IntakeFailure(.readFailed, cause: error)
    }
    throw IntakeFailure(.tooLarge)
  }

  /// - Throws: `IntakeFailure` with `tooLarge` or `readFailed`.
  package static func hold(_ bytes: [UInt8], maximumBytes: Int64) throws(IntakeFailure) -> ScreenshotContent {
    guard bytes.count <= maximumBytes else { throw IntakeFailure(.tooLarge) }
    do throws(SystemError) {
      return ScreenshotContent(
        memory: try SealedMemory.holding(bytes), sha256: SHA256.hexadecimal(SHA256.digest(of: bytes)), status: nil)
    } catch {
      throw IntakeFailure(.readFailed, cause: error)
    }
  }

  private static func status(of descriptor: Int32) throws(IntakeFailure) -> FileStatus {
    do {
      return try FileStatus(ofDescriptor: descriptor)
    } catch {
      throw IntakeFailure(.readFailed, cause: error)
    }
  }

  /// Fits into the second-level cache; larger buffers measured no faster.
  private static let bufferSize = 128 * 1024

  /// Copies a file into memory and hashes it on the way, one buffer at a time.
  /// - Returns: The copy; nil if the file goes on beyond the limit.
  private static func copy(
    _ descriptor: Int32, upTo limit: Int64, status: FileStatus?
  ) throws(SystemError) -> ScreenshotContent? {
    var memory = try UnsealedMemory(name: "screenshot")
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: bufferSize)
    while true {
      let room = limit - memory.byteCount
      // At the limit, one more byte tells whether the input goes on.
      let wanted = max(1, Int(min(Int64(buffer.count), room)))
      let count = try OwnedDescriptor.read(from: descriptor, into: &buffer, atMost: wanted)
      if count == 0 { break }
      if room <= 0 { return nil }
      let bytes = unsafe buffer.span.extracting(first: count).bytes
      hash.update(bytes)
      try memory.append(bytes)
    }
    let sha256 = SHA256.hexadecimal(hash.finish())
    return ScreenshotContent(memory: try memory.seal(), sha256: sha256, status: status)
  }
}

package struct IntakeFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    case notFound, permissionDenied, isDirectory
    /// A FIFO, a device or a socket.
    case notRegularFile
    case isSymbolicLink
    case tooLarge
    /// Written to, truncated or replaced while it was read. Worth another try.
    case changedWhileReading
    /// See the cause: a disk or a server that fails, too many open files, too little memory. All may pass.
    case readFailed
  }

  package var code: Code
  package var cause: SystemError?
  /// The file's identity when it was opened; nil if it could not be opened.
  package var identity: FileIdentity?

  package init(_ code: Code, cause: SystemError? = nil, identity: FileIdentity? = nil) {
    self.code = code
    self.cause = cause
    self.identity = identity
  }

  init(opening error: SystemError, followingSymlinks: Bool) {
    let code: Code =
      switch Errno(rawValue: error.errno) {
      case .noSuchFileOrDirectory, .notDirectory, .fileNameTooLong: .notFound
      case .permissionDenied, .notPermitted: .permissionDenied
      case .tooManySymbolicLinkLevels: followingSymlinks ? .notFound : .isSymbolicLink
      // ENXIO: a socket, or a device without hardware.
      case .noSuchAddressOrDevice: .notRegularFile
      default: .readFailed
      }
    self.init(code, cause: error)
  }
}
