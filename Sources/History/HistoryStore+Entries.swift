internal import GRDB
package import ScanModel
package import SystemPackage

extension HistoryStore {
  /// Stores a report as a new entry, unless it is stored already (by `id`), and returns its number. Text and excerpts
  /// are as they may be stored; the path is that of the file on disk, nil for plain text.
  @discardableResult
  package func append(_ report: ScanReport, path: FilePath?) async throws(HistoryFailure) -> Int64 {
    let line = try Self.line(for: report)
    return try await write { db in
      if let number = try Self.number(ofReport: report.id, db) { return number }
      return try Self.insert(report, line: line, path: path, db)
    }
  }

  package func list(_ filter: HistoryFilter = .all) async throws(HistoryFailure) -> [HistoryEntry] {
    // Negative means none (https://www.sqlite.org/lang_select.html#limitoffset). With words, only the loop can tell.
    let limit = filter.words.isEmpty ? filter.limit.map { max(0, $0) } ?? -1 : -1
    return try await read { db in
      defer { db.releaseMemory() }
      let query: SQLRequest<HistoryEntry> = """
        SELECT \(sql: HistoryEntry.columns) FROM entry \(literal: filter.restriction()) ORDER BY id DESC LIMIT \(limit)
        """
      let cursor = try query.fetchCursor(db)
      var entries: [HistoryEntry] = []
      // One row at a time, so that a search only holds what it finds.
      while filter.limit.map({ entries.count < $0 }) ?? true, let entry = try cursor.next() {
        if filter.matches(entry) { entries.append(entry) }
      }
      return entries
    }
  }

  /// Rows that `forEachEntry` reads at once. With `store_text: full` a report can reach about 300 kB.
  private static let batch = 16

  /// Calls `body` with all entries, oldest first, a few at a time, so that a slow reader blocks neither scans nor the
  /// emptying of the write-ahead log. Entries stored in the meantime are included.
  /// - Throws: `.fetch`, `.corrupt`, and errors of `body`.
  package func forEachEntry(_ body: (HistoryEntry) async throws -> Void) async throws {
    var last: Int64 = 0
    while true {
      let entries = try await read { [last] db in
        try HistoryEntry.fetchAll(
          db.cachedStatement(
            sql: "SELECT \(HistoryEntry.columns) FROM entry WHERE id > ? ORDER BY id LIMIT \(Self.batch)"),
          arguments: [last])
      }
      guard let newest = entries.last else { return }
      last = newest.number
      for entry in entries { try await body(entry) }
    }
  }

  /// Finds an entry by what a user typed: its number, or else its UUID or at least 4 characters of the beginning of
  /// that, in either case.
  /// - Throws: `.notFound`; `.ambiguous` if several entries match; `.fetch`, `.corrupt`.
  package func entry(_ reference: String) async throws(HistoryFailure) -> HistoryEntry {
    let subject: Message = "\(TerminalEscaping.escaped(reference).prefix(40))"
    let found = try await read { db in
      if let number = Int64(reference), let entry = try Self.entry(number: number, db) { return [entry] }
      return try Self.entries(withUUIDPrefix: reference.lowercased(), db)
    }
    guard let entry = found.first else { throw HistoryFailure(.notFound, subject: subject) }
    guard found.count == 1 else {
      throw HistoryFailure(.ambiguous, subject: subject, detail: ScanFailure.ambiguous)
    }
    return entry
  }

  // MARK: Statements

  /// The picture was read completely: no error, or one that only informs.
  static let isSuccessful = "(error_code IS NULL OR error_code IN ('no_text_found', 'low_confidence'))"

  static func line(for report: ScanReport) throws(HistoryFailure) -> String {
    do {
      return try report.jsonLine()
    } catch {
      // JSON has neither infinity nor NaN; nothing else in a report can fail.
      throw HistoryFailure(.save, detail: "a number in the report is not finite")
    }
  }

  static func insert(_ report: ScanReport, line: String, path: FilePath?, _ db: Database) throws -> Int64 {
    try db.run(
      """
      INSERT INTO entry (uuid, path, display_path, sha256, source, captured_at, scanned_at, alerted, risk_level,
        unsure, category, confidence, scam_probability, error_code, requires_review, report, messages, marks,
        knowledge)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(knowledge))
      """,
      [
        report.id.lowercased(), path?.blob, report.path, report.sha256, report.source.rawValue,
        report.capturedAt?.milliseconds, report.scannedAt.milliseconds, false,
      ] + findings(report, line: line))
    let number = db.lastInsertedRowID
    try noteSightings(number, report.indicators, db)
    return number
  }

  /// The values of the columns that a correction changes, from risk_level to marks.
  static func findings(_ report: ScanReport, line: String) -> StatementArguments {
    [
      report.riskLevel.rawValue, report.answer == .unsure, report.category.rawValue, report.confidence,
      report.scamProbability, report.error?.code.rawValue, report.requiresReview, line, report.keptMessages,
      text(of: report.indicators),
    ]
  }

  static func noteSightings(_ number: Int64, _ indicators: [Indicator], _ db: Database) throws {
    for mark in indicators where sightedKinds.contains(mark.kind.rawValue) {
      try db.run(
        "INSERT OR IGNORE INTO sighting (mark, entry) VALUES (?, ?)", ["\(mark.kind.rawValue):\(mark.key)", number])
    }
  }

  static func number(ofReport id: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM entry WHERE uuid = ?"), arguments: [id.lowercased()])
  }

  static func entry(number: Int64, _ db: Database) throws -> HistoryEntry? {
    try firstEntry("WHERE id = ?", [number], db)
  }

  static func firstEntry(_ selection: String, _ arguments: StatementArguments, _ db: Database) throws -> HistoryEntry? {
    try HistoryEntry.fetchOne(
      db.cachedStatement(sql: "SELECT \(HistoryEntry.columns) FROM entry \(selection) LIMIT 1"), arguments: arguments)
  }

  /// Returns at most two: enough to see that a prefix is ambiguous.
  private static func entries(withUUIDPrefix prefix: String, _ db: Database) throws -> [HistoryEntry] {
    // Only the characters of a UUID; "~" sorts after all of them, so the range is exactly the prefix.
    guard prefix.utf8.count >= 4, prefix.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Character(.init($0)).isHexDigit })
    else { return [] }
    return try HistoryEntry.fetchAll(
      db, sql: "SELECT \(HistoryEntry.columns) FROM entry WHERE uuid >= ? AND uuid < ? LIMIT 2",
      arguments: [prefix, prefix + "~"])
  }
}
