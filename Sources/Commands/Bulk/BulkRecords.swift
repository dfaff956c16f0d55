internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Localization
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
  private let storedText: Settings.StoredText
  private let rejects: OwnedDescriptor?
  private let turn = Mutex(())
  private static let start = Array(#"{"advice"#.utf8)  // the names are sorted
  /// More than a record of a failure has, which is without a picture.
  private static let maximumReject = 16 << 20

  /// Opens the file of rejects, if there is one; `others` are those that are read or written otherwise.
  /// - Throws: `ValidationError` if it is one of these or holds more than records of failures; `output_failed`.
  init(
    _ console: Console, only: BulkLevel?, storedText: Settings.StoredText, rejects path: FilePath?, others: [FilePath]
  ) throws {
    self.console = console
    self.only = only
    self.storedText = storedText
    if let path { rejects = try Self.opened(path, unlessIn: others) } else { rejects = nil }
  }

  private static func opened(_ path: FilePath, unlessIn others: [FilePath]) throws -> OwnedDescriptor {
    do {
      let file = try OwnedDescriptor.open(path, O_WRONLY | O_CREAT)
      let status = try FileStatus(ofDescriptor: file.raw)
      guard status.kind == .regular else { return file }
      // What was opened counts: a moment later the name may lead to another file.
      let inode = AtomicFile.Inode(device: status.device, number: status.inode)
      // A picture of the list, for example, or the results of an earlier run.
      guard !others.contains(where: { AtomicFile.Inode(at: $0) == inode }),
        try holdsFailures("/proc/self/fd/\(file.raw)")
      else {
        throw ValidationError(
          "--rejects empties its file, which is one of the others or holds more than failures: name another one.")
      }
      return file
    } catch let error as SystemError {
      throw ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: "\(error.reason)")
    } catch let error as ScanFailure {
      throw ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: error.detail)
    }
  }

  /// Whether a file has only what an earlier run may have written as rejects; the last record may be cut off.
  private static func holdsFailures(_ file: String) throws(ScanFailure) -> Bool {
    struct Record: Decodable {
      struct Failure: Decodable { let code: String }
      let error: Failure?
      /// As `ScanReport.failure`: some errors only qualify a verdict.
      var hasFailed: Bool { error.flatMap { ScanFailure.Code(rawValue: $0.code) }?.isFailure == true }
    }
    let reader = try SeparatedReader(file, maximumObject: maximumReject)
    while let piece = try reader.next() {
      guard case .whole(let bytes) = piece else { return false }
      let record = try? JSONDecoder().decode(Record.self, from: Data(bytes))
      let isCut = reader.isAtEnd && record == nil && start.starts(with: bytes.prefix(start.count))
      guard isCut || record?.hasFailed == true && bytes.starts(with: start) else { return false }
    }
    return true
  }

  /// Empties the file of rejects, if there is one: last, because a run that cannot start must leave an old one as it is.
  func emptyRejects() throws(OutputFailure) {
    switch rejects {
    case .some(let file):
      // EINVAL: a pipe or device (ftruncate(2)).
      if ftruncate(file.raw, 0) != 0, errno != EINVAL { throw OutputFailure(errno: errno) }
    case .none: break
    }
  }

  func write(_ report: ScanReport) throws {
    let hasFailed = report.failure != nil
    guard hasFailed || only?.isReached(by: report.riskLevel) != false else { return }
    let line = try report.stored(as: storedText).localized.jsonLine() + "\n"
    try turn.withLock { _ in if try !hasFailed || !writeReject(line) { try console.emit(line) } }
  }

  private func writeReject(_ line: String) throws(OutputFailure) -> Bool {
    do throws(SystemError) {
      return try unsafe rejects?.write(Array(line.utf8).span.bytes) != nil
    } catch {
      throw OutputFailure(errno: error.errno)
    }
  }
}

struct EarlierRecords: Sendable {
  /// The only thing in memory that grows with the number of records, by some 100 bytes each.
  private(set) var identifiers: Set<InputIdentifier> = []

  private struct Record: Decodable {
    let id: InputIdentifier
  }

  /// Reads the records of a file, if it exists; skips all else, such as a line that was cut off. If standard output
  /// is the same file, removes such an end, so that the next record begins a line.
  /// - Throws: `ScanFailure` with `permission_denied`, `invalid_input` or `output_failed`.
  init(_ argument: String, maximumRecord: Int) throws(ScanFailure) {
    let reader: SeparatedReader
    do throws(ScanFailure) {
      // Only --files-from takes "-" for standard input.
      reader = try SeparatedReader(argument == "-" ? "./-" : argument, maximumObject: maximumRecord)
    } catch {
      if error.code == .notFound { return }
      throw error
    }
    let isOutput = reader.reads(fileBehind: STDOUT_FILENO)
    while let piece = try reader.next() {
      if isOutput, reader.isAtEnd {
        guard ftruncate(STDOUT_FILENO, off_t(reader.wholeLength)) != 0 else { break }
        let reason = SystemError("ftruncate", errno: errno).reason
        throw ScanFailure(.outputFailed, subject: reader.name, detail: "\(reason)")
      }
      guard case .whole(let bytes) = piece,
        let record = try? JSONDecoder().decode(Record.self, from: Data(bytes))
      else { continue }
      identifiers.insert(record.id)
    }
  }
}
