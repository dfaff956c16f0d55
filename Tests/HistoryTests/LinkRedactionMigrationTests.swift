import Foundation
import GRDB
import Redaction
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

/// Earlier versions stored links whole. The migration replaces what is secret in them, once and for good.
struct LinkRedactionMigrationTests {
  let fixture = StateFolder()
  private static let token = "4b5c6d7e8f90a1b2c3d4"
  private static let link = "https://bank.example/reset?token=\(token)"
  private static let short = "bit.ly/a8Fk2xQ9"

  private static let marks = [
    Indicator(kind: .domain, key: short, label: "the link \(short)", mayClear: false, mayAccuse: true),
    Indicator(kind: .host, key: "bank.example", label: "links to bank.example", mayClear: true, mayAccuse: false),
  ]

  /// A history as the version before left it: many entries with long texts, and a verdict on one.
  private func makeEarlierHistory() async throws {
    _ = try HistoryFile(in: fixture.directory, creating: true)
    let queue = try DatabaseQueue(path: fixture.path("history.sqlite"))
    try await queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;
          PRAGMA application_id = \(HistorySchema.applicationID)
          """)
    }
    try HistorySchema.migrator.migrate(queue, upTo: "7-answer")
    try await queue.write { db in
      // Entries are stored with a column that a later version added.
      try db.execute(sql: "ALTER TABLE entry ADD COLUMN messages TEXT")
      for number in 0..<250 {
        var report = makeReport(
          risk: .high, text: "Card 4111 1111 1111 1111, \(Self.link) \(String(repeating: "words ", count: number * 20))"
        )
        report.codes = [.init(kind: .qr, action: .openLink, payload: Self.link, boxes: [], verdict: .high)]
        report.evidence = [.init(rule: "r", weight: 1, message: "", excerpt: Self.link, boxes: [], range: nil)]
        report.indicators = Self.marks
        _ = try HistoryStore.insert(report, line: try report.jsonLine(), path: nil, db)
      }
      try db.execute(
        sql: """
          INSERT INTO learnt (kind, key, label, verdict, learnt_at, entry) VALUES ('domain', ?, ?, 'scam', 1, 'x');
          UPDATE entry SET report = 'damaged \(Self.short.dropLast())' WHERE id = 7;
          ALTER TABLE entry DROP COLUMN messages
          """, arguments: [Self.short, "the link \(Self.short)"])
    }
    try queue.close()
    #expect(try fixture.holds(Self.token) && fixture.holds(Self.short))
  }

  @Test func `tokens of earlier entries are gone from the disk, and everything else stays`() async throws {
    try await makeEarlierHistory()
    let store = try HistoryStore(in: fixture.directory)
    #expect(try !fixture.holds(Self.token))
    #expect(try !fixture.holds(Self.short))
    #expect(try await store.list().count == 250)
    let report = try await store.entry("250").report()
    #expect(report.text?.hasPrefix("Card 4111 1111 1111 1111, https://bank.example/reset?token=[hidden] words") == true)
    #expect(report.codes?.first?.payload == "https://bank.example/reset?token=[hidden]")
    #expect(report.evidence.first?.excerpt == "https://bank.example/reset?token=[hidden]")
    #expect(report.riskLevel == .high && report.indicators.last == Self.marks.last)
    #expect(try await store.integrityCheck() == [])
  }

  @Test func `what was learnt about a link still applies to it`() async throws {
    try await makeEarlierHistory()
    let store = try HistoryStore(in: fixture.directory)
    var mark = Self.marks[0]
    mark.key = SharedLink(Self.short).key
    #expect(try await store.feedbackList().about(mark)?.verdict == .scam)
    #expect(try await store.allFeedback().map(\.indicator.label) == ["the link bit.ly/[hidden]"])
    // The same in the entries and in the index of them.
    #expect(try await store.entry("3").report().indicators.first?.key == mark.key)
    let sightings = try await store.read { [mark] db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM sighting WHERE mark = ?", arguments: ["domain:\(mark.key)"])
    }
    #expect(sightings == 250)
  }

  @Test func `who keeps whole texts keeps whole links`() async throws {
    try await makeEarlierHistory()
    let store = try HistoryStore(in: fixture.directory, keepsLinks: true)
    #expect(try await store.entry("250").report().codes?.first?.payload == Self.link)
    store.close()
    // It is done once: a later change of the setting is about later entries.
    let again = try HistoryStore(in: fixture.directory)
    #expect(try await again.entry("250").report().codes?.first?.payload == Self.link)
  }

  @Test func `what is saved from a damaged history of an earlier version keeps no token either`() async throws {
    try await makeEarlierHistory()
    let store = try HistoryStore(in: fixture.directory.appending("new"))
    #expect(try await store.salvage(from: fixture.directory.appending("history.sqlite")).entries == 249)
    #expect(try await store.entry("250").report().codes?.first?.payload == "https://bank.example/reset?token=[hidden]")
    let marks = try await store.read { try String.fetchSet($0, sql: "SELECT mark FROM sighting") }
    #expect(marks == ["domain:\(SharedLink(Self.short).key)", "host:bank.example"])
  }
}
