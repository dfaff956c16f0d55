import Foundation
import Glibc
import History
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

struct HistoryFileTests {
  let fixture = StateFolder()
  let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Stores entries that fill many pages, then closes, so that everything is in the database file.
  private func fill(_ count: Int = 20) async throws {
    let store = try HistoryStore(in: fixture.directory)
    for index in 0..<count {
      try await store.append(
        makeReport(text: String(repeating: "word \(index) ", count: 3000)), path: nil)
    }
    store.close()
    #expect(fixture.size("history.sqlite-wal") == nil)
  }

  private func openingCode() async -> HistoryFailure.Code? {
    await code { _ = try HistoryStore(in: fixture.directory) }
  }

  // MARK: - Modes and owners

  @Test(arguments: [0, 0o777] as [Int32])
  func `directory and files are private whatever the umask`(mask: Int32) async throws {
    let directory = fixture.directory.string
    // In a separate process, because the umask belongs to the whole process.
    await #expect(processExitsWith: .success) { [directory = directory as String, mask = mask as Int32] in
      umask(mode_t(mask))
      let store = try HistoryStore(in: FilePath(directory))
      try await store.append(makeReport(), path: nil)
      // Exits without closing, so that the log and its index stay.
      _exit(EXIT_SUCCESS)
    }
    #expect(try fixture.mode() == 0o700)
    for name in ["history.sqlite", "history.sqlite-wal", "history.sqlite-shm"] {
      #expect(try fixture.mode(name) == 0o600, "\(name)")
    }
    #expect(try await HistoryStore(in: fixture.directory).list().count == 1)
  }

  @Test func `missing parents are made, private too`() throws {
    let deep = fixture.directory.appending("a/b")
    _ = try HistoryStore(in: deep)
    #expect(try ["a", "a/b"].map { try fixture.mode($0) } == [0o700, 0o700])
    #expect(try fixture.mode() == 0o700)
  }

  @Test func `files that others can read are made private`() async throws {
    try await fill(1)
    try #require(unsafe chmod(fixture.path("history.sqlite"), 0o644) == 0)
    try #require(unsafe chmod(fixture.directory.string, 0o755) == 0)
    _ = try HistoryStore(in: fixture.directory)
    #expect(try fixture.mode("history.sqlite") == 0o600)
    #expect(try fixture.mode() == 0o700)
  }

  @Test(arguments: [0o777, 0o770, 0o720, 0o1777] as [mode_t])
  func `a directory that others can write is refused and left alone`(mode: mode_t) async throws {
    try #require(unsafe mkdir(fixture.directory.string, 0o700) == 0)
    try #require(unsafe chmod(fixture.directory.string, mode) == 0)
    #expect(await openingCode() == .insecureDirectory)
    #expect(await code { _ = try HistoryStore.readOnly(in: fixture.directory) } == .insecureDirectory)
    #expect(try fixture.names() == [])
    #expect(try fixture.mode() == mode)
  }

  @Test func `a link is judged by what it leads to`() async throws {
    let target = fixture.root.appending("target")
    try #require(unsafe mkdir(target.string, 0o700) == 0)
    try #require(unsafe symlink(target.string, fixture.directory.string) == 0)
    _ = try HistoryStore(in: fixture.directory)
    try #require(unsafe chmod(target.string, 0o777) == 0)
    #expect(await openingCode() == .insecureDirectory)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a directory to another user"))
  func `a directory of another user is refused`() async throws {
    try #require(unsafe mkdir(fixture.directory.string, 0o700) == 0)
    try #require(unsafe chown(fixture.directory.string, 65534, 65534) == 0)
    #expect(await openingCode() == .insecureDirectory)
    #expect(throws: PrivateDirectory.Refusal.foreignOwner(65534)) { _ = try PrivateDirectory.open(fixture.directory) }
  }

  @Test func `a link in place of the database is refused`() async throws {
    try await fill(1)
    try #require(unsafe rename(fixture.path("history.sqlite"), fixture.path("real")) == 0)
    try #require(unsafe symlink(fixture.path("real"), fixture.path("history.sqlite")) == 0)
    #expect(await openingCode() == .insecureDirectory)
  }

  @Test func `a file in place of the directory is reported`() async throws {
    try #require(FileManager.default.createFile(atPath: fixture.directory.string, contents: Data()))
    #expect(await openingCode() == .unavailable)
    let below = fixture.directory.appending("deeper")
    #expect(await code { _ = try HistoryStore(in: below) } == .unavailable)
  }

  @Test func `a directory whose name is not UTF-8 is refused rather than mistaken`() async throws {
    let directory = FilePath(bytes: fixture.root.bytes + [UInt8(ascii: "/"), 0xFF])
    #expect(await code { _ = try HistoryStore(in: directory) } == .unavailable)
  }

  // MARK: - Reading only

  @Test func `reading only creates nothing`() throws {
    #expect(try HistoryStore.readOnly(in: fixture.directory) == nil)
    #expect(FileManager.default.fileExists(atPath: fixture.directory.string) == false)
    try #require(unsafe mkdir(fixture.directory.string, 0o700) == 0)
    #expect(try HistoryStore.readOnly(in: fixture.directory) == nil)
    #expect(try fixture.names() == [])
  }

  @Test func `a reader sees what a writer stores and cannot store itself`() async throws {
    let writer = try HistoryStore(in: fixture.directory)
    let reader = try #require(try HistoryStore.readOnly(in: fixture.directory))
    #expect(try await reader.list() == [])
    try await writer.append(makeReport(), path: nil)
    #expect(try await reader.list().count == 1)
    let failure = await #expect(throws: HistoryFailure.self) {
      try await reader.append(makeReport(), path: nil)
    }
    #expect(failure?.code == .save)
    #expect(failure?.detail == "it is read-only")
  }

  // MARK: - Damage

  @Test func `an empty file is damage and keeps its log`() async throws {
    try await fill()
    try #require(unsafe truncate(fixture.path("history.sqlite"), 0) == 0)
    try #require(FileManager.default.createFile(atPath: fixture.path("history.sqlite-wal"), contents: Data("log".utf8)))
    #expect(await openingCode() == .corrupt)
    #expect(await code { _ = try HistoryStore.readOnly(in: fixture.directory) } == .corrupt)
    #expect(fixture.bytes("history.sqlite-wal") == Data("log".utf8))
  }

  @Test func `a damaged header is found at opening`() async throws {
    try await fill()
    try fixture.overwrite("history.sqlite", at: 0, with: Data(repeating: 0x5A, count: 100))
    let before = fixture.bytes("history.sqlite")
    #expect(await openingCode() == .corrupt)
    #expect(fixture.bytes("history.sqlite") == before)
  }

  @Test func `a damaged page is found by using it and by the integrity check`() async throws {
    try await fill()
    let size = fixture.bytes("history.sqlite").count
    for offset in stride(from: 20 * 4096, to: size - 4096, by: 4096) {
      try fixture.overwrite("history.sqlite", at: UInt64(offset), with: Data(repeating: 0xA5, count: 512))
    }
    let store = try HistoryStore(in: fixture.directory)
    #expect(await code { _ = try await store.list() } == .corrupt)
    #expect(await code { try await store.append(makeReport(), path: nil) } == .corrupt)
    do {
      #expect(try await store.integrityCheck() != [])
    } catch {
      #expect(error.code == .corrupt)
    }
  }

  @Test func `a file that was cut off is found`() async throws {
    try await fill()
    try #require(unsafe truncate(fixture.path("history.sqlite"), 3 * 4096) == 0)
    let found = await code {
      let store = try HistoryStore(in: fixture.directory)
      guard try await store.integrityCheck() == [] else { throw HistoryFailure(.corrupt) }
    }
    #expect(found == .corrupt)
  }

  @Test func `another program's database is refused and left alone`() async throws {
    try #require(unsafe mkdir(fixture.directory.string, 0o700) == 0)
    try makeForeignDatabase(at: fixture.path("history.sqlite"))
    let before = fixture.bytes("history.sqlite")
    #expect(await openingCode() == .corrupt)
    #expect(await code { _ = try HistoryStore.readOnly(in: fixture.directory) } == .corrupt)
    #expect(fixture.bytes("history.sqlite") == before)
  }

  @Test func `one damaged report does not hide the other entries`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    for _ in 0..<3 { try await store.append(makeReport(), path: nil) }
    try execute("UPDATE entry SET report = '{\"id\":' WHERE id = 2", at: fixture.path("history.sqlite"))
    let entries = try await store.list()
    #expect(entries.map(\.number) == [3, 2, 1])
    let failure = #expect(throws: HistoryFailure.self) { try entries[1].jsonLine() }
    #expect(failure?.code == .corrupt)
    #expect(failure?.subject == "2" && failure?.detail == ScanFailure.damagedEntry)
    #expect(throws: Never.self) { try entries[2].report() }
  }

  @Test func `a damaged history is set aside whole and a new one can begin`() async throws {
    let first = "history.corrupt-20270115T080000.000Z"
    try await fill()
    try fixture.overwrite("history.sqlite", at: 0, with: Data(repeating: 0, count: 100))
    try #require(FileManager.default.createFile(atPath: fixture.path("history.sqlite-wal"), contents: Data("log".utf8)))
    let damaged = fixture.bytes("history.sqlite")
    #expect(try HistoryStore.setAside(in: fixture.directory, at: now) == fixture.directory.appending(first))
    #expect(fixture.bytes(first) == damaged)
    #expect(fixture.bytes(first + "-wal") == Data("log".utf8))
    for name in try fixture.names() { #expect(try fixture.mode(name) == 0o600) }
    try await fill()
    // The next one at the same time gets another name; damage in the middle and an empty file count as damage, too.
    try fixture.overwrite("history.sqlite", at: 40 * 4096, with: Data(repeating: 0xA5, count: 8192))
    #expect(try HistoryStore.setAside(in: fixture.directory, at: now) == fixture.directory.appending(first + "-2"))
    try #require(FileManager.default.createFile(atPath: fixture.path("history.sqlite"), contents: Data()))
    #expect(try HistoryStore.setAside(in: fixture.directory, at: now) == fixture.directory.appending(first + "-3"))
    #expect(fixture.bytes(first) == damaged)
  }

  @Test func `a sound history is not set aside, and neither is none`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    try await store.append(makeReport(), path: nil)
    #expect(try HistoryStore.setAside(in: fixture.directory, at: now) == nil)
    #expect(try await store.list().count == 1)
    store.close()
    try #require(unsafe unlink(fixture.path("history.sqlite")) == 0)
    #expect(try HistoryStore.setAside(in: fixture.directory, at: now) == nil)
  }

  @Test func `a file that is deleted or replaced while it is open is not written to`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    try await store.append(makeReport(), path: nil)
    for suffix in ["", "-wal", "-shm"] {
      try #require(unsafe rename(fixture.path("history.sqlite" + suffix), fixture.path("moved" + suffix)) == 0)
    }
    #expect(await code { try await store.append(makeReport(), path: nil) } == .unavailable)
    let successor = try HistoryStore(in: fixture.directory)
    #expect(await code { try await store.append(makeReport(), path: nil) } == .unavailable)
    try await successor.append(makeReport(), path: nil)
    #expect(try await successor.list().count == 1)
  }

  @Test func `an interrupted creation leaves nothing in the way`() async throws {
    try #require(unsafe mkdir(fixture.directory.string, 0o700) == 0)
    for name in ["history.sqlite.new", "history.sqlite.new-wal"] {
      try #require(FileManager.default.createFile(atPath: fixture.path(name), contents: Data("half".utf8)))
    }
    let store = try HistoryStore(in: fixture.directory)
    try await store.append(makeReport(), path: nil)
    store.close()
    #expect(try fixture.names() == ["history.sqlite"])
  }

  @Test func `a full disk is told as such and loses nothing that was stored`() async throws {
    let directory = fixture.directory.string
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      let store = try HistoryStore(in: FilePath(directory))
      // An empty history has one page for each table and index; an entry of 4 kB writes some 50 kB to the log.
      let empty = try FileManager.default.attributesOfItem(atPath: directory + "/history.sqlite")[.size] as? Int
      limitFileSize(to: try #require(empty) + 300_000)
      var stored = 0
      do {
        for _ in 0..<1000 {
          try await store.append(makeReport(text: String(repeating: "x", count: 4000)), path: nil)
          stored += 1
        }
        exit(2)
      } catch {
        guard (error as? HistoryFailure)?.code == .save, stored > 5 else { exit(3) }
        guard try await store.list().count == stored else { exit(5) }
      }
      limitFileSize(to: nil)
      try await store.append(makeReport(), path: nil)
      guard try await store.list().count == stored + 1, try await store.integrityCheck() == [] else { exit(4) }
    }
  }
}
