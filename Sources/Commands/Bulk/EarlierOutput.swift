internal import Application
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// The records of an earlier run that ended too early.
struct EarlierOutput: Sendable {
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
    do {
      let file = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
      defer { try? file.close() }
      var end = size
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      search: while end > 0 {
        let start = max(0, end - Int64(buffer.count))
        let length = Int(end - start)
        let count = try unsafe buffer.withUnsafeMutableBytes { bytes in
          try unsafe file.read(
            fromAbsoluteOffset: start, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<length]))
        }
        guard count == length else { return }
        for position in stride(from: length - 1, through: 0, by: -1) where buffer[position] == UInt8(ascii: "\n") {
          end = start + Int64(position) + 1
          break search
        }
        end = start
      }
      if end < size { try file.resize(to: end) }
    } catch {
      throw ScanFailure(.outputFailed, subject: path.displayName, detail: "\(error)")
    }
  }
}
