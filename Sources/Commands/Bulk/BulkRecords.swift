internal import Application
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import Settings
internal import Synchronization
internal import SystemPackage

/// Writes each record in one piece, to standard output or to the file of rejects.
final class BulkRecordWriter: Sendable {
  private let console: Console
  /// The lowest level of the records to write; failures are always written.
  private let only: BulkLevel?
  /// How much of the texts to write.
  private let storedText: Settings.StoredText
  /// Nil if failures go with the other records.
  private let rejects: OwnedDescriptor?
  private let turn = Mutex(())

  /// Empties the file of rejects, if there is one.
  /// - Throws: `ScanFailure` with `output_failed`.
  init(
    _ console: Console, only: BulkLevel?, storedText: Settings.StoredText, rejects path: FilePath?
  ) throws(ScanFailure) {
    self.console = console
    self.only = only
    self.storedText = storedText
    guard let path else {
      rejects = nil
      return
    }
    do {
      rejects = try OwnedDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    } catch {
      throw ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: "\(error.reason)")
    }
  }

  /// Whether a regular file is, under whatever name, one of these.
  static func isOne(_ file: String, of others: [String?]) -> Bool {
    let path = RawArguments.path(file)
    guard path.fileKind == .regular, let inode = AtomicFile.Inode(at: path) else { return false }
    return others.contains { $0.flatMap { AtomicFile.Inode(at: RawArguments.path($0)) } == inode }
  }

  /// Writes a record.
  /// - Throws: `OutputFailure` if it cannot be written.
  func write(_ report: ScanReport) throws {
    let hasFailed = BulkStatistics.hasFailed(report)
    guard hasFailed || only?.isReached(by: report.riskLevel) != false else { return }
    let line = try report.stored(as: storedText).jsonLine() + "\n"
    try turn.withLock { _ in if try !hasFailed || !writeReject(line) { try console.emit(line) } }
  }

  /// - Returns: False if there is no file of rejects.
  private func writeReject(_ line: String) throws(OutputFailure) -> Bool {
    do throws(SystemError) {
      return try unsafe rejects?.write(Array(line.utf8).span.bytes) != nil
    } catch {
      throw OutputFailure(errno: error.errno)
    }
  }
}

/// The records of an earlier run that ended too early.
struct EarlierRecords: Sendable {
  /// The only thing in memory that grows with the number of records, by some 100 bytes each.
  private(set) var identifiers: Set<InputIdentifier> = []

  private struct Record: Decodable {
    let id: InputIdentifier
  }

  /// Reads the records of a file; one that does not exist has none. Skips anything else, such as a line that was cut
  /// off.
  ///
  /// If standard output is the same file, removes what follows its last whole line, so that the next record begins a
  /// line.
  /// - Throws: `ScanFailure` with `permission_denied`, `invalid_input` or `output_failed`.
  init(_ argument: String, maximumRecord: Int) throws(ScanFailure) {
    let path = RawArguments.path(argument)
    guard let status = try? FileStatus(of: path, followingSymlinks: true) else { return }
    if let output = try? FileStatus(ofDescriptor: STDOUT_FILENO), output.kind == .regular,
      (output.device, output.inode) == (status.device, status.inode)
    {
      try Self.cutOff(path, size: status.size)
    }
    let reader = try SeparatedReader(argument, maximumObject: maximumRecord)
    while let piece = try reader.next() {
      guard case .whole(let bytes) = piece,
        let record = try? JSONDecoder().decode(Record.self, from: Data(bytes))
      else { continue }
      identifiers.insert(record.id)
    }
  }

  private static func cutOff(_ path: FilePath, size: Int64) throws(ScanFailure) {
    do throws(SystemError) {
      let file = try OwnedDescriptor.open(path, O_RDWR)
      var end = size
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      search: while end > 0 {
        let start = max(0, end - Int64(buffer.count))
        let length = Int(end - start)
        let count = unsafe pread(file.raw, &buffer, length, off_t(start))
        guard count >= 0 else { throw SystemError("pread", errno: errno) }
        guard count == length else { return }
        for position in stride(from: length - 1, through: 0, by: -1) where buffer[position] == UInt8(ascii: "\n") {
          end = start + Int64(position) + 1
          break search
        }
        end = start
      }
      if end < size, ftruncate(file.raw, off_t(end)) != 0 { throw SystemError("ftruncate", errno: errno) }
    } catch {
      throw ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: "\(error.reason)")
    }
  }
}
