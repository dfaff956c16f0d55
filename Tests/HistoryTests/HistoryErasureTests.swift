import Foundation
import GRDB
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

struct HistoryErasureTests {
  let fixture: StateFolder
  let store: HistoryStore
  let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    fixture = StateFolder()
    store = try HistoryStore(in: fixture.directory)
  }

  private func day(_ days: Double) -> Date { now.addingTimeInterval(days * 86400) }

  private func appendEntries(scannedAt times: [Date]) async throws {
    // In one transaction, because each one waits for the disk.
    try await store.write { db in
      for time in times {
        let report = makeReport(scannedAt: time)
        _ = try HistoryStore.insert(report, line: try report.jsonLine(), path: nil, db)
      }
    }
  }

  @Test func `clearing removes every word from the disk`() async throws {
    let long = String(repeating: "velvet-otter ", count: 2000)  // reaches overflow pages
    for index in 0..<20 {
      try await store.append(
        makeReport(explanation: "crimson-heron", text: long), path: FilePath("/p/amber-lynx-\(index)"))
    }
    let secrets = ["velvet-otter", "crimson-heron", "amber-lynx"]
    for secret in secrets { #expect(try fixture.holds(secret)) }
    #expect(try await store.clear() == Deletion(count: 20, isErased: true))
    for secret in secrets { #expect(try fixture.holds(secret) == false, "\(secret)") }
    #expect(try await store.list() == [])
    #expect(fixture.size("history.sqlite-wal") == 0)
    #expect(try await store.counts().bytesOnDisk < 200_000, "free pages go back to the disk")
  }

  @Test func `deleting one entry removes its words and keeps the others`() async throws {
    try await store.append(makeReport(text: "velvet-otter"), path: nil)
    try await store.append(makeReport(text: "crimson-heron"), path: nil)
    #expect(try await store.delete([1, 99]) == Deletion(count: 1, isErased: true))
    #expect(try fixture.holds("velvet-otter") == false)
    #expect(try await store.list().map(\.number) == [2])
  }

  @Test func `a reader delays erasing, which is told and made up for`() async throws {
    try await store.append(makeReport(text: "velvet-otter"), path: nil)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.allowsUnsafeTransactions = true  // lets a transaction stay open between calls
    let reader = try DatabaseQueue(path: fixture.path("history.sqlite"), configuration: configuration)
    // A short timeout, so that the test need not wait the usual five seconds.
    try await store.run(.fetch) { try $0.execute(sql: "PRAGMA busy_timeout = 50") }
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM entry") == 1)
    }
    #expect(try await store.delete([1]) == Deletion(count: 1, isErased: false))
    #expect(try fixture.holds("velvet-otter"))
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    #expect(try await store.delete([]) == Deletion(count: 0, isErased: true))
    #expect(try fixture.holds("velvet-otter") == false)
  }

  @Test func `clearing keeps files known but not their paths, so that nothing old is scanned again`() async throws {
    // Enough to split pages, which leaves copies of rows in their free space.
    let files = (0..<1000).map { makeFile("/p/\($0 * 7919 % 1000)-amber-lynx.png", inode: UInt64($0)) }
    try await store.write { db in
      for file in files { try HistoryStore.remember(file, sha256: someHash, nil, db) }
      // Of a damaged history; its fingerprint would match no file.
      try db.execute(sql: "INSERT INTO file VALUES (?, 0, 0, -1, 0, 0, NULL, NULL)", arguments: [Data("/p/b".utf8)])
    }
    let waiting = makeFile("/p/waiting.png", inode: 1000)
    try await store.enqueue([waiting], at: now)
    for _ in 0..<2 {
      #expect(try await store.clear().isErased)
      for words in ["amber-lynx", someHash] { #expect(try fixture.holds(words) == false) }
      #expect(try await store.newFiles(among: files + [waiting], in: "/p") == [])
      #expect(try await store.enqueue(files, at: now) == 0)
      #expect(try await store.pending().map(\.file) == [waiting])
    }
    #expect(try await store.counts().files == 1000)
  }

  @Test func `a file that was never scanned is found after a clearing, whatever its times`() async throws {
    let known = makeFile("/p/a.png")
    _ = try await store.finish(makeReport(sha256: someHash), of: known)
    _ = try await store.clear()
    let others = [
      makeFile("/p/a.png", touched: 5), makeFile("/p/a.png", version: -5), makeFile("/p/a.png", inode: 8),
      makeFile("/p/older.png", inode: 8, version: -5), makeFile("/p/same-state.png"), makeFile("/q/a.png"),
    ]
    #expect(try await store.newFiles(among: others + [known], in: "/p") == others)
    #expect(try await store.enqueue(Array(others[3...]), at: now) == 3)
    #expect(try await store.finish(makeReport(sha256: someHash), of: others[0]) == 2)
    #expect(try await store.newFiles(among: [others[0]], in: "/p") == [])
    #expect(try await store.clear().count == 1)
    #expect(try await store.newFiles(among: [known, others[0]], in: "/p") == [])
    // Its path, once it is stored again, says more than the fingerprint.
    _ = try await store.finish(makeReport(sha256: someHash, failure: .quarantined), of: known)
    #expect(try await store.releaseQuarantine() == 1)
    #expect(try await store.newFiles(among: [known], in: "/p") == [known])
    #expect(try await store.enqueue([known], at: now) == 1)
  }

  @Test func `purging deletes what is older than the days and nothing else`() async throws {
    try await appendEntries(scannedAt: [day(-40), day(-31), day(-29), day(0)])
    #expect(try await store.purge(olderThanDays: 30, now: now).count == 2)
    #expect(try await store.list().map(\.number) == [4, 3])
    #expect(try await store.purge(olderThanDays: 30, now: now) == Deletion(count: 0, isErased: true))
  }

  @Test func `purging more than one batch deletes all of it`() async throws {
    try await appendEntries(scannedAt: Array(repeating: day(-40), count: 1201) + [day(0)])
    #expect(try await store.purge(olderThanDays: 30, now: now).count == 1201)
    #expect(try await store.list().count == 1)
  }

  @Test(arguments: [
    // The clock fell back to 1970 in between: the entry is younger than the one before it.
    ([-1, -20000, 0], [3, 2, 1]),
    // The clock was years ahead: the entry is as old as the one after it.
    ([-40, 3000, -35, -1], [4]),
    // The clock was ahead, and no later entry shows the entry's age: it stays.
    ([-40, 3000, -1], [3, 2]),
    // All entries come from a clock that was ahead: none is known to be old.
    ([3000, 3001], [2, 1]),
    ([-1, -2, -3], [3, 2, 1]),
    ([-50, -60, -31], []),
  ])
  func `purging is not fooled by a clock that jumps`(days: [Double], kept: [Int64]) async throws {
    try await appendEntries(scannedAt: days.map(day))
    _ = try await store.purge(olderThanDays: 30, now: now)
    #expect(try await store.list().map(\.number) == kept)
  }

  @Test(arguments: [0, -5])
  func `no days means keep everything`(days: Int) async throws {
    try await appendEntries(scannedAt: [day(-4000)])
    #expect(try await store.purge(olderThanDays: days, now: now).count == 0)
    #expect(try await store.list().count == 1)
  }

  @Test func `damaged histories that were set aside are deleted on demand, and nothing else`() async throws {
    try await store.append(makeReport(text: "velvet-otter"), path: nil)
    for name in [
      "history.corrupt-20260101T000000.000Z", "history.corrupt-20260101T000000.000Z-wal", "history.unsalvaged",
      "history.other",
    ] {
      try Data("crimson-heron".utf8).write(to: URL(filePath: fixture.path(name)))
    }
    #expect(try HistoryStore.deleteSetAside(in: fixture.directory) == 1)
    #expect(try fixture.names().contains { $0.hasPrefix("history.corrupt-") } == false)
    #expect(!fixture.exists("history.unsalvaged"))
    #expect(try fixture.names().contains("history.other"))
    #expect(try await store.list().count == 1)
    #expect(try HistoryStore.deleteSetAside(in: fixture.directory) == 0)
  }

  @Test func `a damaged history that has yet to be salvaged is kept`() async throws {
    try await store.append(makeReport(text: "velvet-otter"), path: nil)
    let waiting = "history.corrupt-20260102T000000.000Z"
    for name in ["history.corrupt-20260101T000000.000Z", waiting, waiting + "-wal"] {
      try Data("crimson-heron".utf8).write(to: URL(filePath: fixture.path(name)))
    }
    try Data("\(waiting)\n".utf8).write(to: URL(filePath: fixture.path("history.unsalvaged")))
    #expect(try HistoryStore.deleteSetAside(in: fixture.directory) == 1)
    #expect(Set(try fixture.names().filter { $0.hasPrefix("history.corrupt-") }) == [waiting, waiting + "-wal"])
    #expect(fixture.exists("history.unsalvaged"))
  }
}
