internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import Synchronization
internal import SystemPackage

/// Where records go, each in one piece: standard output, or the file of rejects.
final class BulkOutput: Sendable {
  private let console: Console
  private let only: BulkLevel?
  /// Nil if failures are records like others.
  private let rejects: Mutex<FileDescriptor?>
  private let turn = Mutex(())

  /// - Parameters:
  ///   - console: For standard output.
  ///   - only: The lowest level of records that are wanted; failures always are.
  ///   - path: A file for the records of failures, emptied first; nil for none.
  /// - Throws: `ScanFailure` with `output_failed`.
  init(_ console: Console, only: BulkLevel?, rejects path: FilePath?) throws(ScanFailure) {
    self.console = console
    self.only = only
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

  /// Writes a record.
  /// - Throws: `OutputFailure` where it cannot be written.
  func write(_ report: ScanReport) throws {
    let hasFailed = BulkStatistics.hasFailed(report)
    guard hasFailed || only?.isReached(by: report.riskLevel) != false else { return }
    let line = try report.jsonLine() + "\n"
    if hasFailed, try writeReject(line) { return }
    try turn.withLock { _ in try console.emit(line) }
  }

  /// - Returns: False if there is no file for it.
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
