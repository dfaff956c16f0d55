internal import GRDB
internal import Glibc
package import ScanModel
package import SystemPackage

/// The size of the history, for `ocr-scan doctor`.
package struct HistoryCounts: Sendable, Hashable {
  package var entries: Int
  package var byRiskLevel: [RiskLevel: Int]
  package var toReview: Int
  /// Files in watched folders that are known.
  package var files: Int
  /// Files that wait for a scan, including those being scanned.
  package var pending: Int
  package var bytesOnDisk: Int64
}

extension HistoryStore {
  package func counts() async throws(HistoryFailure) -> HistoryCounts {
    let bytes = file.bytesOnDisk()
    return try await read { db in
      func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(sql)") ?? 0 }
      var levels: [RiskLevel: Int] = [:]
      for row in try Row.fetchAll(db, sql: "SELECT risk_level, count(*) AS number FROM entry GROUP BY risk_level") {
        guard let level = RiskLevel(rawValue: try row.decode(forColumn: "risk_level")) else { continue }
        levels[level] = try row.decode(forColumn: "number")
      }
      return HistoryCounts(
        entries: try count("entry"), byRiskLevel: levels,
        toReview: try count("entry WHERE requires_review = 1 AND verified IS NULL"), files: try count("file"),
        pending: try count("pending"), bytesOnDisk: bytes)
    }
  }

  /// Checks the whole database; takes about a second for 1 GB. Returns at most ten problems, without contents.
  /// - Throws: `.corrupt` if it is too damaged even for that; `.fetch`.
  package func integrityCheck() async throws(HistoryFailure) -> [String] {
    try await read { db in
      defer { db.releaseMemory() }
      let findings = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
      let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
      return findings + (orphans > 0 ? ["\(orphans) rows refer to entries that do not exist"] : [])
    }
  }

  /// What a few outcomes take, the write-ahead log included.
  private static let neededBytes: UInt64 = 1 << 20

  /// Whether the history in a directory, there or not, can be written, and has room for more if it needs that.
  /// - Throws: `.unavailable` with the cause.
  package static func checkWriting(in directory: FilePath, needsRoom: Bool) throws(HistoryFailure) {
    var folder = directory
    while !canUse(folder, F_OK), errno == ENOENT, folder.removeLastComponent() {}
    if !canUse(folder, W_OK | X_OK), let refusal = refusal(folder) { throw refusal }
    for suffix in HistoryFile.suffixes {
      let file = directory.appending(HistoryFile.name + suffix)
      // SQLite would open it all the same, for reading, and refuse every entry.
      if canUse(file, F_OK), !canUse(file, W_OK), let refusal = refusal(file) { throw refusal }
    }
    guard needsRoom else { return }
    var status = statvfs()
    let result = unsafe folder.withPlatformString { unsafe statvfs($0, &status) }
    if result == 0, !hasRoom(blocks: UInt64(status.f_bavail), size: UInt64(status.f_frsize)) {
      throw HistoryFailure(.unavailable, subject: "\(directory.displayName)", detail: ScanFailure.fullDisk)
    }
  }

  /// Whether this many free blocks of this size are enough. File systems without a limit tell the largest numbers.
  static func hasRoom(blocks: UInt64, size: UInt64) -> Bool {
    let (bytes, isMore) = blocks.multipliedReportingOverflow(by: size)
    return isMore || bytes >= neededBytes
  }

  private static func canUse(_ path: FilePath, _ mode: Int32) -> Bool {
    unsafe path.withPlatformString { unsafe faccessat(AT_FDCWD, $0, mode, AT_EACCESS) } == 0
  }

  /// Why the last call on a path has failed; nil for what opening it tells better.
  private static func refusal(_ path: FilePath) -> HistoryFailure? {
    let error = errno
    guard error == EROFS || error == EACCES else { return nil }
    let isReadOnly = error == EROFS || canUse(path, R_OK)
    return HistoryFailure(
      .unavailable, subject: "\(path.displayName)", detail: isReadOnly ? ScanFailure.readOnly : ScanFailure.accessDenied
    )
  }
}
