internal import GRDB
package import ScanModel
package import SystemPackage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// A file is known, pending, or new. A listing finds what is new; enqueueing makes it pending before anything else
// happens to it; finishing makes it known in the same transaction that stores the outcome. So a crash at any point
// neither loses a file nor reports it twice.
extension HistoryStore {
  /// The files of a listing that are neither known in this state nor pending in this state.
  ///
  /// One query a folder; files that were touched without a change of contents count as new here, and `settle`
  /// sorts them out once they have been read.
  /// - Parameters:
  ///   - listing: Files in `folder`.
  ///   - folder: As the paths of the listing begin.
  /// - Returns: The new ones, in the order of the listing.
  /// - Throws: `.fetch`, `.corrupt`.
  package func newFiles(
    among listing: [KnownFile], in folder: FilePath
  ) async throws(HistoryFailure) -> [KnownFile] {
    let known = try await read { db in
      var known: [Data: FileIdentity] = [:]
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT path, device, inode, size, mtime_ns, ctime_ns FROM file WHERE path > ? AND path < ?
          UNION ALL
          SELECT path, device, inode, size, mtime_ns, ctime_ns FROM pending WHERE path > ? AND path < ?
          """, arguments: folder.contentRange + folder.contentRange)
      while let row = try rows.next() {
        let file = try KnownFile(row: row)
        known[file.path.blob] = file.identity  // pending comes last: it is the newer state
      }
      db.releaseMemory()
      return known
    }
    return listing.filter { file in
      guard let identity = known[file.path.blob] else { return true }
      return !file.identity.isUnchanged(since: identity)
    }
  }

  /// Queues files for a scan. A file that waits already gets its new state; one whose state is known is left out.
  /// - Parameters:
  ///   - files: As they were seen.
  ///   - time: Now.
  ///   - rank: Of files of the same moment, those with a lower rank are scanned first.
  /// - Returns: How many wait now that did not, or not in this state.
  /// - Throws: `.save`.
  @discardableResult
  package func enqueue(
    _ files: [KnownFile], at time: Date, rank: @escaping @Sendable (KnownFile) -> Int = { _ in 0 }
  ) async throws(HistoryFailure) -> Int {
    try await write { db in
      var count = 0
      for file in files where try !Self.isKnown(file, db) {
        try db.cachedStatement(
          sql: """
            INSERT INTO pending (path, device, inode, size, mtime_ns, ctime_ns, enqueued_at, rank)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET device = excluded.device, inode = excluded.inode, size = excluded.size,
              mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, rank = excluded.rank, attempts = 0
            WHERE (inode, size, mtime_ns, ctime_ns)
              IS NOT (excluded.inode, excluded.size, excluded.mtime_ns, excluded.ctime_ns)
            """
        ).execute(
          arguments: StatementArguments(file.columns + [time.milliseconds.databaseValue, rank(file).databaseValue]))
        count += db.changesCount
      }
      return count
    }
  }

  /// What waits and is not being scanned: fewest attempts first, so that a file that fails does not hold up the
  /// others, then newest first, because that is the screenshot the user is looking at; of those of the same ten seconds,
  /// lowest rank first.
  /// - Throws: `.fetch`, `.corrupt`.
  package func pending(limit: Int = 100) async throws(HistoryFailure) -> [PendingScan] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: Self.pendingQuery,
        arguments: [limit]
      ).map { PendingScan(file: try KnownFile(row: $0), attempts: try $0.decode(forColumn: "attempts")) }
    }
  }

  /// Notes, before a scan begins, that it does: what is found in this state at the next start has crashed with it.
  /// - Returns: How many scans of it were begun, this one included; nil if it does not wait (any more).
  /// - Throws: `.save`.
  package func markInFlight(_ path: FilePath) async throws(HistoryFailure) -> Int? {
    try await write { db in
      try Int.fetchOne(
        db,
        sql: "UPDATE pending SET in_flight = 1, attempts = attempts + 1 WHERE path = ? RETURNING attempts",
        arguments: [path.blob])
    }
  }

  /// Puts a scan that did not come to an end back into the queue.
  /// - Parameters:
  ///   - path: As it was marked.
  ///   - forgiven: How many attempts do not count, because they ended for reasons that are not the picture's.
  /// - Throws: `.save`.
  package func requeue(_ path: FilePath, forgiven: Int = 0) async throws(HistoryFailure) {
    try await write { db in
      try db.execute(
        sql: "UPDATE pending SET in_flight = 0, attempts = max(0, attempts - ?) WHERE path = ?",
        arguments: [forgiven, path.blob])
    }
  }

  /// Puts back what was being scanned when the program, or the history, ended.
  /// - Parameters:
  ///   - running: What is being scanned now, and stays marked; nil if nothing is.
  ///   - forgiven: How many attempts do not count, because they ended for reasons that are not the picture's.
  /// - Returns: Those files with their attempts, so that one that keeps crashing the scan can be set aside.
  /// - Throws: `.save`.
  package func recover(
    except running: FilePath? = nil, forgiven: Int = 0
  ) async throws(HistoryFailure) -> [PendingScan] {
    try await write { db in
      try Row.fetchAll(
        db,
        sql: """
          UPDATE pending SET in_flight = 0, attempts = max(0, attempts - ?) WHERE in_flight = 1 AND path IS NOT ?
          RETURNING *
          """, arguments: [forgiven, running?.blob]
      )
      .map { PendingScan(file: try KnownFile(row: $0), attempts: try $0.decode(forColumn: "attempts")) }
    }
  }

  /// Ends the wait of files that are gone. What is known of them stays, so that one that comes back with the same
  /// bytes at the same path is not judged again.
  /// - Throws: `.save`.
  package func stopWaiting(_ paths: [FilePath]) async throws(HistoryFailure) {
    try await write { db in
      for path in paths {
        try db.cachedStatement(sql: "DELETE FROM pending WHERE path = ?").execute(arguments: [path.blob])
      }
    }
  }

  /// Forgets files that are gone: they neither wait nor count as known. Their entries stay.
  /// - Throws: `.save`.
  package func forget(_ paths: [FilePath]) async throws(HistoryFailure) {
    try await write { db in
      for path in paths {
        try db.cachedStatement(sql: "DELETE FROM pending WHERE path = ?").execute(arguments: [path.blob])
        try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?").execute(arguments: [path.blob])
      }
    }
  }
}

extension HistoryStore {
  /// Its order is that of the index, so that the first of 20,000 are found without a look at the others.
  static let pendingQuery = """
    SELECT * FROM pending WHERE in_flight = 0
    ORDER BY attempts, mtime_ns / 10000000000 DESC, rank, mtime_ns DESC, id LIMIT ?
    """

  private static func isKnown(_ file: KnownFile, _ db: Database) throws -> Bool {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM file WHERE path = ?"), arguments: [file.path.blob])
    return try row.map { file.identity.isUnchanged(since: try KnownFile(row: $0).identity) } ?? false
  }
}

extension FilePath {
  /// The bounds, both left out, of the paths below a folder: "folder/" and "folder0" ("0" follows "/" in ASCII).
  fileprivate var contentRange: StatementArguments {
    let base = bytes.last == UInt8(ascii: "/") ? Array(bytes.dropLast()) : bytes
    return [Data(base + [UInt8(ascii: "/")]), Data(base + [UInt8(ascii: "0")])]
  }
}
