internal import GRDB
internal import LinuxSystem
internal import ScanModel
package import SystemPackage

/// What was salvaged from a damaged history.
package struct Salvaged: Sendable, Hashable {
  package var entries = 0
  /// Known files, so that they are not scanned again.
  package var files = 0
}

extension HistoryStore {
  /// Copies what is still readable in a damaged history, which `setAside` has renamed, into this one.
  ///
  /// The damaged file is only read. Tables are read from both ends up to the damage, and the entries in between one by
  /// one. A file whose entry is lost is left out, so that it is scanned again. A file whose entry exists but whose
  /// state is lost is recognized by its bytes and not judged twice.
  /// - Parameter damaged: The new path of the damaged database.
  /// - Returns: How much was copied; nothing if the file is no longer a database or is shorter than its header says,
  ///   because SQLite refuses to read it then.
  /// - Throws: `.save`; nothing has been copied in that case.
  package func salvage(from damaged: FilePath) async throws(HistoryFailure) -> Salvaged {
    // SQLite deletes the log beside an empty database, even if it may only read.
    guard let path = String(validating: damaged),
      let status = try? FileStatus(of: damaged, followingSymlinks: false), status.size > 0,
      let source = try? DatabaseQueue(path: path, configuration: Self.configuration(readOnly: true))
    else { return Salvaged() }
    let salvaged = try await write { [keepsLinks] db in
      let salvage = Salvage(source: source, target: db)
      let entries = salvage.copyEntries()
      var files = salvage.copyFiles()
      // No file has size -1, so the bytes of the file decide.
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO file (path, device, inode, size, mtime_ns, ctime_ns, sha256, entry)
          SELECT path, 0, 0, -1, 0, 0, sha256, max(id) FROM entry
          WHERE path IS NOT NULL AND source = 'auto' GROUP BY path
          """)
      files += db.changesCount
      salvage.copyQuarantine()
      salvage.copyLearnt()
      salvage.copyOwedAlerts()
      // It may be of a version that stored links whole.
      if !keepsLinks { try LinkRedaction.run(db) }
      return Salvaged(entries: entries, files: files)
    }
    try? source.close()
    return salvaged
  }
}

/// Reads a database of which any page may be damaged.
private struct Salvage {
  /// How many entries to look for one by one between the readable ends; limited so that a damaged number in a table
  /// cannot keep the daemon busy.
  private static let maximumProbes: Int64 = 200_000
  private static let batch = 16

  let source: DatabaseQueue
  let target: Database

  func copyEntries() -> Int {
    var count = 0
    var first: Int64 = 0
    while let rows = rows("SELECT * FROM entry WHERE id > ? ORDER BY id", [first]), !rows.isEmpty {
      for row in rows where copy(row, into: "entry", isIntact: isIntact) { count += 1 }
      guard let last = rows.last.flatMap({ try? $0.decode(Int64.self, forColumn: "id") }) else { break }
      first = last
    }
    var last = Int64.max
    while let rows = rows("SELECT * FROM entry WHERE id > ? AND id < ? ORDER BY id DESC", [first, last]), !rows.isEmpty
    {
      for row in rows where copy(row, into: "entry", isIntact: isIntact) { count += 1 }
      guard let next = rows.last.flatMap({ try? $0.decode(Int64.self, forColumn: "id") }) else { break }
      last = next
    }
    if last == .max {
      let sequence = try? source.read { try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence") }
      last = ((sequence ?? nil) ?? first) + 1
    }
    guard last - first > 1 else { return count }
    for id in (first + 1)..<min(last, first + Self.maximumProbes) {
      let row = try? source.read { try Row.fetchOne($0, sql: "SELECT * FROM entry WHERE id = ?", arguments: [id]) }
      if let row = row ?? nil, copy(row, into: "entry", isIntact: isIntact) { count += 1 }
    }
    return count
  }

  func copyFiles() -> Int {
    // If the entry is lost, the foreign key fails and the file is left out.
    copyFiles("ORDER BY path", after: ">") + copyFiles("ORDER BY path DESC", after: "<")
  }

  private func copyFiles(_ order: String, after relation: String) -> Int {
    var count = 0
    var last: DatabaseValue?
    while true {
      let condition = last == nil ? "" : "WHERE path \(relation) ?"
      let arguments = last.map { [$0] as StatementArguments } ?? []
      guard let rows = rows("SELECT * FROM file \(condition) \(order)", arguments), !rows.isEmpty else { return count }
      for row in rows where copy(row, into: "file", isIntact: { _ in true }) { count += 1 }
      // Rows that exist already were copied from the other end.
      last = rows.last.map { $0["path"] }
    }
  }

  func copyQuarantine() {
    let rows = (try? source.read { try Row.fetchAll($0, sql: "SELECT * FROM quarantine LIMIT 10000") }) ?? []
    for row in rows { copy(row, into: "quarantine", isIntact: { _ in true }) }
  }

  func copyOwedAlerts() {
    let rows = (try? source.read { try Row.fetchAll($0, sql: "SELECT * FROM owed_alert LIMIT 10000") }) ?? []
    for row in rows { copy(row, into: "owed_alert", isIntact: { _ in true }) }
  }

  /// Copies the feedback, which is stored nowhere else.
  func copyLearnt() {
    let rows = (try? source.read { try Row.fetchAll($0, sql: "SELECT * FROM learnt LIMIT 10000") }) ?? []
    for row in rows { copy(row, into: "learnt", isIntact: { _ in true }) }
    let revision = try? source.read { try Int64.fetchOne($0, sql: "SELECT revision FROM knowledge") }
    // If the revision is lost, no verdict is reused, which costs scans but is never wrong.
    try? target.execute(sql: "UPDATE knowledge SET revision = ?", arguments: [(revision ?? nil) ?? .max / 2])
  }

  /// Returns the next rows: fewer just before the damage, nil inside it.
  private func rows(_ query: String, _ arguments: StatementArguments) -> [Row]? {
    for limit in [Self.batch, 1] {
      let rows = try? source.read { try Row.fetchAll($0, sql: "\(query) LIMIT \(limit)", arguments: arguments) }
      if let rows { return rows }
    }
    return nil
  }

  /// Damage can leave a row that looks whole; decoding its report shows whether it is.
  private func isIntact(_ row: Row) -> Bool {
    guard let line = try? row.decode(String.self, forColumn: "report"), let report = try? ScanReport(jsonLine: line)
    else { return false }
    return (try? row.decode(String.self, forColumn: "uuid")) == report.id.lowercased()
  }

  /// Returns whether the row was inserted; one that exists already or violates a constraint is skipped.
  @discardableResult
  private func copy(_ row: Row, into table: String, isIntact: (Row) -> Bool) -> Bool {
    guard isIntact(row) else { return false }
    let columns = row.columnNames.map { "\"\($0)\"" }.joined(separator: ", ")
    let placeholders = row.columnNames.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT OR IGNORE INTO \(table) (\(columns)) VALUES (\(placeholders))"
    guard (try? target.execute(sql: sql, arguments: StatementArguments(row.databaseValues))) != nil else {
      return false
    }
    return target.changesCount > 0
  }
}
