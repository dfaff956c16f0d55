internal import GRDB
package import ScanModel
internal import SystemPackage

/// What became of a report that was handed in.
package enum Recorded: Sendable, Hashable {
  /// It is a new entry with this number.
  case stored(Int64)
  /// The same bytes at the same path were judged before: there is no new entry. The number is that of the earlier
  /// one, nil if the user deleted it.
  case alreadyKnown(Int64?)
}

/// How a scan ended, to be stored.
package struct FinishedScan: Sendable {
  /// With text and excerpts as they are to be kept: redaction is the caller's.
  package var report: ScanReport
  /// As it was when its bytes were read.
  package var file: KnownFile
  /// An alert about it was shown.
  package var wasAlerted: Bool
  /// The engine that these bytes have ended twice, so that it does not get them again; nil for other ends.
  package var quarantinedFrom: String?

  package init(
    _ report: ScanReport, of file: KnownFile, wasAlerted: Bool = false, quarantinedFrom engine: String? = nil
  ) {
    self.report = report
    self.file = file
    self.wasAlerted = wasAlerted
    quarantinedFrom = engine
  }
}

extension Recorded {
  /// The entry that holds the outcome; nil if the user deleted it.
  package var number: Int64? {
    switch self {
    case .stored(let number): number
    case .alreadyKnown(let number): number
    }
  }
}

extension HistoryStore {
  /// Ends a scan; see `finish(_:)`.
  package func finish(
    _ report: ScanReport, of file: KnownFile, alerted: Bool, quarantinedFrom engine: String? = nil
  ) async throws(HistoryFailure) -> Recorded {
    let recorded = try await finish([
      FinishedScan(report, of: file, wasAlerted: alerted, quarantinedFrom: engine)
    ])
    return recorded[0]
  }

  /// Ends scans in one transaction: the outcomes are stored, the files are known, and they no longer wait.
  ///
  /// Where the same bytes at the same path were judged before, only the file's state is brought up to date. An
  /// earlier failure does not count as a judgement unless this is the same failure; the new outcome takes its place, so
  /// that a file has one outcome whatever became of it on the way. A file that changed again in the meantime (`enqueue`
  /// with another state) goes on waiting. Repeating a call changes nothing.
  /// - Returns: Whether each is a new entry, in the order given.
  /// - Throws: `.save`; nothing has changed then.
  package func finish(_ scans: [FinishedScan]) async throws(HistoryFailure) -> [Recorded] {
    var lines: [String] = []
    for scan in scans { lines.append(try Self.line(for: scan.report)) }
    return try await write { [lines] db in
      try zip(scans, lines).map { scan, line in try Self.finish(scan, line: line, db) }
    }
  }

  /// Ends the wait of a file whose bytes turn out to be the ones judged before at this path (it was touched, or
  /// moved away and back), so that it need not be scanned.
  /// - Parameters:
  ///   - file: As it was when its bytes were read.
  ///   - sha256: Of its bytes, in lower-case hexadecimal.
  /// - Returns: Nil if it must be scanned; nothing has changed then.
  /// - Throws: `.save`.
  package func settle(_ file: KnownFile, sha256: String) async throws(HistoryFailure) -> Recorded? {
    try await write { db in
      let known = try Self.earlierJudgement(of: file.path, sha256: sha256, failure: nil, db)
      if let known { try Self.remember(file, sha256: sha256, known.number, db) }
      return known
    }
  }
}

extension HistoryStore {
  private static func finish(_ scan: FinishedScan, line: String, _ db: Database) throws -> Recorded {
    let (report, file) = (scan.report, scan.file)
    let recorded: Recorded
    if let number = try number(ofReport: report.id, db) {
      recorded = .stored(number)
    } else if let known = try earlierJudgement(
      of: file.path, sha256: report.sha256, failure: report.error?.code.rawValue, db)
    {
      recorded = known
    } else {
      try removeFailure(at: file.path, db)
      recorded = .stored(try insert(report, line: line, path: file.path, alerted: scan.wasAlerted, db))
    }
    try remember(file, sha256: report.sha256, recorded.number, db)
    if let engine = scan.quarantinedFrom, let sha256 = report.sha256 { try quarantine(sha256, from: engine, db) }
    return recorded
  }

  private static func earlierJudgement(
    of path: FilePath, sha256: String?, failure: String?, _ db: Database
  ) throws -> Recorded? {
    guard let sha256 else { return nil }
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT file.entry FROM file LEFT JOIN entry ON entry.id = file.entry
          WHERE file.path = ? AND file.sha256 = ? AND (file.entry IS NULL OR \(isSuccessful) OR error_code = ?)
          """), arguments: [path.blob, sha256, failure])
    return try row.map { .alreadyKnown(try $0.decode(Int64?.self, forColumn: "entry")) }
  }

  /// Deletes the entry of an earlier attempt at this path that failed, unless the user has said something about it.
  private static func removeFailure(at path: FilePath, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        DELETE FROM entry WHERE id = (SELECT entry FROM file WHERE path = ?) AND NOT \(isSuccessful)
          AND verified IS NULL
        """
    ).execute(arguments: [path.blob])
  }

  /// Makes a file known in this state, and ends its wait unless it waits in another state.
  private static func remember(_ file: KnownFile, sha256: String?, _ entry: Int64?, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO file (path, device, inode, size, mtime_ns, ctime_ns, sha256, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET device = excluded.device, inode = excluded.inode, size = excluded.size,
          mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, sha256 = excluded.sha256, entry = excluded.entry
        """
    ).execute(arguments: StatementArguments(file.columns + [sha256.databaseValue, entry.databaseValue]))
    let identity = file.identity
    try db.cachedStatement(
      sql: "DELETE FROM pending WHERE path = ? AND inode = ? AND size = ? AND mtime_ns = ? AND ctime_ns = ?"
    ).execute(
      arguments: [
        file.path.blob, Int64(bitPattern: identity.inode), identity.size, identity.modifiedNanoseconds,
        identity.changedNanoseconds,
      ])
    try db.cachedStatement(sql: "UPDATE pending SET in_flight = 0 WHERE path = ?").execute(arguments: [file.path.blob])
  }
}
