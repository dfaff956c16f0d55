package import FoundationEssentials
internal import GRDB
internal import Hashing
package import ScanModel
package import SystemPackage

package struct PendingScan: Sendable, Hashable {
  package var file: KnownFile
  /// How often a scan of it was begun.
  package var attempts: Int
}

extension PendingScan: FetchableRecord {
  init(row: Row) throws { self.init(file: try KnownFile(row: row), attempts: try row.decode(forColumn: "attempts")) }
}

extension HistoryStore {
  /// The files of a listing that are neither known nor pending in this state. All paths begin with `folder`, so that
  /// few queries are enough. Files that were only touched count as new; `admit` sorts them out once they have been
  /// read.
  package func newFiles(among listing: [KnownFile], in folder: FilePath) async throws(HistoryFailure) -> [KnownFile] {
    let (known, cleared) = try await read { db in
      var known: [Data: FileIdentity] = [:]
      let files = try KnownFile.fetchCursor(
        db,
        sql: """
          SELECT path, device, inode, size, mtime_ns, ctime_ns FROM file WHERE path > ? AND path < ?
          UNION ALL
          SELECT path, device, inode, size, mtime_ns, ctime_ns FROM pending WHERE path > ? AND path < ?
          """, arguments: folder.contentRange + folder.contentRange)
      while let file = try files.next() {
        known[file.path.blob] = file.identity  // pending comes last: it is the newer state
      }
      defer { db.releaseMemory() }
      return (known, try Self.clearedFiles(db))
    }
    return listing.filter { file in
      !(known[file.path.blob].map(file.identity.isUnchanged(since:)) ?? cleared.contains(file.fingerprint))
    }
  }

  /// Queues files for a scan, and returns how many were added or got a new state. One that is known in this state is
  /// skipped. Among files of the same ten seconds, lower ranks are scanned first.
  @discardableResult
  package func enqueue(
    _ files: [KnownFile], at time: Date, rank: @escaping @Sendable (KnownFile) -> Int = { _ in 0 }
  ) async throws(HistoryFailure) -> Int {
    try await write { db in
      var count = 0
      for file in files { count += try Self.enqueue(file, rank: rank(file), at: time, db) }
      return count
    }
  }

  /// Returns the files that wait and are not being scanned: fewest attempts first, so that a failing file does not hold
  /// up the others, then newest first, because that is the screenshot the user is looking at. Within the same ten
  /// seconds, the lowest rank comes first.
  package func pending(limit: Int = 100) async throws(HistoryFailure) -> [PendingScan] {
    try await read { db in
      try PendingScan.fetchAll(db, sql: Self.pendingQuery, arguments: [limit])
    }
  }

  /// `forgiven` attempts do not count, because the picture was not the reason they ended.
  package func requeue(_ path: FilePath, forgiven: Int = 0) async throws(HistoryFailure) {
    try await write { db in
      try db.run(
        "UPDATE pending SET in_flight = 0, attempts = max(0, attempts - ?) WHERE path = ?", [forgiven, path.blob])
    }
  }

  /// Puts back what was being scanned when the program, or the history, ended, except for what is being scanned now.
  /// `forgiven` attempts do not count. Returns those files with their attempts, so that one that keeps crashing the
  /// scan can be set aside.
  package func recover(
    except running: FilePath? = nil, forgiven: Int = 0
  ) async throws(HistoryFailure) -> [PendingScan] {
    try await write { db in
      try PendingScan.fetchAll(
        db,
        sql: """
          UPDATE pending SET in_flight = 0, attempts = max(0, attempts - ?) WHERE in_flight = 1 AND path IS NOT ?
          RETURNING *
          """, arguments: [forgiven, running?.blob])
    }
  }

  /// Removes from the queue what is in none of these folders: a folder that is no longer watched is no longer read.
  package func dequeue(outside folders: [FilePath]) async throws(HistoryFailure) {
    try await write { db in
      let inside = Array(repeating: "path > ? AND path < ?", count: folders.count).joined(separator: " OR ")
      let ranges = folders.reduce(into: StatementArguments()) { $0 += $1.contentRange }
      try db.execute(sql: "DELETE FROM pending WHERE NOT (\(inside))", arguments: ranges)
    }
  }

  /// It stays known, so that one that comes back with the same bytes is not judged again, unless the history was
  /// cleared.
  package func dequeue(_ path: FilePath) async throws(HistoryFailure) {
    try await write { db in try db.run("DELETE FROM pending WHERE path = ?", [path.blob]) }
  }

  /// Has the order of the index, so that the first of 20,000 files are found without reading the others.
  static let pendingQuery = """
    SELECT * FROM pending WHERE in_flight = 0
    ORDER BY attempts, mtime_ns / 10000000000 DESC, rank, mtime_ns DESC, id LIMIT ?
    """

  /// Returns 1 if the file was added to the queue or got a new state, 0 otherwise.
  @discardableResult
  static func enqueue(_ file: KnownFile, rank: Int, at time: Date, _ db: Database) throws -> Int {
    guard try !isKnown(file, db) else { return 0 }
    try db.run(
      """
      INSERT INTO pending (path, device, inode, size, mtime_ns, ctime_ns, enqueued_at, rank)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (path) DO UPDATE SET device = excluded.device, inode = excluded.inode, size = excluded.size,
        mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, rank = excluded.rank, attempts = 0
      WHERE (inode, size, mtime_ns, ctime_ns)
        IS NOT (excluded.inode, excluded.size, excluded.mtime_ns, excluded.ctime_ns)
      """, file.columns + [time.milliseconds, rank])
    return db.changesCount
  }

  private static func isKnown(_ file: KnownFile, _ db: Database) throws -> Bool {
    let known = try KnownFile.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM file WHERE path = ?"), arguments: [file.path.blob])
    if let known { return file.identity.isUnchanged(since: known.identity) }
    return try db.has("file WHERE path = ?", [file.fingerprint])
  }

  /// The fingerprints that stand for the files of a cleared history.
  static func clearedFiles(_ db: Database) throws -> Set<Data> {
    try Data.fetchSet(db, sql: "SELECT path FROM file WHERE path < x'01'")
  }
}

extension FilePath {
  /// The raw bytes, as stored in BLOB columns.
  var blob: Data { Data(bytes) }

  /// Exclusive bounds of the paths below a folder: "folder/" and "folder0" ("0" follows "/" in ASCII).
  fileprivate var contentRange: StatementArguments {
    let base = bytes.last == UInt8(ascii: "/") ? Array(bytes.dropLast()) : bytes
    return [Data(base + [UInt8(ascii: "/")]), Data(base + [UInt8(ascii: "0")])]
  }
}

extension KnownFile: FetchableRecord {
  /// Stands for path and state once the history is cleared, in the place of the path: no path begins with a zero.
  var fingerprint: Data {
    let state = "\0\(identity.inode) \(identity.size) \(identity.modifiedNanoseconds) \(identity.changedNanoseconds)"
    return Data([0] + SHA256.digest(of: path.bytes + state.utf8))
  }

  /// The values of the columns path, device, inode, size, mtime_ns and ctime_ns. SQLite's integers are signed, so
  /// device and inode keep their bits and may look negative.
  var columns: StatementArguments {
    [path.blob, Int64(bitPattern: identity.device)] + identity.state
  }

  init(row: Row) throws {
    let path: Data = try row.decode(forColumn: "path")
    self.init(
      path: FilePath(bytes: Array(path)),
      identity: FileIdentity(
        device: UInt64(bitPattern: try row.decode(forColumn: "device")),
        inode: UInt64(bitPattern: try row.decode(forColumn: "inode")), size: try row.decode(forColumn: "size"),
        modifiedNanoseconds: try row.decode(forColumn: "mtime_ns"),
        changedNanoseconds: try row.decode(forColumn: "ctime_ns")))
  }
}
