package import FoundationEssentials
internal import GRDB
internal import LinuxSystem
internal import ScanModel
internal import Synchronization
package import SystemPackage

/// The history of scans: what was found, which files are known, and which are still queued. One connection with its own
/// serial queue: operations never block a thread of the cooperative pool, and cancelling a task does not cancel them: a
/// verdict must not be lost because the daemon is stopping. Several processes may use the same history. Unless they say
/// more, operations throw `.fetch`, `.save` or `.delete`, by what they do; for a damaged history `.corrupt`; and those
/// that change something `.unavailable` if its file is gone.
package final class HistoryStore: Sendable {
  package var directory: FilePath { file.directory }
  let queue: DatabaseQueue
  let file: HistoryFile
  /// Whether links in entries of earlier versions stay whole.
  let keepsLinks: Bool
  private let losesPatience: Bool
  /// Whether the last write waited in vain for another program.
  private let isImpatient = Mutex(false)

  /// Opens the history in a directory for reading and writing. Creates or migrates it, and replaces the secrets in
  /// links that an earlier version stored, unless `keepsLinks`. With `losesPatience`, after a write has waited in vain
  /// for another program, the next ones wait only briefly, until one succeeds: for a caller that keeps what could not
  /// be stored.
  /// - Throws: `.insecureDirectory`; `.corrupt` for a damaged file and `.newerSchema` for one of a later version, both
  ///   left unchanged; `.unavailable` for everything else.
  package convenience init(
    in directory: FilePath, keepsLinks: Bool = false, losesPatience: Bool = false
  ) throws(HistoryFailure) {
    var file = try HistoryFile(in: directory, creating: true)
    try file.lock()
    if try !file.findAndProtect() { try Self.create(file) }
    try file.identify()
    try self.init(file: file, access: .writing, keepsLinks: keepsLinks, losesPatience: losesPatience)
    self.file.unlock()
  }

  /// Opens the history in a directory for reading; nil if there is none. Stores nothing, but migrates one of an earlier
  /// version, whose tables lack what queries need.
  /// - Throws: As `init(in:keepsLinks:)`.
  package static func readOnly(in directory: FilePath, keepsLinks: Bool = false) throws(HistoryFailure) -> HistoryStore?
  {
    var file: HistoryFile
    do {
      file = try HistoryFile(in: directory, creating: false)
    } catch  where error.code == .missing {
      return nil
    }
    guard try file.findAndProtect() else { return nil }
    try file.identify()
    // SQLite needs to write beside a database with a write-ahead log even for reading it. Where nobody can, it cannot
    // change.
    let isFrozen = !file.hasLog && (try? checkWriting(in: directory, needsRoom: false)) == nil
    let history = try HistoryStore(file: file, access: isFrozen ? .immutable : .reading, keepsLinks: keepsLinks)
    do {
      let migrator = HistorySchema.migrator
      if try history.queue.writeWithoutTransaction({ try migrator.hasCompletedMigrations($0) }) { return history }
    } catch {
      throw HistoryFailure(error, while: .fetch)
    }
    history.close()
    return try HistoryStore(in: directory, keepsLinks: keepsLinks)
  }

  private enum Access {
    case writing, reading
    /// Nobody writes to it.
    case immutable
  }

  private init(
    file: consuming HistoryFile, access: Access, keepsLinks: Bool, losesPatience: Bool = false
  ) throws(HistoryFailure) {
    let path = try access == .immutable ? file.immutableName() : file.path(HistoryFile.name)
    do {
      // A connection that may write would empty the log into a damaged database, or delete it, at its end.
      if access == .writing, file.hasLog {
        try Self.check(DatabaseQueue(path: path, configuration: Self.configuration(readOnly: true)))
      }
      queue = try DatabaseQueue(path: path, configuration: Self.configuration(readOnly: access != .writing))
      try Self.check(queue)
      if access == .writing {
        try Self.setJournal(queue, isRemote: NetworkFileSystem.holds(file.directory))
        try Self.migrate(queue, keepsLinks: keepsLinks)
      }
    } catch {
      throw HistoryFailure(error, while: .unavailable)
    }
    self.file = file
    self.keepsLinks = keepsLinks
    self.losesPatience = losesPatience
  }

  /// Closes the connection; the last one to close also empties the write-ahead log.
  package func close() {
    // Fails only while a statement is running; the queue's deinit closes then.
    try? queue.close()
  }

  /// Renames a damaged history, write-ahead log included, to `history.corrupt-<time>`, so that a new one can begin, and
  /// returns its new path. The damage is verified again, because another process may already have done it. All stores
  /// of this process on it must have been closed.
  /// - Throws: `.missing`, `.insecureDirectory`, `.newerSchema` or `.unavailable`.
  package static func setAside(in directory: FilePath, at time: Date) throws(HistoryFailure) -> FilePath? {
    var file = try HistoryFile(in: directory, creating: false)
    try file.lock()
    defer { file.unlock() }
    guard try file.findAndProtect(), try isDamaged(&file) else { return nil }
    return directory.appending(try file.setAside(at: time))
  }

  /// The histories that were set aside and have yet to be salvaged, the first one first.
  /// - Throws: `.unavailable` if another program is setting the history up for long.
  package func unsalvaged() throws(HistoryFailure) -> [FilePath] {
    try file.lock()
    defer { file.unlock() }
    return (try? file.unsalvaged())?.map { directory.appending($0) } ?? []
  }

  func forgetUnsalvaged(_ damaged: FilePath) {
    // Without the lock, what another program notes now could be lost. It is salvaged once more then.
    guard let name = damaged.lastComponent?.string, (try? file.lock()) != nil else { return }
    file.forgetUnsalvaged(name)
    file.unlock()
  }

  private static func isDamaged(_ file: inout HistoryFile) throws(HistoryFailure) -> Bool {
    do {
      try file.identify()
      // Read-only, so that SQLite leaves the write-ahead log of a damaged database alone.
      let queue = try DatabaseQueue(
        path: try file.path(HistoryFile.name), configuration: configuration(readOnly: true))
      try check(queue)
      return try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") } != "ok"
    } catch {
      let failure = HistoryFailure(error, while: .unavailable)
      if failure.code == .corrupt { return true }
      throw failure
    }
  }
}

// MARK: - Opening

extension HistoryStore {
  static func configuration(readOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(5)
    configuration.label = "history"
    configuration.prepareDatabase { db in
      // synchronous: an acknowledged row survives a power cut (https://www.sqlite.org/pragma.html). secure_delete:
      // freed pages are overwritten with zeros. temp_store: nothing private in temporary files. cache_size: 512 KiB
      // instead of 2 MiB, because the daemon has 20 MB for everything. wal_autocheckpoint: an outcome takes some 50 KiB
      // of the log; on a nearly full disk, writing the log back often leaves room for the next ones.
      try db.execute(
        sql: """
          PRAGMA synchronous = FULL;
          PRAGMA secure_delete = ON;
          PRAGMA temp_store = MEMORY;
          PRAGMA cache_size = -512;
          PRAGMA journal_size_limit = 1048576;
          PRAGMA wal_autocheckpoint = 64;
          PRAGMA cell_size_check = ON;
          PRAGMA trusted_schema = OFF;
          """)
    }
    return configuration
  }

  /// Builds a database under a temporary name, and gives it its final name only when it is complete.
  private static func create(_ file: borrowing HistoryFile) throws(HistoryFailure) {
    try file.createNew()
    let path = try file.path(HistoryFile.newName)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration(readOnly: false))
      try queue.writeWithoutTransaction { db in
        // Incremental: purging gives pages back to the disk without copying the whole file as VACUUM does.
        try db.execute(
          sql: """
            PRAGMA auto_vacuum = INCREMENTAL;
            PRAGMA journal_mode = WAL;
            PRAGMA application_id = \(HistorySchema.applicationID);
            """)
      }
      try HistorySchema.migrator.migrate(queue)
      try queue.close()
    } catch {
      throw HistoryFailure(error, while: .unavailable)
    }
    try file.adoptNew()
  }

  /// The write-ahead log needs memory shared by all users of the database, which does not work across machines
  /// (https://www.sqlite.org/wal.html, 1.4), so on NFS and the like the rollback journal is used.
  private static func setJournal(_ queue: DatabaseQueue, isRemote: Bool) throws {
    try queue.writeWithoutTransaction { db in
      guard isRemote != (try String.fetchOne(db, sql: "PRAGMA journal_mode") == "delete") else { return }
      try db.execute(sql: "PRAGMA journal_mode = \(isRemote ? "DELETE" : "WAL")")
    }
  }

  /// Refuses files that are not a history of this program, and histories of a later version, before writing anything.
  private static func check(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { db in
      guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == HistorySchema.applicationID else {
        throw HistoryFailure(.corrupt, detail: "it is not a history of this program")
      }
      guard try !HistorySchema.migrator.hasBeenSuperseded(db) else {
        throw HistoryFailure(.newerSchema, detail: "a newer version of ocr-scan wrote it")
      }
    }
  }

  /// Must be called with the directory locked, because two migrators at once would both run the same step.
  private static func migrate(_ queue: DatabaseQueue, keepsLinks: Bool) throws {
    let migrator = HistorySchema.migrator(keepsLinks: keepsLinks)
    guard try !queue.writeWithoutTransaction({ try migrator.hasCompletedMigrations($0) }) else { return }
    try migrator.migrate(queue)
    // What a migration replaced for privacy must not stay in free pages and in the log.
    _ = try queue.writeWithoutTransaction { try erase($0) }
  }
}

// MARK: - Access

extension HistoryStore {
  /// Runs statements on the queue, in one transaction that holds the write lock from the start.
  /// - Throws: `code`; `.corrupt`; `.unavailable` if the file is gone and the history has to be opened anew.
  func write<Value: Sendable>(
    _ code: HistoryFailure.Code = .save, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(HistoryFailure) -> Value {
    try await run(code) { [self] db in
      try checkPlace()
      do {
        let value = try Self.transaction(.immediate, code, db) { db in
          // Again, because there may have been a wait for the lock.
          try checkPlace()
          return try body(db)
        }
        setImpatient(false, db)
        return value
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        setImpatient(true, db)
        throw error
      }
    }
  }

  /// SQLite would go on writing to a file that was deleted or replaced, where the rows are lost.
  private func checkPlace() throws(HistoryFailure) {
    guard file.isInPlace else { throw file.directoryFailure(.unavailable, detail: "its file was removed or replaced") }
  }

  private func setImpatient(_ isImpatient: Bool, _ db: Database) {
    guard losesPatience, self.isImpatient.withLock({ $0 != isImpatient }) else { return }
    // In milliseconds; the long one as at the opening.
    guard (try? db.execute(sql: "PRAGMA busy_timeout = \(isImpatient ? 50 : 5_000)")) != nil else { return }
    self.isImpatient.withLock { $0 = isImpatient }
  }

  /// Runs statements on the queue, in one transaction with a consistent view of the history.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(HistoryFailure) -> Value {
    try await run(.fetch) { db in try Self.transaction(.deferred, .fetch, db, body) }
  }

  private static func transaction<Value>(
    _ kind: Database.TransactionKind, _ code: HistoryFailure.Code, _ db: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    var value: Value?
    try db.inTransaction(kind) {
      value = try body(db)
      return .commit
    }
    guard let value else { throw HistoryFailure(code, detail: "the transaction did not run") }
    return value
  }

  /// Runs statements on the queue, outside a transaction.
  func run<Value: Sendable>(
    _ code: HistoryFailure.Code, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(HistoryFailure) -> Value {
    try await withCheckedContinuation { continuation in
      queue.asyncWriteWithoutTransaction { db in
        continuation.resume(returning: Result { try body(db) }.mapError { HistoryFailure($0, while: code) })
      }
    }.get()
  }
}
