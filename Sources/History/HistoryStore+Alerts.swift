internal import GRDB

// An alert is owed from the transaction that stores its outcome until the one that notes how it ended, so that it is not
// lost if the program ends in between.
extension HistoryStore {
  /// Whether an alert about a picture with this hash was shown, under any name.
  /// - Throws: `.fetch`, `.corrupt`.
  package func hasAlerted(sha256: String) async throws(HistoryFailure) -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE sha256 = ? AND alerted = 1)", arguments: [sha256]) ?? false
    }
  }

  /// The entries whose alert is owed, oldest first.
  /// - Throws: `.fetch`, `.corrupt`.
  package func owedAlerts(limit: Int = 1_000) async throws(HistoryFailure) -> [HistoryEntry] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT \(HistoryEntry.columns) FROM entry WHERE id IN (SELECT entry FROM owed_alert) ORDER BY id LIMIT ?
          """, arguments: [limit]
      ).map { try HistoryEntry(row: $0) }
    }
  }

  /// Notes that alerts are no longer owed, in one transaction.
  /// - Parameter ends: By the number of the entry, whether its alert was shown. Numbers without an entry are ignored.
  /// - Throws: `.save`.
  package func settleAlerts(_ ends: [Int64: Bool]) async throws(HistoryFailure) {
    try await write { db in
      for (number, wasShown) in ends {
        if wasShown {
          try db.cachedStatement(sql: "UPDATE entry SET alerted = 1 WHERE id = ?").execute(arguments: [number])
        }
        try db.cachedStatement(sql: "DELETE FROM owed_alert WHERE entry = ?").execute(arguments: [number])
      }
    }
  }

  /// Notes that the alert of an entry is owed, unless it was shown.
  static func oweAlert(_ number: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO owed_alert (entry) SELECT id FROM entry WHERE id = ? AND alerted = 0"
    ).execute(arguments: [number])
  }
}
