internal import History
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// Writes entries to a file as `ocr-scan history export` prints them, oldest first.
enum EntryExport {
  /// - Returns: How many there were.
  /// - Throws: `ScanFailure` of the storage, or `output_failed`.
  static func write(_ numbers: [Int64], of session: Session, to path: FilePath) async throws(ScanFailure) -> Int {
    var lines: [String] = []
    do throws(HistoryFailure) {
      for number in numbers.sorted() { lines.append(try await session.history.entry(String(number)).jsonLine()) }
    } catch {
      throw error.scanFailure
    }
    try await write(lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }, of: session, to: path)
    return lines.count
  }

  /// Writes a file that the user named, whole or not at all.
  /// - Throws: `ScanFailure` with `output_failed`.
  static func write(_ bytes: [UInt8], of session: Session, to path: FilePath) async throws(ScanFailure) {
    let refusal: AtomicFile.Refusal? = await session.blocking {
      do throws(AtomicFile.Refusal) {
        // Bytes have no padding that could be uninitialized, hence safe.
        try unsafe AtomicFile.write(bytes.span.bytes, to: path, sparing: nil)
        return nil
      } catch {
        return error
      }
    }
    if refusal != nil { throw ScanFailure(.outputFailed, subject: path.displayName) }
  }
}
