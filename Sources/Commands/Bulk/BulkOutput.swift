internal import Application
internal import Glibc
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import Settings
internal import Synchronization
internal import SystemPackage

/// Writes each record in one piece, to standard output or to the file of rejects.
final class BulkOutput: Sendable {
  private let console: Console
  private let only: BulkLevel?
  /// How much of the texts to write.
  private let storedText: Settings.StoredText
  /// Nil if failures go with the other records.
  private let rejects: Mutex<FileDescriptor?>
  private let turn = Mutex(())

  /// - Parameters:
  ///   - console: Writes to standard output.
  ///   - only: The lowest level of the records to write; failures are always written.
  ///   - storedText: How much of the texts to write.
  ///   - path: A file for the records of failures, emptied first; nil for none.
  /// - Throws: `ScanFailure` with `output_failed`.
  init(
    _ console: Console, only: BulkLevel?, storedText: Settings.StoredText, rejects path: FilePath?
  ) throws(ScanFailure) {
    self.console = console
    self.only = only
    self.storedText = storedText
    do {
      rejects = Mutex(
        try path.map {
          try FileDescriptor.open(
            $0, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
        })
    } catch {
      throw ScanFailure(.outputFailed, subject: path?.displayName, detail: "\(error)")
    }
  }

  /// Whether a regular file is, under whatever name, one of these.
  static func isOne(_ file: String, of others: [String?]) -> Bool {
    let path = RawArguments.path(file)
    guard let inode = AtomicFile.Inode(at: path),
      (try? FileStatus(of: path, followingSymlinks: true))?.kind == .regular
    else { return false }
    return others.contains { $0.flatMap { AtomicFile.Inode(at: RawArguments.path($0)) } == inode }
  }

  /// Writes a record.
  /// - Throws: `OutputFailure` if it cannot be written.
  func write(_ report: ScanReport) throws {
    let hasFailed = BulkStatistics.hasFailed(report)
    guard hasFailed || only?.isReached(by: report.riskLevel) != false else { return }
    let line = try report.stored(as: storedText).jsonLine() + "\n"
    if hasFailed, try writeReject(line) { return }
    try turn.withLock { _ in try console.emit(line) }
  }

  /// - Returns: False if there is no file of rejects.
  private func writeReject(_ line: String) throws -> Bool {
    try rejects.withLock { file in
      guard let file else { return false }
      do {
        try file.writeAll(line.utf8)
      } catch let error as Errno {
        throw OutputFailure(errno: error.rawValue)
      }
      return true
    }
  }
}
