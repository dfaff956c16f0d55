internal import LinuxSystem
internal import ScanModel
package import SystemPackage

/// Holds the status line that `ocr-scan doctor` shows, in the folder of the daemon's lock.
package struct StatusFile: Sendable {
  private static let trouble = "trouble: "
  private static let fine = "fine: "
  /// Longer than any line of ours.
  private static let maximumByteCount = 4096

  private let path: FilePath

  /// - Parameter directory: The folder of the daemon's lock, to which only the user can write.
  package init(in directory: FilePath) { path = directory.appending("status") }

  /// Writes the line atomically. Failures are ignored: `doctor` then only knows less.
  package func write(_ status: DaemonStatus) {
    let line = (status.isTrouble ? Self.trouble : Self.fine) + TerminalEscaping.escaped(status.text) + "\n"
    try? AtomicFile.replace(path, with: Array(line.utf8), isDurable: false)
  }

  /// Returns the last line written, or nil if there is none. Valid only while the daemon runs.
  package func read() -> DaemonStatus? {
    guard let file = try? OwnedDescriptor.openFile(path, followingSymlinks: false) else { return nil }
    var buffer = [UInt8](repeating: 0, count: Self.maximumByteCount)
    guard let count = try? OwnedDescriptor.read(from: file.raw, into: &buffer, atMost: buffer.count) else { return nil }
    let line = TerminalEscaping.escaped(
      String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    for (prefix, isTrouble) in [(Self.trouble, true), (Self.fine, false)] where line.hasPrefix(prefix) {
      return DaemonStatus(text: String(line.dropFirst(prefix.count)), isTrouble: isTrouble)
    }
    return nil
  }
}
