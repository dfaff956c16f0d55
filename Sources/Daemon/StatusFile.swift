internal import LinuxSystem
internal import ScanModel
package import SystemPackage

/// The line about the daemon that `ocr-scan doctor` shows, beside its lock.
package struct StatusFile: Sendable {
  private static let trouble = "trouble: "
  private static let fine = "fine: "
  /// Longer than any line of ours.
  private static let maximumByteCount = 4096

  private let path: FilePath

  /// - Parameter directory: Of the daemon's lock; only the user can write to it.
  package init(in directory: FilePath) { path = directory.appending("status") }

  /// Writes the line, whole or not at all. Without it `doctor` knows less, so a failure is none of the daemon's.
  package func write(_ status: DaemonStatus) {
    let line = (status.isTrouble ? Self.trouble : Self.fine) + TerminalEscaping.escaped(status.text) + "\n"
    try? AtomicFile.replace(path, with: Array(line.utf8), isDurable: false)
  }

  /// The last line; nil if there is none. It means something only while the daemon runs.
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
