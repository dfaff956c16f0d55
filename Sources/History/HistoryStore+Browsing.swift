internal import GRDB
internal import ScanModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// For a view that shows a part of a history of any size: numbers of all entries, eight bytes each, and what is visible of
// them when it is.
extension HistoryStore {
  /// Changes whenever anybody stores, changes or deletes something, other than this connection.
  /// - Throws: `.fetch`.
  package func dataVersion() async throws(HistoryFailure) -> Int64 {
    // https://www.sqlite.org/pragma.html#pragma_data_version
    try await read { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }
  }

  /// The numbers of the entries that pass a filter, newest first, whatever its words, limit and offset are.
  ///
  /// Answered from an index alone: 100,000 entries take 44 ms of processor time, 433 MB of reports need not be read.
  /// - Throws: `.fetch`.
  package func numbers(_ filter: HistoryFilter) async throws(HistoryFailure) -> [Int64] {
    let (restriction, arguments) = filter.restriction
    return try await read { db in
      try Int64.fetchAll(
        db, sql: "SELECT id FROM entry INDEXED BY entry_overview \(restriction) ORDER BY +id DESC",
        arguments: arguments)
    }
  }

  /// What a list shows of some entries.
  /// - Parameter numbers: At most some hundred.
  /// - Returns: In any order; those that are gone are left out.
  /// - Throws: `.fetch`.
  package func summaries(_ numbers: [Int64]) async throws(HistoryFailure) -> [EntrySummary] {
    try await read { db in
      let places = numbers.map { _ in "?" }.joined(separator: ", ")
      return try Row.fetchAll(
        db, sql: "SELECT \(EntrySummary.columns) FROM entry WHERE id IN (\(places))",
        arguments: StatementArguments(numbers)
      ).map(EntrySummary.init(row:))
    }
  }

  /// One step of a search from newer to older entries.
  package struct SearchStep: Sendable {
    /// The numbers of the entries in which all words occur, newest first.
    package var found: [Int64]
    /// Where to go on; nil at the end.
    package var next: Int64?
  }

  /// How many numbers one step looks at: it takes some 20 ms, so that what the user types next does not wait.
  private static let searchStep: Int64 = 1_000

  /// Searches some entries for the words of a filter. There is no index of words: it would hold private words a second
  /// time, and keep them after a deletion.
  /// - Parameters:
  ///   - filter: Its limit and offset do not matter.
  ///   - below: Only entries with lower numbers; nil begins with the newest.
  /// - Returns: What was found in this step, and where the next one begins.
  /// - Throws: `.fetch`.
  package func search(_ filter: HistoryFilter, below: Int64?) async throws(HistoryFailure) -> SearchStep {
    try await read { db in
      defer { db.releaseMemory() }
      guard let top = try below ?? Int64.fetchOne(db, sql: "SELECT max(id) + 1 FROM entry"), top > 1 else {
        return SearchStep(found: [], next: nil)
      }
      let bottom = max(0, top - Self.searchStep)
      var (restriction, arguments) = filter.restriction
      restriction += restriction.isEmpty ? "WHERE " : " AND "
      restriction += "id >= ? AND id < ?"
      arguments += [bottom, top]
      // What the words cannot be in need not be decoded. LIKE knows small and capital letters of ASCII only.
      for word in filter.words {
        guard let part = word.plainPart else { continue }
        restriction += " AND (report LIKE ? OR CAST(path AS TEXT) LIKE ?)"
        arguments += ["%\(part)%", "%\(part)%"]
      }
      let rows = try Row.fetchCursor(
        db, sql: "SELECT \(HistoryEntry.columns) FROM entry \(restriction) ORDER BY id DESC", arguments: arguments)
      var found: [Int64] = []
      while let row = try rows.next() {
        let entry = try HistoryEntry(row: row)
        if filter.matches(entry) { found.append(entry.number) }
      }
      return SearchStep(found: found, next: bottom > 1 ? bottom : nil)
    }
  }

  /// Other entries in which something of this one was seen: a link, an address, a number, an account, a wallet.
  /// - Parameters:
  ///   - number: The entry; one that is gone has none.
  ///   - limit: How many at most.
  /// - Returns: Newest first, each with one thing that both have.
  /// - Throws: `.fetch`.
  package func related(to number: Int64, limit: Int = 20) async throws(HistoryFailure) -> [RelatedEntry] {
    try await read { db in
      guard let entry = try Self.entry(number: number, db) else { return [] }
      var related: [Int64: RelatedEntry] = [:]
      for mark in Self.indicators(in: entry.storedIndicators) where Self.sightedKinds.contains(mark.kind.rawValue) {
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT \(EntrySummary.columns) FROM entry
            WHERE id IN (SELECT entry FROM sighting WHERE mark = ? AND entry <> ? ORDER BY entry DESC LIMIT ?)
            """, arguments: ["\(mark.kind.rawValue):\(mark.key)", number, limit])
        for row in rows {
          let summary = try EntrySummary(row: row)
          if related[summary.number] == nil {
            related[summary.number] = RelatedEntry(summary: summary, label: mark.label)
          }
        }
      }
      return Array(related.values.sorted { $0.summary.number > $1.summary.number }.prefix(limit))
    }
  }

  /// Counts entries by level, category and time.
  /// - Parameters:
  ///   - since: When the first stretch begins.
  ///   - seconds: The length of a stretch.
  /// - Returns: Only stretches, levels and kinds that there are.
  /// - Throws: `.fetch`.
  package func counts(since: Date, every seconds: Int64) async throws(HistoryFailure) -> [EntryCount] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT (scanned_at - :start) / (:seconds * 1000) AS stretch, risk_level, category,
            NOT \(Self.isSuccessful) AS failed, count(*) AS count
          FROM entry INDEXED BY entry_overview WHERE scanned_at >= :start GROUP BY 1, 2, 3, 4
          """, arguments: ["start": since.milliseconds, "seconds": seconds]
      ).map { row in
        EntryCount(
          stretch: Int(clamping: try row.decode(Int64.self, forColumn: "stretch")),
          riskLevel: RiskLevel(rawValue: try row.decode(forColumn: "risk_level")) ?? .unknown,
          category: RiskCategory(rawValue: try row.decode(forColumn: "category")) ?? .unknown,
          isFailure: try row.decode(forColumn: "failed"), count: try row.decode(forColumn: "count"))
      }
    }
  }

  /// What is looked for in other entries; a whole picture is the same entry, and words alone are common to many.
  static let sightedKinds: Set<String> = Set(
    Indicator.Kind.allCases.filter { $0 != .picture && $0 != .wording }.map(\.rawValue))
}

extension String {
  /// The longest part of letters and digits of ASCII, which is written in JSON as it is; nil if it has none.
  fileprivate var plainPart: String? {
    utf8.split { byte in
      !(byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A)
    }.max { $0.count < $1.count }.map { String(decoding: $0, as: UTF8.self) }
  }
}
