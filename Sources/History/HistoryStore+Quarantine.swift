internal import GRDB
package import SystemPackage

// A picture that ended its worker twice is set aside: the same engine does not get its contents again under any name.
// Releasing it makes the file look changed, so that the next listing finds it; the next outcome replaces its entry.
extension HistoryStore {
  /// Releases what engines other than this one set aside, which this one may be able to read. Without one, everything.
  package func releaseQuarantine(exceptFrom engine: String? = nil) async throws(HistoryFailure) -> Int {
    try await write { db in
      // Nothing equals NULL, and everything IS NOT NULL.
      let count = try Self.release(
        "sha256 IS NULL OR sha256 NOT IN (SELECT sha256 FROM quarantine WHERE engine = ?)", [engine], db)
      try db.run("DELETE FROM quarantine WHERE engine IS NOT ?", [engine])
      return count
    }
  }

  /// Releases the files with these paths, and every other file with the same bytes.
  package func releaseQuarantine(of paths: [FilePath]) async throws(HistoryFailure) -> Int {
    try await write { db in
      var count = 0
      for path in paths {
        let sha256 = try String.fetchOne(db, sql: "SELECT sha256 FROM file WHERE path = ?", arguments: [path.blob])
        count += try Self.release("path = ? OR sha256 = ?", [path.blob, sha256], db)
        try db.run("DELETE FROM quarantine WHERE sha256 = ?", [sha256])
      }
      return count
    }
  }

  /// Stores a negative size, which no file has, so that the file looks changed. Returns the number of files.
  private static func release(_ condition: String, _ arguments: StatementArguments, _ db: Database) throws -> Int {
    try db.execute(
      sql: """
        UPDATE file SET size = -1, sha256 = NULL
        WHERE entry IN (SELECT id FROM entry WHERE error_code = 'quarantined') AND (\(condition))
        """, arguments: arguments)
    return db.changesCount
  }

  static func isQuarantined(_ sha256: String, from engine: String, _ db: Database) throws -> Bool {
    try db.has("quarantine WHERE sha256 = ? AND engine = ?", [sha256, engine])
  }

  static func quarantine(_ sha256: String, from engine: String, _ db: Database) throws {
    try db.run("INSERT OR IGNORE INTO quarantine (sha256, engine) VALUES (?, ?)", [sha256, engine])
  }
}
