internal import GRDB
package import ScanModel
package import SystemPackage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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

// A file is known, pending, or new. A listing finds what is new; enqueueing makes it pending before anything else
// happens to it; finishing makes it known in the same transaction that stores the outcome. So a crash at any point
// neither loses a file nor reports it twice.
extension HistoryStore {
  /// The files of a listing that are neither known in this state nor pending in this state.
  ///
  /// One query a folder; files that were touched without a change of contents count as new here, and `settle`
  /// sorts them out once they have been read.
  /// - Parameters:
  ///   - listing: Files in `folder`.
  ///   - folder: As the paths of the listing begin.
  /// - Returns: The new ones, in the order of the listing.
  /// - Throws: `.fetch`, `.corrupt`.
  package func newFiles(
    among listing: [KnownFile], in folder: FilePath
  ) async throws(HistoryFailure) -> [KnownFile] {
    let known = try await read { db in
      var known: [Data: FileIdentity] = [:]
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT path, device, inode, size, mtime_ns, ctime_ns FROM file WHERE path > ? AND path < ?
          UNION ALL
          SELECT path, device, inode, size, mtime_ns, ctime_ns FROM pending WHERE path > ? AND path < ?
          """, arguments: folder.contentRange + folder.contentRange)
      while let row = try rows.next() {
        let file = try KnownFile(row: row)
        known[file.path.blob] = file.identity  // pending comes last: it is the newer state
      }
      db.releaseMemory()
      return known
    }
    return listing.filter { file in
      guard let identity = known[file.path.blob] else { return true }
      return !file.identity.isUnchanged(since: identity)
    }
  }

  /// Queues files for a scan. A file that waits already gets its new state; one whose state is known is left out.
  /// - Parameters:
  ///   - files: As they were seen.
  ///   - time: Now.
  ///   - rank: Of files of the same moment, those with a lower rank are scanned first.
  /// - Returns: How many wait now that did not, or not in this state.
  /// - Throws: `.save`.
  @discardableResult
  package func enqueue(
    _ files: [KnownFile], at time: Date, rank: @escaping @Sendable (KnownFile) -> Int = { _ in 0 }
  ) async throws(HistoryFailure) -> Int {
    try await write { db in
      var count = 0
      for file in files where try !Self.isKnown(file, db) {
        try db.cachedStatement(
          sql: """
            INSERT INTO pending (path, device, inode, size, mtime_ns, ctime_ns, enqueued_at, rank)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET device = excluded.device, inode = excluded.inode, size = excluded.size,
              mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, rank = excluded.rank, attempts = 0
            WHERE (inode, size, mtime_ns, ctime_ns)
              IS NOT (excluded.inode, excluded.size, excluded.mtime_ns, excluded.ctime_ns)
            """
        ).execute(
          arguments: StatementArguments(file.columns + [time.milliseconds.databaseValue, rank(file).databaseValue]))
        count += db.changesCount
      }
      return count
    }
  }

  /// What waits and is not being scanned: fewest attempts first, so that a file that fails does not hold up the
  /// others, then newest first, because that is the screenshot the user is looking at; of those of the same ten seconds,
  /// lowest rank first.
  /// - Throws: `.fetch`, `.corrupt`.
  package func pending(limit: Int = 100) async throws(HistoryFailure) -> [PendingScan] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: Self.pendingQuery,
        arguments: [limit]
      ).map { PendingScan(file: try KnownFile(row: $0), attempts: try $0.decode(forColumn: "attempts")) }
    }
  }

  /// Notes, before a scan begins, that it does: what is found in this state at the next start has crashed with it.
  /// - Returns: How many scans of it were begun, this one included; nil if it does not wait (any more).
  /// - Throws: `.save`.
  package func markInFlight(_ path: FilePath) async throws(HistoryFailure) -> Int? {
    try await write { db in
      try Int.fetchOne(
        db,
        sql: "UPDATE pending SET in_flight = 1, attempts = attempts + 1 WHERE path = ? RETURNING attempts",
        arguments: [path.blob])
    }
  }

  /// Puts a scan that did not come to an end back into the queue.
  /// - Parameters:
  ///   - path: As it was marked.
  ///   - forgiven: How many attempts do not count, because they ended for reasons that are not the picture's.
  /// - Throws: `.save`.
  package func requeue(_ path: FilePath, forgiven: Int = 0) async throws(HistoryFailure) {
    try await write { db in
      try db.execute(
        sql: "UPDATE pending SET in_flight = 0, attempts = max(0, attempts - ?) WHERE path = ?",
        arguments: [forgiven, path.blob])
    }
  }

  /// To be called at start, before anything is scanned: puts back what was being scanned when the program ended.
  /// - Returns: Those files with their attempts, so that one that keeps crashing the scan can be set aside.
  /// - Throws: `.save`.
  package func recover() async throws(HistoryFailure) -> [PendingScan] {
    try await write { db in
      try Row.fetchAll(db, sql: "UPDATE pending SET in_flight = 0 WHERE in_flight = 1 RETURNING *")
        .map { PendingScan(file: try KnownFile(row: $0), attempts: try $0.decode(forColumn: "attempts")) }
    }
  }

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

  /// Ends the wait of files that are gone. What is known of them stays, so that one that comes back with the same
  /// bytes at the same path is not judged again.
  /// - Throws: `.save`.
  package func stopWaiting(_ paths: [FilePath]) async throws(HistoryFailure) {
    try await write { db in
      for path in paths {
        try db.cachedStatement(sql: "DELETE FROM pending WHERE path = ?").execute(arguments: [path.blob])
      }
    }
  }

  /// Forgets files that are gone: they neither wait nor count as known. Their entries stay.
  /// - Throws: `.save`.
  package func forget(_ paths: [FilePath]) async throws(HistoryFailure) {
    try await write { db in
      for path in paths {
        try db.cachedStatement(sql: "DELETE FROM pending WHERE path = ?").execute(arguments: [path.blob])
        try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?").execute(arguments: [path.blob])
      }
    }
  }
}

// MARK: - Statements

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
  /// Its order is that of the index, so that the first of 20,000 are found without a look at the others.
  static let pendingQuery = """
    SELECT * FROM pending WHERE in_flight = 0
    ORDER BY attempts, mtime_ns / 10000000000 DESC, rank, mtime_ns DESC, id LIMIT ?
    """

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

  private static func isKnown(_ file: KnownFile, _ db: Database) throws -> Bool {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM file WHERE path = ?"), arguments: [file.path.blob])
    return try row.map { file.identity.isUnchanged(since: try KnownFile(row: $0).identity) } ?? false
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

extension FilePath {
  /// The bounds, both left out, of the paths below a folder: "folder/" and "folder0" ("0" follows "/" in ASCII).
  fileprivate var contentRange: StatementArguments {
    let base = bytes.last == UInt8(ascii: "/") ? Array(bytes.dropLast()) : bytes
    return [Data(base + [UInt8(ascii: "/")]), Data(base + [UInt8(ascii: "0")])]
  }
}
