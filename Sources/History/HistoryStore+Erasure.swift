package import FoundationEssentials
internal import GRDB
internal import ScanModel
package import SystemPackage

package struct Deletion: Sendable, Hashable {
  package var count: Int
  /// The contents are overwritten in the database and gone from its log. False if another program was reading the
  /// history; the next deletion, or the last program to close it, erases them.
  package var isErased: Bool
}

// Deleting a row leaves its contents in free pages and in the write-ahead log. `secure_delete` overwrites the first,
// truncating the log removes the second (https://www.sqlite.org/pragma.html). A test searches the files for the words.
extension HistoryStore {
  /// Deletes entries permanently. Their files stay known. Numbers without an entry are ignored.
  package func delete(_ numbers: [Int64]) async throws(HistoryFailure) -> Deletion {
    let count = try await write(.delete) { db in
      try numbers.reduce(0) { count, number in
        try db.run("DELETE FROM entry WHERE id = ?", [number])
        return count + db.changesCount
      }
    }
    return try await erase(count)
  }

  /// Deletes all entries permanently, and the paths of scanned files. Their fingerprints stay, so that old screenshots
  /// are not taken for new ones, except where the state is not known, after `salvage`. What waits goes on waiting.
  package func clear() async throws(HistoryFailure) -> Deletion {
    let count = try await write(.delete) { db in
      let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM entry") ?? 0
      let files = try KnownFile.fetchAll(db, sql: "SELECT * FROM file WHERE path >= x'01' AND size >= 0")
      let fingerprints = try Self.clearedFiles(db).union(files.map(\.fingerprint))
      // Pages whose rows change can keep copies of them in their free space; those of an emptied table are overwritten.
      try db.execute(sql: "DELETE FROM file; DELETE FROM entry")
      for fingerprint in fingerprints {
        try db.run("INSERT INTO file VALUES (?, 0, 0, 0, 0, 0, NULL, NULL)", [fingerprint])
      }
      return count
    }
    return try await erase(count)
  }

  /// Permanently deletes entries older than a number of days, if that is 1 or more, a batch at a time. Clocks jump, so
  /// an entry is old only if no entry before it is recent; one stored while the clock was wrong is deleted with its
  /// neighbors.
  package func purge(olderThanDays days: Int, now: Date) async throws(HistoryFailure) -> Deletion {
    guard days > 0 else { return Deletion(count: 0, isErased: true) }
    let cutoff = now.addingTimeInterval(-86400 * Double(days)).milliseconds
    // Determined once, because finding the first recent entry walks over the times of all recent ones: 0.1 s for a
    // million. Entries stored in the meantime have higher numbers.
    let lastExpired: Int64? = try await read { db in
      let firstRecent =
        try Int64.fetchOne(
          db, sql: "SELECT min(id) FROM entry WHERE scanned_at BETWEEN ? AND ?",
          arguments: [cutoff, now.milliseconds]) ?? .max
      return try Int64.fetchOne(
        db, sql: "SELECT max(id) FROM entry WHERE scanned_at < ? AND id < ?", arguments: [cutoff, firstRecent])
    }
    guard let lastExpired else { return Deletion(count: 0, isErased: true) }
    var total = 0
    while true {
      // Up to the last expired entry: entries in between carry a time in the future, but are older than that one.
      let count = try await write(.delete) { db in
        try db.run(
          "DELETE FROM entry WHERE id IN (SELECT id FROM entry WHERE id <= ? ORDER BY id LIMIT 500)", [lastExpired])
        return db.changesCount
      }
      total += count
      if count == 0 { break }
    }
    return total == 0 ? Deletion(count: 0, isErased: true) : try await erase(total)
  }

  /// Returns free pages to the disk and empties the write-ahead log.
  @discardableResult
  func erase(_ count: Int) async throws(HistoryFailure) -> Deletion {
    Deletion(count: count, isErased: try await run(.delete) { try Self.erase($0) })
  }

  /// - Returns: False if another program was reading, so that the log could not be emptied.
  static func erase(_ db: Database) throws -> Bool {
    defer { db.releaseMemory() }
    try db.execute(sql: "PRAGMA incremental_vacuum")
    // The first column is 1 if a reader kept the log from being emptied (https://www.sqlite.org/pragma.html).
    return try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }
}

// Damaged histories are kept because only the user may throw entries away; clearing the history does just that.
extension HistoryStore {
  /// Deletes the damaged histories that were set aside and salvaged, and returns how many.
  /// - Throws: `.insecureDirectory`, `.unavailable` or `.delete`.
  package static func deleteSetAside(in directory: FilePath) throws(HistoryFailure) -> Int {
    do {
      return try HistoryFile(in: directory, creating: false).deleteSetAside()
    } catch  where error.code == .missing {
      return 0
    }
  }
}
