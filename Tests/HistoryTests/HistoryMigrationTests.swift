import Foundation
import GRDB
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

/// Runs a statement on a separate connection, as another program would.
func execute(_ sql: String, at path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  try queue.close()
}

/// A database of another program.
func makeForeignDatabase(at path: String) throws {
  try execute("CREATE TABLE other (value TEXT); INSERT INTO other VALUES ('theirs')", at: path)
}

struct HistoryMigrationTests {
  let fixture = StateFolder()

  /// A history as an earlier version of the program left it, made by migrating only to that version's last step.
  private func makeHistory(upTo migration: String) throws {
    _ = try HistoryFile(in: fixture.directory, creating: true)
    let queue = try DatabaseQueue(path: fixture.path("history.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA application_id = \(HistorySchema.applicationID)")
    }
    try HistorySchema.migrator.migrate(queue, upTo: migration)
    try queue.close()
  }

  // Append only: a released migration is never renamed, changed or removed.
  static let released = [
    "1-entries-files-queue", "2-quarantine", "3-user-knowledge", "4-queue-rank", "5-sightings", "7-answer", "8-links",
    "9-messages", "10-owed-alerts",
  ]

  @Test func `released migrations stay as they are`() {
    #expect(HistorySchema.migrator.migrations == Self.released)
  }

  @Test(arguments: released)
  func `a history of every earlier version opens with its entries and can be used`(version: String) async throws {
    try makeHistory(upTo: version)
    // Columns of the first version; columns added later must have a default.
    let line = try makeReport(id: "0FA3B2C1-0000-4000-8000-000000000001").jsonLine()
    let queue = try DatabaseQueue(path: fixture.path("history.sqlite"))
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO entry (uuid, source, scanned_at, risk_level, category, requires_review, alerted, report)
          VALUES ('0fa3b2c1-0000-4000-8000-000000000001', 'auto', 1, 'low', 'none', 0, 0, ?)
          """, arguments: [line])
    }
    try queue.close()
    let store = try HistoryStore(in: fixture.directory)
    #expect(try await store.entry("0fa3").report().id == "0FA3B2C1-0000-4000-8000-000000000001")
    try await store.append(makeReport(), path: nil)
    #expect(try await store.list().count == 2)
    #expect(try await store.integrityCheck() == [])
  }

  @Test(arguments: released)
  func `a history of every earlier version can be looked at and learnt from`(version: String) async throws {
    try makeHistory(upTo: version)
    let reader = try #require(try HistoryStore.readOnly(in: fixture.directory))
    #expect(try await reader.list().isEmpty)
    #expect(try await reader.allFeedback().isEmpty)
    let store = try HistoryStore(in: fixture.directory)
    try await store.append(makeReport(sha256: someHash), path: nil)
    #expect(try await store.verify(1, as: .scam).count == 1)
    #expect(try await reader.userVerdict(forSHA256: someHash)?.verdict == .scam)
  }

  @Test(arguments: released.dropLast())
  func `what waited in an earlier version still waits`(version: String) async throws {
    try makeHistory(upTo: version)
    try execute(
      """
      INSERT INTO pending (path, device, inode, size, mtime_ns, ctime_ns, enqueued_at)
      VALUES (CAST('/p/a.png' AS BLOB), 1, 7, 1001, 1700000000000000001, 1700000000000000001, 1)
      """, at: fixture.path("history.sqlite"))
    let store = try HistoryStore(in: fixture.directory)
    #expect(try await store.pending().map(\.file) == [makeFile("/p/a.png")])
  }

  @Test func `a history that has no tables yet is completed`() async throws {
    _ = try HistoryFile(in: fixture.directory, creating: true)
    try execute(
      "PRAGMA journal_mode = WAL; PRAGMA application_id = \(HistorySchema.applicationID)",
      at: fixture.path("history.sqlite"))
    let store = try HistoryStore(in: fixture.directory)
    try await store.append(makeReport(), path: nil)
    #expect(try await store.list().count == 1)
  }

  @Test func `a history of a later version is refused and left alone`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    try await store.append(makeReport(), path: nil)
    store.close()
    try execute(
      "INSERT INTO grdb_migrations VALUES ('99-later'); ALTER TABLE entry ADD COLUMN later TEXT",
      at: fixture.path("history.sqlite"))
    let before = fixture.bytes("history.sqlite")
    #expect(await code { _ = try HistoryStore(in: fixture.directory) } == .newerSchema)
    #expect(await code { _ = try HistoryStore.readOnly(in: fixture.directory) } == .newerSchema)
    #expect(await code { _ = try HistoryStore.setAside(in: fixture.directory, at: Date()) } == .newerSchema)
    #expect(fixture.bytes("history.sqlite") == before)
  }

  @Test func `settings that keep data safe are in force on every connection`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    func pragma(_ name: String) async throws -> String? {
      try await store.run(.fetch) { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }
    #expect(try await pragma("journal_mode") == "wal")
    #expect(try await pragma("synchronous") == "2")  // FULL
    #expect(try await pragma("secure_delete") == "1")
    #expect(try await pragma("busy_timeout") == "5000")
    #expect(try await pragma("foreign_keys") == "1")
    #expect(try await pragma("auto_vacuum") == "2")  // INCREMENTAL
    #expect(try await pragma("cache_size") == "-512")
    #expect(try await pragma("temp_store") == "2")  // MEMORY
  }

  @Test func `a failure holds neither SQL nor values`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    let failure = await #expect(throws: HistoryFailure.self) {
      try await store.write { db in
        try db.execute(sql: "INSERT INTO entry (uuid) VALUES (?)", arguments: ["private words"])
      }
    }
    let words = "\(String(describing: failure)) \(String(describing: failure?.scanFailure))"
    #expect(failure?.detail == "a value is not allowed")
    #expect(!words.contains("private") && !words.contains("INSERT"))
  }
}
