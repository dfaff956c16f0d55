internal import GRDB
package import ScanModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// The user's verdict on an entry is kept twice: at the entry, to be shown, and as feedback items (table `learnt`), which
// outlive the entry and can be taken back. Every change raises the revision of the feedback, so that no earlier result is
// reused for another copy of a picture.
extension HistoryStore {
  /// Beyond this the oldest are not used: a bound on memory, at 300 bytes each.
  private static let maximumFeedbackItems = 5_000

  /// Stores the user's verdict on an entry and the indicators it teaches, or takes both back with nil.
  /// - Parameters:
  ///   - number: The entry.
  ///   - verdict: What it is; earlier feedback on this entry is forgotten in any case.
  ///   - time: The present time.
  /// - Returns: The feedback now held from this entry.
  /// - Throws: `.notFound`, `.save`.
  @discardableResult
  package func verify(
    _ number: Int64, as verdict: UserVerdict?, at time: Date = Date()
  ) async throws(HistoryFailure) -> [FeedbackItem] {
    try await write { db in
      guard let entry = try Self.entry(number: number, db) else {
        throw HistoryFailure(.notFound, subject: String(number))
      }
      try db.execute(sql: "UPDATE entry SET verified = ? WHERE id = ?", arguments: [verdict?.rawValue, number])
      try db.execute(sql: "DELETE FROM learnt WHERE entry = ?", arguments: [entry.uuid])
      try Self.raiseRevision(db)
      guard let verdict else { return [] }
      let report = try entry.report()
      var indicators = Indicator.lessons(of: report.indicators, verdict)
      if let sha256 = report.sha256 {
        let name = report.path?.split(separator: "/").last.map(String.init)
        indicators.insert(Indicator(picture: sha256, name: name), at: 0)
      }
      for indicator in indicators {
        try db.cachedStatement(
          sql: "INSERT INTO learnt (kind, key, label, verdict, learnt_at, entry) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(
          arguments: [
            indicator.kind.rawValue, indicator.key, indicator.label, verdict.rawValue, time.milliseconds, entry.uuid,
          ])
      }
      return try Self.feedbackItems("WHERE entry = ?", [entry.uuid], db)
    }
  }

  /// Puts a corrected report in the place of an entry's own; from then on it also holds for other copies of the picture.
  /// - Parameters:
  ///   - number: The entry.
  ///   - report: With the identifier of the entry, and text and excerpts as they are to be kept.
  ///   - time: The present time.
  /// - Throws: `.notFound`, `.save`.
  package func correct(
    _ number: Int64, with report: ScanReport, at time: Date = Date()
  ) async throws(HistoryFailure) {
    let line = try Self.line(for: report)
    let indicators = Self.text(of: report.indicators)
    let changed = try await write { db in
      try db.execute(
        sql: """
          UPDATE entry SET risk_level = ?, category = ?, confidence = ?, scam_probability = ?, error_code = ?,
            requires_review = ?, report = ?, marks = ?, corrected_at = ? WHERE id = ?
          """,
        arguments: [
          report.riskLevel.rawValue, report.category.rawValue, report.confidence, report.scamProbability,
          report.error?.code.rawValue, report.requiresReview, line, indicators, time.milliseconds, number,
        ])
      let count = db.changesCount
      if count > 0 {
        try db.execute(sql: "DELETE FROM sighting WHERE entry = ?", arguments: [number])
        try Self.noteSightings(number, report, db)
        try Self.raiseRevision(db)
      }
      return count
    }
    if changed == 0 { throw HistoryFailure(.notFound, subject: String(number)) }
  }

  /// The newest entry for a picture with this hash whose text the user has corrected.
  /// - Parameter sha256: Lower-case hexadecimal.
  /// - Returns: Nil if there is none.
  /// - Throws: `.fetch`, `.corrupt`.
  package func correction(forSHA256 sha256: String) async throws(HistoryFailure) -> HistoryEntry? {
    try await firstEntry("WHERE sha256 = ? AND corrected_at IS NOT NULL ORDER BY corrected_at DESC", [sha256])
  }

  /// The user's verdict on a picture with this hash, under whatever name.
  /// - Parameter sha256: Lower-case hexadecimal.
  /// - Returns: Nil if nothing, or if they took it back.
  /// - Throws: `.fetch`, `.corrupt`.
  package func userVerdict(forSHA256 sha256: String) async throws(HistoryFailure) -> FeedbackItem? {
    try await read { db in
      try Self.feedbackItems(
        "WHERE kind = ? AND key = ? ORDER BY id DESC LIMIT 1", [Indicator.Kind.picture.rawValue, sha256], db
      ).first
    }
  }

  /// The feedback on messages and what was seen in earlier ones, for the analysis of others; without the pictures, which
  /// `userVerdict` looks up.
  /// - Parameter sha256: The picture that is to be judged: what was found in it before says nothing new of it.
  /// - Returns: The newest items, and what was seen before.
  /// - Throws: `.fetch`, `.corrupt`.
  package func feedbackList(about sha256: String? = nil) async throws(HistoryFailure) -> FeedbackList {
    try await read { db in
      FeedbackList(
        try Self.feedbackItems(
          "WHERE kind <> ? ORDER BY id DESC LIMIT \(Self.maximumFeedbackItems)", [Indicator.Kind.picture.rawValue], db),
        sightings: try Self.suspectSightings(otherThan: sha256, db))
    }
  }

  /// All feedback, newest first.
  /// - Throws: `.fetch`, `.corrupt`.
  package func allFeedback() async throws(HistoryFailure) -> [FeedbackItem] {
    try await read { db in try Self.feedbackItems("ORDER BY id DESC", [], db) }
  }

  /// Forgets one feedback item for good. An entry whose picture it was is no longer marked.
  /// - Returns: What it was; nil if there is none with this number.
  /// - Throws: `.delete`.
  package func forgetFeedback(_ id: Int64) async throws(HistoryFailure) -> FeedbackItem? {
    let forgotten: FeedbackItem? = try await write(.delete) { db in
      guard let item = try Self.feedbackItems("WHERE id = ?", [id], db).first else { return nil }
      try db.execute(sql: "DELETE FROM learnt WHERE id = ?", arguments: [id])
      if item.indicator.kind == .picture {
        try db.execute(sql: "UPDATE entry SET verified = NULL WHERE uuid = ?", arguments: [item.entry])
      }
      try Self.raiseRevision(db)
      return item
    }
    if forgotten != nil { try await erase(1) }
    return forgotten
  }
}

// MARK: - Statements

extension HistoryStore {
  /// The revision that verdicts of now rest on.
  static let knowledge = "(SELECT revision FROM knowledge)"

  private static func raiseRevision(_ db: Database) throws {
    try db.execute(sql: "UPDATE knowledge SET revision = revision + 1")
  }

  private static func feedbackItems(
    _ condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [FeedbackItem] {
    try Row.fetchAll(db, sql: "SELECT * FROM learnt \(condition)", arguments: arguments).compactMap { row in
      // Kinds that only a later version knows are passed over.
      guard let kind = Indicator.Kind(rawValue: try row.decode(forColumn: "kind")),
        let verdict = UserVerdict(rawValue: try row.decode(forColumn: "verdict"))
      else { return nil }
      return FeedbackItem(
        id: try row.decode(forColumn: "id"),
        indicator: Indicator(
          kind: kind, key: try row.decode(forColumn: "key"), label: try row.decode(forColumn: "label"),
          mayClear: true, mayAccuse: true),
        verdict: verdict, recordedAt: try row.decode(forColumn: "learnt_at"), entry: try row.decode(forColumn: "entry"))
    }
  }

  /// Indicators as their column `marks` holds them; nil for none.
  static func text(of indicators: [Indicator]) -> String? {
    guard !indicators.isEmpty, let data = try? JSONEncoder().encode(indicators) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// What `text(of:)` wrote; nothing for anything else, because feedback that is given later is no reason to lose an entry.
  static func indicators(in text: String?) -> [Indicator] {
    guard let text else { return [] }
    return (try? JSONDecoder().decode([Indicator].self, from: Data(text.utf8))) ?? []
  }
}
