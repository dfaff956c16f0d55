import Foundation
import Glibc
import History
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// A file set aside stays so for one engine, and a file that failed before has one outcome in the end.
struct HistoryQuarantineTests {
  let fixture: StateFolder
  let store: HistoryStore
  let file = makeFile("/pictures/bad.png")

  init() throws {
    fixture = StateFolder()
    store = try HistoryStore(in: fixture.directory)
  }

  private func setAside() async throws {
    _ = try await store.finish(
      makeReport(sha256: someHash, failure: .quarantined), of: file, quarantinedFrom: "1 5.3.0")
  }

  private func isQuarantined(_ sha256: String = someHash, from engine: String = "1 5.3.0") async throws -> Bool {
    let copy = makeFile("/copies/bad.png")
    return try await store.admit(copy, sha256: sha256, to: engine, isStarting: false, at: Date()) == .quarantined
  }

  private var isFoundByListing: Bool {
    get async throws { try await !store.newFiles(among: [file], in: "/pictures").isEmpty }
  }

  @Test func `the same bytes are kept from the same engine only`() async throws {
    try await setAside()
    #expect(try await isQuarantined())
    #expect(try await !isQuarantined(from: "1 5.5.0"))
    #expect(try await !isQuarantined(otherHash))
  }

  @Test func `another engine gets it again, the same one does not`() async throws {
    try await setAside()
    #expect(try await store.releaseQuarantine(exceptFrom: "1 5.3.0") == 0)
    #expect(try await !isFoundByListing)
    #expect(try await store.releaseQuarantine(exceptFrom: "1 5.5.0") == 1)
    #expect(try await isFoundByListing)
  }

  @Test func `the user may have all or some of it tried again`() async throws {
    try await setAside()
    #expect(try await store.releaseQuarantine(of: ["/pictures/other.png"]) == 0)
    #expect(try await store.releaseQuarantine(of: [file.path]) == 1)
    #expect(try await isFoundByListing)
    #expect(try await !isQuarantined())
    try await setAside()
    #expect(try await store.releaseQuarantine() == 1)
  }

  @Test func `the outcome of a second attempt takes the place of the first`() async throws {
    try await setAside()
    _ = try await store.releaseQuarantine()
    _ = try await store.finish(makeReport(sha256: someHash), of: file)
    let entries = try await store.list()
    #expect(entries.count == 1)
    #expect(try entries.first?.report().error == nil)
  }

  @Test func `an entry that the user has judged stays beside it`() async throws {
    let number = try await store.finish(
      makeReport(sha256: someHash, failure: .truncated), of: file
    )
    try await store.verify(#require(number), as: .scam)
    _ = try await store.finish(
      makeReport(sha256: otherHash), of: makeFile("/pictures/bad.png", version: 2))
    #expect(try await store.list().count == 2)
  }

  @Test func `an attempt that is forgiven does not count`() async throws {
    try await store.enqueue([file], at: Date())
    #expect(try await store.begin(file) == 1)
    try await store.requeue(file.path, forgiven: 1)
    #expect(try await store.begin(file) == 1)
    try await store.requeue(file.path)
    #expect(try await store.begin(file) == 2)
  }
}

/// What can be read of a damaged history is salvaged.
struct HistorySalvageTests {
  let fixture = StateFolder()

  /// A history of this many entries, each of a different file and large enough to fill half a page.
  private func makeHistory(_ count: Int) async throws {
    let store = try HistoryStore(in: fixture.directory)
    for index in 0..<count {
      _ = try await store.finish(
        makeReport(sha256: String(format: "%064x", index), text: String(repeating: "word ", count: 300)),
        of: makeFile("/pictures/\(index).png", inode: UInt64(index)))
    }
    store.close()
  }

  private func damage() throws {
    let size = try #require(fixture.size("history.sqlite"))
    try fixture.overwrite(
      "history.sqlite", at: UInt64(size / 2 / 4096 * 4096), with: Data(repeating: 0xA5, count: 8192))
  }

  private func salvaged() async throws -> (Salvaged, HistoryStore) {
    let kept = try #require(try HistoryStore.setAside(in: fixture.directory, at: Date()))
    let store = try HistoryStore(in: fixture.directory)
    return (try await store.salvage(from: kept), store)
  }

  @Test func `entries on both sides of the damage come back, and all their files are known`() async throws {
    try await makeHistory(100)
    try damage()
    let (salvaged, store) = try await salvaged()
    #expect((80...99).contains(salvaged.entries))
    #expect(try await store.counts().entries == salvaged.entries)
    #expect(try await store.integrityCheck().isEmpty)
    // A salvaged file is not judged again, even if only its bytes identify it.
    let entry = try #require(try await store.list().first)
    let path = try #require(entry.path)
    let hash = try #require(try entry.report().sha256)
    let moved = KnownFile(path: path, identity: makeFile("/x", version: 9).identity)
    #expect(try await store.begin(moved, sha256: hash) == nil)
  }

  @Test func `what is no database any more gives back nothing`() async throws {
    try await makeHistory(3)
    try fixture.overwrite("history.sqlite", at: 0, with: Data("this was a database once".utf8))
    let (salvaged, store) = try await salvaged()
    #expect(salvaged.entries == 0)
    let counts = try await store.counts()
    #expect(counts.entries == 0 && counts.files == 0)
    #expect(!fixture.exists("history.unsalvaged"))
  }

  @Test func `what a full disk has prevented is done later, and does not matter a second time`() async throws {
    try await makeHistory(100)
    try damage()
    let directory = fixture.directory.string
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      guard try HistoryStore.setAside(in: FilePath(directory), at: Date()) != nil else { exit(2) }
      let store = try HistoryStore(in: FilePath(directory))
      let kept = try store.unsalvaged()
      limitFileSize(to: 150_000)
      guard kept.count == 1, (try? await store.salvage(from: kept[0])) == nil else { exit(3) }
      _exit(EXIT_SUCCESS)
    }
    let store = try HistoryStore(in: fixture.directory)
    let kept = try #require(try store.unsalvaged().first)
    let entries = try await store.salvage(from: kept).entries
    #expect((80...99).contains(entries))
    #expect(try store.unsalvaged().isEmpty && !fixture.exists("history.unsalvaged"))
    let counts = try await store.counts()
    #expect(counts.entries == entries)
    #expect(try await store.salvage(from: kept).entries == 0)
    let again = try await store.counts()
    #expect(again.entries == counts.entries && again.files == counts.files)
  }

  @Test(arguments: ["history.corrupt-gone\n", "history.corrupt-/../history.sqlite\n", "history.sqlite\n", ""])
  func `a note of what was not set aside is removed`(note: String) throws {
    let store = try HistoryStore(in: fixture.directory)
    try Data(note.utf8).write(to: URL(filePath: fixture.path("history.unsalvaged")))
    #expect(try store.unsalvaged().isEmpty)
    #expect(!fixture.exists("history.unsalvaged"))
  }

  @Test func `what has been stored since then keeps its number, and the files find their entries`() async throws {
    try await makeHistory(3)
    let store = try HistoryStore(in: fixture.directory.appending("new"))
    _ = try await store.finish(makeReport(sha256: otherHash), of: makeFile("/pictures/new.png"))
    #expect(try await store.salvage(from: fixture.directory.appending("history.sqlite")).entries == 3)
    #expect(try await store.list().map(\.number) == [4, 3, 2, 1])
    #expect(try await store.entry("1").report().sha256 == otherHash)
    let admission = try await store.admit(
      makeFile("/pictures/0.png", inode: 0), sha256: String(format: "%064x", 0), to: "1", isStarting: true, at: Date())
    #expect(admission == .known(4))
  }

  @Test func `entries with numbers that none can have get others, and more can follow`() async throws {
    try await makeHistory(3)
    try execute(
      """
      PRAGMA foreign_keys = OFF;
      UPDATE entry SET id = 9223372036854775807 WHERE id = 2;
      UPDATE entry SET id = -5 WHERE id = 1;
      UPDATE file SET entry = 9223372036854775807 WHERE entry = 2;
      UPDATE file SET entry = -5 WHERE entry = 1;
      UPDATE sqlite_sequence SET seq = 9223372036854775807;
      """, at: fixture.path("history.sqlite"))
    let store = try HistoryStore(in: fixture.directory.appending("new"))
    #expect(try await store.salvage(from: fixture.directory.appending("history.sqlite")).entries == 3)
    #expect(try await store.counts().files == 3)
    #expect(try await store.list().map(\.number) == [5, 4, 3])
    try await store.append(makeReport(), path: nil)
  }
}
