import Foundation
import GRDB
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

struct HistoryQueueTests {
  let fixture: StateFolder
  let store: HistoryStore
  let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    fixture = StateFolder()
    store = try HistoryStore(in: fixture.directory)
  }

  @Test func `finishing stores the outcome, makes the file known and ends its wait`() async throws {
    let file = makeFile("/p/a.png")
    #expect(try await store.enqueue([file], at: now) == 1)
    #expect(try await store.begin(file) == 1)
    #expect(try await store.finish(makeReport(sha256: someHash), of: file) == 1)
    #expect(try await store.pending() == [])
    #expect(try await store.newFiles(among: [file], in: "/p") == [])
    #expect(try await store.enqueue([file], at: now) == 0)
  }

  @Test func `finishing twice with the same report gives one entry`() async throws {
    let file = makeFile("/p/a.png")
    let report = makeReport(sha256: someHash)
    try await store.enqueue([file], at: now)
    #expect(try await store.finish(report, of: file) == 1)
    #expect(try await store.finish(report, of: file) == 1)
    #expect(try await store.list().count == 1)
  }

  @Test func `several scans end in one transaction, each as it would alone`() async throws {
    let files = (0..<4).map { makeFile("/p/\($0).png") }
    try await store.enqueue(files, at: now)
    _ = try await store.finish(makeReport(sha256: someHash), of: files[0])
    let recorded = try await store.finish(
      files.map { FinishedScan(makeReport(sha256: someHash), of: $0) })
    #expect(recorded == [1, 2, 3, 4])
    #expect(try await store.pending() == [])
  }

  @Test func `of several scans none is stored if one cannot be`() async throws {
    let files = (0..<2).map { makeFile("/p/\($0).png") }
    try await store.enqueue(files, at: now)
    var bad = makeReport(sha256: otherHash)
    bad.confidence = .infinity
    await #expect(throws: HistoryFailure.self) {
      _ = try await store.finish([
        FinishedScan(makeReport(sha256: someHash), of: files[0]), FinishedScan(bad, of: files[1]),
      ])
    }
    #expect(try await store.list().isEmpty)
    #expect(try await store.pending().count == 2)
  }

  @Test func `a touched file gives no second entry`() async throws {
    let file = makeFile("/p/a.png")
    _ = try await store.finish(makeReport(sha256: someHash), of: file)
    let touched = makeFile("/p/a.png", touched: 5)
    #expect(try await store.newFiles(among: [touched], in: "/p") == [touched])
    try await store.enqueue([touched], at: now)
    #expect(try await store.finish(makeReport(sha256: someHash), of: touched) == 1)
    #expect(try await store.list().count == 1)
    #expect(try await store.newFiles(among: [touched], in: "/p") == [])
    #expect(try await store.pending() == [])
  }

  @Test func `a touched file whose entry was deleted stays deleted`() async throws {
    _ = try await store.finish(makeReport(sha256: someHash), of: makeFile("/p/a.png"))
    _ = try await store.delete([1])
    let touched = makeFile("/p/a.png", touched: 5)
    #expect(try await store.finish(makeReport(sha256: someHash), of: touched) == nil)
    #expect(try await store.list() == [])
  }

  @Test func `the same contents under another path are a new entry`() async throws {
    _ = try await store.finish(makeReport(sha256: someHash), of: makeFile("/p/a.png"))
    let copy = makeFile("/p/b.png", inode: 8)
    #expect(try await store.finish(makeReport(sha256: someHash), of: copy) == 2)
  }

  @Test func `new contents at a known path are a new entry`() async throws {
    _ = try await store.finish(makeReport(sha256: someHash), of: makeFile("/p/a.png"))
    let changed = makeFile("/p/a.png", version: 2)
    #expect(try await store.finish(makeReport(sha256: otherHash), of: changed) == 2)
  }

  @Test func `a failed scan does not stand in the way of a good one, but does not repeat`() async throws {
    let file = makeFile("/p/a.png")
    func failed() -> ScanReport { makeReport(sha256: someHash, risk: .unknown, failure: .timedOut) }
    #expect(try await store.finish(failed(), of: file) == 1)
    #expect(try await store.finish(failed(), of: file) == 1)
    #expect(try await store.begin(file) == 1)
    #expect(try await store.finish(makeReport(sha256: someHash), of: file) == 2)
    #expect(try await store.finish(failed(), of: file) == 2)
  }

  @Test func `a file that changed while it was scanned goes on waiting`() async throws {
    let file = makeFile("/p/a.png")
    let changed = makeFile("/p/a.png", version: 2)
    try await store.enqueue([file], at: now)
    _ = try await store.begin(file)
    #expect(try await store.enqueue([changed], at: now) == 1)
    _ = try await store.finish(makeReport(sha256: someHash), of: file)
    #expect(try await store.pending() == [PendingScan(file: changed, attempts: 0)])
    _ = try await store.finish(makeReport(sha256: otherHash), of: changed)
    #expect(try await store.pending() == [])
    #expect(try await store.list().count == 2)
  }

  @Test func `what was being scanned when the program ended comes back with its attempts`() async throws {
    let file = makeFile("/p/a.png")
    try await store.enqueue([file, makeFile("/p/b.png")], at: now)
    _ = try await store.begin(file)
    #expect(try await store.pending().map(\.file.path) == ["/p/b.png"])
    store.close()
    let reopened = try HistoryStore(in: fixture.directory)
    #expect(try await reopened.recover() == [PendingScan(file: file, attempts: 1)])
    #expect(try await reopened.recover() == [])
    // What is being scanned now stays marked, and attempts of this run can be forgiven.
    _ = try await reopened.begin(file)
    #expect(try await reopened.recover(except: file.path) == [])
    #expect(try await reopened.recover(forgiven: 1) == [PendingScan(file: file, attempts: 1)])
    #expect(try await reopened.begin(file) == 2)
    try await reopened.requeue(file.path)
    #expect(try await reopened.pending().map(\.attempts) == [0, 2])
  }

  @Test func `fewest attempts come first, then the newest picture`() async throws {
    let files = (1...3).map { makeFile("/p/\($0).png", version: $0) }
    try await store.enqueue(files, at: now)
    _ = try await store.begin(files[2])
    try await store.requeue(files[2].path)
    #expect(try await store.pending().map(\.file.path) == ["/p/2.png", "/p/1.png", "/p/3.png"])
    #expect(try await store.pending(limit: 1).count == 1)
  }

  @Test func `files of one moment come by their rank, and those of another by their time`() async throws {
    func file(_ name: String, seconds: Int64) -> KnownFile {
      var file = makeFile("/p/\(name).png")
      file.identity.modifiedNanoseconds = (1_700_000_000 + seconds) * 1_000_000_000
      return file
    }
    let files = [
      file("photo", seconds: 9), file("shot", seconds: 1), file("later-shot", seconds: 5), file("older", seconds: -5),
      file("newer-photo", seconds: 12),
    ]
    try await store.enqueue(files, at: now) { $0.path.string.contains("photo") ? 2 : 0 }
    #expect(
      try await store.pending().map(\.file.path.stem) == ["newer-photo", "later-shot", "shot", "photo", "older"])
  }

  @Test func `a look at a long queue does not sort it`() async throws {
    let plan = try await store.run(.fetch) { db in
      try String.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN \(HistoryStore.pendingQuery)", arguments: [1],
        adapter: SuffixRowAdapter(fromIndex: 3))
    }
    #expect(
      plan.contains { $0.contains("pending_in_order") } && !plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test func `enqueueing a waiting file again changes nothing`() async throws {
    let file = makeFile("/p/a.png")
    #expect(try await store.enqueue([file, file], at: now) == 1)
    _ = try await store.begin(file)
    #expect(try await store.enqueue([file], at: now + 1) == 0)
    #expect(try await store.pending() == [])
  }

  @Test func `what waits outside the watched folders is dropped`() async throws {
    let files = ["/p/a.png", "/p/2026/b.png", "/q/c.png", "/pp/d.png"].map { makeFile($0) }
    try await store.enqueue(files, at: now)
    try await store.dequeue(outside: ["/p", "/q/"])
    #expect(Set(try await store.pending().map(\.file.path)) == ["/p/a.png", "/p/2026/b.png", "/q/c.png"])
  }

  @Test func `the listing diff looks at one folder and every byte of a name`() async throws {
    let odd = KnownFile(
      path: FilePath(bytes: Array("/p/".utf8) + [0xFF, 0x25, 0x27]), identity: makeFile("/x").identity)
    let known = [makeFile("/p/a.png"), makeFile("/p0/a.png"), makeFile("/q/a.png"), odd]
    for file in known { _ = try await store.finish(makeReport(), of: file) }
    let waiting = makeFile("/p/w.png")
    try await store.enqueue([waiting], at: now)
    let new = makeFile("/p/new.png")
    #expect(try await store.newFiles(among: [known[0], odd, waiting, new], in: "/p") == [new])
    #expect(try await store.newFiles(among: [known[1]], in: "/p") == [known[1]])
    let rewritten = makeFile("/p/a.png", version: 2)
    #expect(try await store.newFiles(among: [rewritten], in: "/p/") == [rewritten])
  }

  @Test func `a device that got another number does not make files new`() async throws {
    var file = makeFile("/p/a.png")
    _ = try await store.finish(makeReport(), of: file)
    file.identity.device = .max
    #expect(try await store.newFiles(among: [file], in: "/p") == [])
  }

  @Test func `identities of all 64 bits come back`() async throws {
    var file = makeFile("/p/a.png", inode: .max)
    file.identity.device = .max - 1
    try await store.enqueue([file], at: now)
    #expect(try await store.pending().map(\.file) == [file])
  }
}
