internal import GRDB
package import ScanModel
internal import SystemPackage

/// The end of a scan, to be stored.
package struct FinishedScan: Sendable {
  /// With text and excerpts as they may be stored; the caller redacts them.
  package var report: ScanReport
  /// State of the file when its bytes were read.
  package var file: KnownFile
  /// The engine that these bytes ended twice, which must not get them again; nil otherwise.
  package var quarantinedFrom: String?
  /// Whether an alert about it is due, and stays so until `settleAlerts`.
  package var owesAlert: Bool

  package init(
    _ report: ScanReport, of file: KnownFile, quarantinedFrom engine: String? = nil, owesAlert: Bool = false
  ) {
    self.report = report
    self.file = file
    quarantinedFrom = engine
    self.owesAlert = owesAlert
  }
}

extension HistoryStore {
  /// Ends scans in one transaction: stores the outcomes, makes the files known, and removes them from the queue, unless
  /// they changed in the meantime. Repeating a call changes nothing. If the same bytes at the same path were judged
  /// before, only the state of the file is updated. An earlier failure counts only if it is the same one; otherwise the
  /// new outcome replaces it.
  /// - Returns: For each scan, the entry that holds its outcome; nil if the user deleted it.
  /// - Throws: `.save`; nothing has changed in that case.
  package func finish(_ scans: [FinishedScan]) async throws(HistoryFailure) -> [Int64?] {
    let lines = try scans.map { scan throws(HistoryFailure) in try Self.line(for: scan.report) }
    return try await write { db in try zip(scans, lines).map { try Self.finish($0, line: $1, db) } }
  }

  private static func finish(_ scan: FinishedScan, line: String, _ db: Database) throws -> Int64? {
    let (report, file) = (scan.report, scan.file)
    let number: Int64?
    if let stored = try self.number(ofReport: report.id, db) {
      number = stored
    } else if let known = try earlierJudgement(
      of: file.path, sha256: report.sha256, failure: report.error?.code.rawValue, db)
    {
      number = known
    } else {
      try removeFailure(at: file.path, db)
      number = try insert(report, line: line, path: file.path, db)
    }
    try remember(file, sha256: report.sha256, number, db)
    if scan.owesAlert, let number { try oweAlert(number, db) }
    if let engine = scan.quarantinedFrom, let sha256 = report.sha256 { try quarantine(sha256, from: engine, db) }
    return number
  }

  /// The entry of the same bytes at the same path, which may have been touched, or moved away and back: a judgement, or
  /// the same failure. An inner nil stands for an entry that the user deleted.
  static func earlierJudgement(
    of path: FilePath, sha256: String?, failure: String?, _ db: Database
  ) throws -> Int64?? {
    guard let sha256 else { return nil }
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT file.entry FROM file LEFT JOIN entry ON entry.id = file.entry
          WHERE file.path = ? AND file.sha256 = ? AND (file.entry IS NULL OR \(isSuccessful) OR error_code = ?)
          """), arguments: [path.blob, sha256, failure])
    return try row.map { try $0.decode(Int64?.self, forColumn: "entry") }
  }

  /// Deletes the entry of an earlier failed attempt at this path, unless the user gave a verdict on it.
  private static func removeFailure(at path: FilePath, _ db: Database) throws {
    try db.run(
      """
      DELETE FROM entry WHERE id = (SELECT entry FROM file WHERE path = ?) AND NOT \(isSuccessful)
        AND verified IS NULL
      """, [path.blob])
  }

  /// Makes a file known in this state. It leaves the queue unless it changed while it was scanned.
  static func remember(_ file: KnownFile, sha256: String?, _ entry: Int64?, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO file (path, device, inode, size, mtime_ns, ctime_ns, sha256, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (path) DO UPDATE SET device = excluded.device, inode = excluded.inode, size = excluded.size,
        mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, sha256 = excluded.sha256, entry = excluded.entry
      """, file.columns + [sha256, entry])
    try db.run(
      "DELETE FROM pending WHERE path = ? AND inode = ? AND size = ? AND mtime_ns = ? AND ctime_ns = ?",
      [file.path.blob] + file.identity.state)
    try takeState(of: file, db)
    try db.run("UPDATE pending SET in_flight = 0 WHERE path = ?", [file.path.blob])
  }

  /// Gives a file that waits, and is not being scanned, the state in which it was read. Another state in the queue may
  /// be a later one, or one that a listing saw before the read: no clock tells which. The next read finds the file as
  /// it is then. With a state that is gone, a file at rest would be read without end.
  static func takeState(of file: KnownFile, _ db: Database) throws {
    try db.run(
      "UPDATE pending SET inode = ?, size = ?, mtime_ns = ?, ctime_ns = ? WHERE path = ? AND in_flight = 0",
      file.identity.state + [file.path.blob])
  }
}

// An alert is owed from the transaction that stores its outcome until the one that notes how it ended.
extension HistoryStore {
  /// Whether an alert about a picture with this hash was shown, under any name.
  package func hasAlerted(sha256: String) async throws(HistoryFailure) -> Bool {
    try await read { db in
      try db.has("entry WHERE sha256 = ? AND alerted = 1", [sha256])
    }
  }

  package func owedAlerts(limit: Int = 1_000) async throws(HistoryFailure) -> [HistoryEntry] {
    try await read { db in
      try HistoryEntry.fetchAll(
        db,
        sql: """
          SELECT \(HistoryEntry.columns) FROM entry WHERE id IN (SELECT entry FROM owed_alert) ORDER BY id LIMIT ?
          """, arguments: [limit])
    }
  }

  /// By the number of the entry, whether its alert, which is no longer owed, was shown. Unknown numbers are ignored.
  package func settleAlerts(_ ends: [Int64: Bool]) async throws(HistoryFailure) {
    try await write { db in
      for (number, wasShown) in ends {
        if wasShown { try db.run("UPDATE entry SET alerted = 1 WHERE id = ?", [number]) }
        try db.run("DELETE FROM owed_alert WHERE entry = ?", [number])
      }
    }
  }

  static func oweAlert(_ number: Int64, _ db: Database) throws {
    try db.run(
      "INSERT OR IGNORE INTO owed_alert (entry) SELECT id FROM entry WHERE id = ? AND alerted = 0", [number])
  }
}

extension FileIdentity {
  /// What changes with a file, as it is stored.
  var state: StatementArguments {
    [Int64(bitPattern: inode), size, modifiedNanoseconds, changedNanoseconds]
  }
}
