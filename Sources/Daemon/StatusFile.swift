package import LinuxSystem
internal import ScanModel
package import SystemPackage

/// What `ocr-scan doctor` knows of the daemon, beside its lock: a line on what it does, the same as a message if
/// something stands at a place of it, and a line on the file that it runs.
package struct StatusFile: Sendable {
  private static let trouble = "trouble: "
  private static let fine = "fine: "
  private static let message = "message: "
  private static let program = "program: "
  /// More than a line of ours and the longest path (PATH_MAX).
  private static let maximumByteCount = 16_384

  /// Without a runtime folder these files are on a disk, which may not answer.
  static let writes = WriteQueue(label: "runtime-files", capacity: 100)

  private let path: FilePath

  /// - Parameter directory: The folder of the daemon's lock, to which only the user can write.
  package init(in directory: FilePath) { path = directory.appending("status") }

  /// Writes all lines soon, whole or not at all. Without them `doctor` knows less.
  package func write(_ status: DaemonStatus, program: ProgramFile? = .ofThisProcess) {
    let text = TerminalEscaping.escaped(status.text)
    let line =
      (status.isTrouble ? Self.trouble : Self.fine) + text.english + "\n"
      + (text.hasPlaces ? Self.message + text.kept + "\n" : "")
    let file = program?.line.map { Self.program + $0 + "\n" } ?? ""
    Self.writes.add { [path] in try? AtomicFile.replace(path, with: Array((line + file).utf8), isDurable: false) }
  }

  /// What the daemon did last; nil if there is nothing. It means something only while the daemon runs.
  package func read() -> DaemonStatus? {
    guard let line = lines.first else { return nil }
    for (prefix, isTrouble) in [(Self.trouble, true), (Self.fine, false)] where line.hasPrefix(prefix) {
      let kept = lines.dropFirst().first { $0.hasPrefix(Self.message) }?.dropFirst(Self.message.count)
      let text = kept.flatMap { Message(kept: String($0)) } ?? Message(whole: String(line.dropFirst(prefix.count)))
      return DaemonStatus(text: TerminalEscaping.escaped(text), isTrouble: isTrouble)
    }
    return nil
  }

  /// The file that the daemon runs, as it was at its start; nil if that is not known.
  package func readProgram() -> ProgramFile? {
    lines.dropFirst().first { $0.hasPrefix(Self.program) }
      .flatMap { ProgramFile(line: $0.dropFirst(Self.program.count)) }
  }

  private var lines: [String] {
    Self.writes.finish(within: .seconds(1))
    let bytes = try? OwnedDescriptor.contents(of: path, followingSymlinks: false, upTo: Self.maximumByteCount)
    return bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) }?
      .map(String.init) ?? []
  }
}
