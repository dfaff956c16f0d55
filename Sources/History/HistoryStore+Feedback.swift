package import FoundationEssentials
internal import GRDB
package import ScanModel

// The user's verdict on an entry is stored twice: in the entry, for display, and as feedback items (table `learnt`),
// which outlive the entry and can be taken back. Every change raises the revision of the feedback, so that earlier
// results are not reused for another copy of a picture.
extension HistoryStore {
  /// Limits memory, at 300 bytes for each item; older items are not used.
  private static let maximumFeedbackItems = 5_000

  /// Stores the user's verdict on an entry and what it teaches, or takes both back with nil; returns what is stored
  /// now.
  /// - Throws: `.notFound`, `.save`.
  @discardableResult
  package func verify(
    _ number: Int64, as verdict: UserVerdict?, at time: Date = Date()
  ) async throws(HistoryFailure) -> [FeedbackItem] {
    try await write { db in
      guard let entry = try Self.entry(number: number, db) else {
        throw HistoryFailure(.notFound, subject: "\(number)")
      }
      try db.run("UPDATE entry SET verified = ? WHERE id = ?", [verdict?.rawValue, number])
      try db.run("DELETE FROM learnt WHERE entry = ?", [entry.uuid])
      try Self.raiseRevision(db)
      guard let verdict else { return [] }
      let report = try entry.report()
      var indicators = Indicator.lessons(of: report.indicators, verdict)
      if let sha256 = report.sha256 {
        let name = report.path?.split(separator: "/").last.map(String.init)
        indicators.insert(Indicator(picture: sha256, name: name), at: 0)
      }
      for indicator in indicators {
        try db.run(
          "INSERT INTO learnt (kind, key, label, verdict, learnt_at, entry) VALUES (?, ?, ?, ?, ?, ?)",
          [
            indicator.kind.rawValue, indicator.key, indicator.label.kept, verdict.rawValue, time.milliseconds,
            entry.uuid,
          ])
      }
      return try Self.feedbackItems("WHERE entry = ?", [entry.uuid], db)
    }
  }

  /// Replaces the report of an entry with a corrected one, of the same identifier, which then also applies to other
  /// copies of the picture. Text and excerpts are as they may be stored.
  /// - Throws: `.notFound`, `.save`.
  package func correct(
    _ number: Int64, with report: ScanReport, at time: Date = Date()
  ) async throws(HistoryFailure) {
    let findings = try Self.findings(report, line: Self.line(for: report))
    try await write { db in
      try db.execute(
        sql: """
          UPDATE entry SET risk_level = ?, unsure = ?, category = ?, confidence = ?, scam_probability = ?,
            error_code = ?, requires_review = ?, report = ?, messages = ?, marks = ?, corrected_at = ? WHERE id = ?
          """,
        arguments: findings + [time.milliseconds, number])
      guard db.changesCount > 0 else { throw HistoryFailure(.notFound, subject: "\(number)") }
      try db.run("DELETE FROM sighting WHERE entry = ?", [number])
      try Self.noteSightings(number, report.indicators, db)
      try Self.raiseRevision(db)
    }
  }

  /// Returns the newest entry for a picture with this hash whose text the user corrected; nil if there is none.
  package func correction(forSHA256 sha256: String) async throws(HistoryFailure) -> HistoryEntry? {
    try await read { db in
      try Self.firstEntry("WHERE sha256 = ? AND corrected_at IS NOT NULL ORDER BY corrected_at DESC", [sha256], db)
    }
  }

  /// Returns the user's verdict on a picture with this hash, under any name; nil if there is none any more.
  package func userVerdict(forSHA256 sha256: String) async throws(HistoryFailure) -> FeedbackItem? {
    try await read { db in try Self.userVerdict(sha256, db) }
  }

  /// Returns the newest feedback, and the sightings, for the analysis of other messages. Pictures are left out;
  /// `userVerdict` looks them up. What was found in the picture to be judged before says nothing new about it.
  package func feedbackList(about sha256: String? = nil) async throws(HistoryFailure) -> FeedbackList {
    try await read { db in
      FeedbackList(
        try Self.feedbackItems(
          "WHERE kind <> ? ORDER BY id DESC LIMIT \(Self.maximumFeedbackItems)", [Indicator.Kind.picture.rawValue], db),
        sightings: try Self.suspectSightings(otherThan: sha256, db))
    }
  }

  package func allFeedback() async throws(HistoryFailure) -> [FeedbackItem] {
    try await read { db in try Self.feedbackItems("ORDER BY id DESC", [], db) }
  }

  /// Forgets one feedback item permanently, and returns it. If it was about a picture, its entry loses the verdict.
  package func forgetFeedback(_ id: Int64) async throws(HistoryFailure) -> FeedbackItem? {
    let forgotten: FeedbackItem? = try await write(.delete) { db in
      guard let item = try Self.feedbackItems("WHERE id = ?", [id], db).first else { return nil }
      try db.run("DELETE FROM learnt WHERE id = ?", [id])
      if item.indicator.kind == .picture {
        try db.run("UPDATE entry SET verified = NULL WHERE uuid = ?", [item.entry])
      }
      try Self.raiseRevision(db)
      return item
    }
    if forgotten != nil { try await erase(1) }
    return forgotten
  }

  // MARK: Statements

  static let knowledge = "(SELECT revision FROM knowledge)"

  private static func raiseRevision(_ db: Database) throws {
    try db.execute(sql: "UPDATE knowledge SET revision = revision + 1")
  }

  static func userVerdict(_ sha256: String, _ db: Database) throws -> FeedbackItem? {
    try feedbackItems(
      "WHERE kind = ? AND key = ? ORDER BY id DESC LIMIT 1", [Indicator.Kind.picture.rawValue, sha256], db
    ).first
  }

  private static func feedbackItems(
    _ condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [FeedbackItem] {
    try Row.fetchAll(db, sql: "SELECT * FROM learnt \(condition)", arguments: arguments).compactMap { row in
      // Kinds that only a later version knows are skipped.
      guard let kind = Indicator.Kind(rawValue: try row.decode(forColumn: "kind")),
        let verdict = UserVerdict(rawValue: try row.decode(forColumn: "verdict"))
      else { return nil }
      return FeedbackItem(
        id: try row.decode(forColumn: "id"),
        indicator: Indicator(
          kind: kind, key: try row.decode(forColumn: "key"), label: label(try row.decode(forColumn: "label")),
          mayClear: true, mayAccuse: true),
        verdict: verdict, recordedAt: try row.decode(forColumn: "learnt_at"), entry: try row.decode(forColumn: "entry"))
    }
  }

  static func label(_ kept: String) -> Message { Message(kept: kept) ?? .verbatim(kept) }

  /// Encodes indicators for the column `marks`; nil if there are none.
  static func text(of indicators: [Indicator]) -> String? {
    let kept = indicators.map { indicator in
      var indicator = indicator
      indicator.label = .verbatim(indicator.label.kept)
      return indicator
    }
    guard !kept.isEmpty, let data = try? JSONEncoder().encode(kept) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// Decodes what `text(of:)` wrote; empty for anything else, because unreadable indicators must not cost an entry.
  static func indicators(in text: String?) -> [Indicator] {
    guard let text else { return [] }
    return ((try? JSONDecoder().decode([Indicator].self, from: Data(text.utf8))) ?? []).map { indicator in
      var indicator = indicator
      indicator.label = label(indicator.label.english)
      return indicator
    }
  }
}
