package import FoundationEssentials
internal import GRDB
package import ScanModel

/// Another entry that shares something with this one, such as a link or a phone number.
package struct RelatedEntry: Sendable, Hashable {
  package var summary: EntrySummary
  /// What they share: "the phone number ending in 23".
  package var label: Message
}

/// The number of entries of one kind in one time interval.
package struct EntryCount: Sendable, Hashable {
  /// Index of the interval, counted from the first one as 0.
  package var stretch: Int
  package var answer: ScanAnswer
  package var category: RiskCategory
  package var isFailure: Bool
  package var count: Int
}

// For a view of a history of any size: the numbers of all entries, and summaries of the visible ones only.
extension HistoryStore {
  /// Numbers of the entries that pass a filter but for words and limit, newest first; 44 ms for 100,000, by an index.
  package func numbers(_ filter: HistoryFilter) async throws(HistoryFailure) -> [Int64] {
    try await read { db in
      let query: SQLRequest<Int64> =
        "SELECT id FROM entry INDEXED BY entry_overview \(literal: filter.restriction()) ORDER BY +id DESC"
      return try query.fetchAll(db)
    }
  }

  package func summaries(_ numbers: [Int64]) async throws(HistoryFailure) -> [EntrySummary] {
    try await read { db in
      let query: SQLRequest<EntrySummary> =
        "SELECT \(sql: EntrySummary.columns) FROM entry WHERE id IN \(numbers)"
      return try query.fetchAll(db)
    }
  }

  package struct SearchStep: Sendable {
    /// The numbers of the entries in which all words occur, newest first.
    package var found: [Int64]
    package var next: Int64?
  }

  /// How many numbers one step covers: it takes some 20 ms, so that the user's next keystroke does not wait.
  private static let searchStep: Int64 = 1_000

  /// Searches the entries below a number, or the newest, for the words of a filter, whose limit is ignored.
  /// A word index would hold private words a second time, and keep them after a deletion.
  package func search(_ filter: HistoryFilter, below: Int64?) async throws(HistoryFailure) -> SearchStep {
    try await read { db in
      defer { db.releaseMemory() }
      guard let top = try below ?? Int64.fetchOne(db, sql: "SELECT max(id) + 1 FROM entry"), top > 1 else {
        return SearchStep(found: [], next: nil)
      }
      let bottom = max(0, top - Self.searchStep)
      // Entries that cannot contain the words need not be decoded. LIKE ignores case for ASCII letters only.
      let patterns = filter.words.compactMap(\.plainPart).map { "%\($0)%" }
      let restriction = filter.restriction(
        and: ["id >= \(bottom) AND id < \(top)"]
          + patterns.map { "(report LIKE \($0) OR CAST(path AS TEXT) LIKE \($0))" })
      let query: SQLRequest<HistoryEntry> =
        "SELECT \(sql: HistoryEntry.columns) FROM entry \(literal: restriction) ORDER BY id DESC"
      let entries = try query.fetchCursor(db)
      var found: [Int64] = []
      while let entry = try entries.next() {
        if filter.matches(entry) { found.append(entry.number) }
      }
      return SearchStep(found: found, next: bottom > 1 ? bottom : nil)
    }
  }

  /// Other entries that share an indicator with this one: the newest first, each with one thing they share.
  package func related(to number: Int64, limit: Int = 20) async throws(HistoryFailure) -> [RelatedEntry] {
    try await read { db in
      guard let entry = try Self.entry(number: number, db) else { return [] }
      var related: [Int64: RelatedEntry] = [:]
      for mark in Self.indicators(in: entry.storedIndicators) where Self.sightedKinds.contains(mark.kind.rawValue) {
        let summaries = try EntrySummary.fetchAll(
          db,
          sql: """
            SELECT \(EntrySummary.columns) FROM entry
            WHERE id IN (SELECT entry FROM sighting WHERE mark = ? AND entry <> ? ORDER BY entry DESC LIMIT ?)
            """, arguments: ["\(mark.kind.rawValue):\(mark.key)", number, limit])
        for summary in summaries where related[summary.number] == nil {
          related[summary.number] = RelatedEntry(summary: summary, label: mark.label)
        }
      }
      return Array(related.values.sorted { $0.summary.number > $1.summary.number }.prefix(limit))
    }
  }

  /// By answer, category and time interval. Combinations that do not occur are left out.
  package func counts(since: Date, every seconds: Int64) async throws(HistoryFailure) -> [EntryCount] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT (scanned_at - :start) / (:seconds * 1000) AS stretch, risk_level, category,
            NOT \(Self.isSuccessful) AS failed, \(HistoryFilter.unsureCondition) AS unsure, count(*) AS count
          FROM entry INDEXED BY entry_overview WHERE scanned_at >= :start GROUP BY 1, 2, 3, 4, 5
          """, arguments: ["start": since.milliseconds, "seconds": seconds]
      ).map { row in
        EntryCount(
          stretch: Int(clamping: try row.decode(Int64.self, forColumn: "stretch")),
          answer: ScanAnswer(
            RiskLevel(rawValue: try row.decode(forColumn: "risk_level")) ?? .unknown,
            isUnsure: try row.decode(forColumn: "unsure")),
          category: RiskCategory(rawValue: try row.decode(forColumn: "category")) ?? .unknown,
          isFailure: try row.decode(forColumn: "failed"), count: try row.decode(forColumn: "count"))
      }
    }
  }

  /// Kinds searched for in other entries. A whole picture would be the same entry, and wording alone is shared by many.
  static let sightedKinds: Set<String> = Set(
    Indicator.Kind.allCases.filter { $0 != .picture && $0 != .wording }.map(\.rawValue))
}

extension String {
  /// The longest run of ASCII letters and digits, which JSON does not escape; nil if there is none.
  fileprivate var plainPart: String? {
    utf8.split { byte in
      !(byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A)
    }.max { $0.count < $1.count }.map { String(decoding: $0, as: UTF8.self) }
  }
}
