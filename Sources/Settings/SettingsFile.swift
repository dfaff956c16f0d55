internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// The settings file decides what the daemon watches and keeps, so no one else may be able to write it.
enum SettingsFile {
  /// A choice: a file that sets everything has about 1 KiB.
  static let maximumByteCount = 65_536

  /// The text; nil if there is no such file.
  /// - Throws: `SettingsFailure` if it is not a regular file that only the user can write, too large, or not UTF-8.
  static func read(_ path: FilePath) throws(SettingsFailure) -> String? {
    func refusal(_ reason: Message) -> SettingsFailure {
      SettingsFailure(.file(path, line: nil), reason: reason)
    }
    do {
      let descriptor = try OwnedDescriptor.openFile(path, followingSymlinks: true)
      let status = try FileStatus(ofDescriptor: descriptor.raw)
      guard status.kind == .regular else { throw refusal("is not a regular file") }
      guard status.owner == geteuid() || status.owner == 0 else { throw refusal("belongs to another user") }
      guard status.permissions & (S_IWGRP | S_IWOTH) == 0 else {
        throw refusal("can be changed by other users; forbid it with: chmod go-w")
      }
      let bytes = try descriptor.contents(upTo: maximumByteCount + 1)
      guard bytes.count <= maximumByteCount else { throw refusal("is larger than \(maximumByteCount) bytes") }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw refusal("is not UTF-8 text") }
      return text
    } catch let error as SystemError {
      if error.errno == ENOENT || error.errno == ENOTDIR { return nil }
      throw refusal("cannot be read: \(error.reason)")
    } catch {
      throw error as? SettingsFailure ?? refusal("cannot be read")
    }
  }

  /// Replaces the file, or the target of a link, atomically: readers see the old or the new text, never a part.
  static func write(_ text: String, to path: FilePath) throws(SettingsFailure) {
    do throws(SystemError) {
      try AtomicFile.replace(resolved(path), with: Array(text.utf8), isDurable: true)
    } catch {
      throw SettingsFailure(.file(path, line: nil), reason: "cannot be written: \(error.reason)")
    }
  }

  private static func resolved(_ path: FilePath) -> FilePath {
    guard let name = unsafe realpath(path.string, nil) else { return path }
    defer { unsafe free(name) }
    return unsafe FilePath(platformString: name)
  }
}
