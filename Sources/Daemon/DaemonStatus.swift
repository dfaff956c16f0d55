package import LinuxSystem
package import ScanModel
package import SystemPackage

/// What the daemon is doing, in one line for `systemctl status` and `ocr-scan doctor`.
package struct DaemonStatus: Sendable, Hashable {
  package var text: Message
  /// Whether something keeps the daemon from working.
  package var isTrouble: Bool
}

/// Everything that is wrong now; the status shows the most serious problem.
struct DaemonTroubles {
  /// No worker can read even a test picture.
  var reading: ScanFailure?
  /// The history cannot be read or written.
  var history: ScanFailure?
  /// Folders that are missing or cannot be read.
  var folders: [FilePath: ScanFailure] = [:]
  /// Folders in which a read has no answer.
  var silent: [FilePath: ScanFailure] = [:]
  /// The system's limit on watches was reached.
  var watching: ScanFailure?
  var notifications: ScanFailure?

  private var all: [ScanFailure] {
    let places = [folders, silent].flatMap { $0.sorted { $0.key.string < $1.key.string }.map(\.value) }
    return ([reading, history] + places + [watching, notifications]).compactMap { $0 }
  }

  var codes: Set<ScanFailure.Code> { Set(all.map(\.code)) }

  func status(folderCount: Int, waiting: Int) -> DaemonStatus {
    if let reading {
      let screenshots: Message = waiting == 1 ? "1 screenshot waits" : "\(waiting) screenshots wait"
      return DaemonStatus(
        text: "Text recognition does not work; \(screenshots). \(FailureCatalog.describe(reading).message)",
        isTrouble: true)
    }
    if let failure = all.first {
      return DaemonStatus(text: FailureCatalog.describe(failure).message, isTrouble: true)
    }
    return DaemonStatus(
      text: folderCount == 1 ? "Watching \(folderCount) folder" : "Watching \(folderCount) folders", isTrouble: false)
  }
}

extension ScanFailure {
  static func silent(_ folder: FilePath) -> ScanFailure {
    ScanFailure(.permissionDenied, subject: "\(folder.displayName)", detail: silentDisk)
  }
}

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
