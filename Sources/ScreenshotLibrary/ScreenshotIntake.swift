internal import Hashing
internal import LinuxSystem
internal import ScanModel
package import SystemPackage

/// Reads a screenshot exactly once, so that what is hashed, judged and stored are the same bytes, whoever writes to the
/// file.
///
/// All calls block; run them off the cooperative pool. Apart from the sealed copy, memory use does not grow with the
/// file.
package enum ScreenshotIntake {
  /// Reads a file.
  /// - Parameters:
  ///   - path: Raw bytes. Opened once; the name is not used again.
  ///   - maximumBytes: Checked before the first byte is read and again while reading.
  ///   - followSymlinks: False for files in a watched folder, where a link could name any file of the user. True for
  ///     what the user named.
  /// - Returns: The bytes and what is known of them.
  /// - Throws: `IntakeFailure` with any code.
  package static func read(
    _ path: FilePath, maximumBytes: Int64, followSymlinks: Bool
  ) throws(IntakeFailure) -> ScreenshotContent {
    let descriptor: OwnedDescriptor
    do {
      descriptor = try OwnedDescriptor.openFile(path, followingSymlinks: followSymlinks)
    } catch {
      throw IntakeFailure(opening: path, error, followingSymlinks: followSymlinks)
    }
    let before = try status(of: descriptor.raw, path: path)
    switch before.kind {
    case .regular: break
    case .directory: throw IntakeFailure(.isDirectory, path: path)
    case .symbolicLink, .special: throw IntakeFailure(.notRegularFile, path: path)
    }
    let identity = FileIdentity(before)
    guard before.size <= maximumBytes else { throw IntakeFailure(.tooLarge, path: path, identity: identity) }

    do throws(SystemError) {
      var copy = try BoundedCopy(name: "screenshot")
      // Stops at the size the file had when it was opened, so that a writer that never ends cannot hold this up.
      let isComplete = try copy.append(from: descriptor.raw, upTo: before.size)
      let after = try FileStatus(ofDescriptor: descriptor.raw)
      if isComplete, copy.byteCount == before.size, FileIdentity(after) == identity {
        let sha256 = copy.sha256()
        return ScreenshotContent(memory: try copy.seal(), sha256: sha256, status: before)
      }
    } catch {
      throw IntakeFailure(.readFailed, path: path, cause: error, identity: identity)
    }
    throw IntakeFailure(.changedWhileReading, path: path, identity: identity)
  }

  /// Reads standard input, a pipe or a file, to its end. Waits for slow writers.
  /// - Returns: The bytes and what is known of them.
  /// - Throws: `IntakeFailure` with `isDirectory`, `tooLarge` or `readFailed`.
  package static func read(
    standardInput descriptor: Int32, maximumBytes: Int64
  ) throws(IntakeFailure) -> ScreenshotContent {
    let status = try status(of: descriptor, path: nil)
    guard status.kind != .directory else { throw IntakeFailure(.isDirectory, path: nil) }
    do throws(SystemError) {
      var copy = try BoundedCopy(name: "standard input")
      let isComplete = try copy.append(from: descriptor, upTo: maximumBytes)
      if isComplete {
        let sha256 = copy.sha256()
        return ScreenshotContent(
          memory: try copy.seal(), sha256: sha256, status: status.kind == .regular ? status : nil)
      }
    } catch {
      throw IntakeFailure(.readFailed, path: nil, cause: error)
    }
    throw IntakeFailure(.tooLarge, path: nil)
  }

  /// Takes bytes that are already in memory.
  /// - Returns: The bytes and their hash.
  /// - Throws: `IntakeFailure` with `tooLarge` or `readFailed`.
  package static func hold(_ bytes: [UInt8], maximumBytes: Int64) throws(IntakeFailure) -> ScreenshotContent {
    guard bytes.count <= maximumBytes else { throw IntakeFailure(.tooLarge, path: nil) }
    do throws(SystemError) {
      return ScreenshotContent(
        memory: try SealedMemory.holding(bytes), sha256: SHA256.hexadecimal(SHA256.digest(of: bytes)), status: nil)
    } catch {
      throw IntakeFailure(.readFailed, path: nil, cause: error)
    }
  }

  private static func status(of descriptor: Int32, path: FilePath?) throws(IntakeFailure) -> FileStatus {
    do {
      return try FileStatus(ofDescriptor: descriptor)
    } catch {
      throw IntakeFailure(.readFailed, path: path, cause: error)
    }
  }
}
