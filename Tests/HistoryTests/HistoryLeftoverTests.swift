import Foundation
import Glibc
import History
import SystemPackage
import TestSupport
import Testing

/// What an earlier database or an interrupted creation leaves must not get into the next one. Each writer is a process of
/// its own that ends without closing, or whose limits apply to all of it.
struct HistoryLeftoverTests {
  let fixture = StateFolder()

  @Test func `what was deleted does not return from the log of a database that is gone`() async throws {
    let directory = fixture.directory.string
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      let store = try HistoryStore(in: FilePath(directory))
      for _ in 0..<3 { try await store.append(makeReport(text: "lavender umbrella"), path: nil) }
      _exit(EXIT_SUCCESS)
    }
    try #require(fixture.size("history.sqlite-wal") ?? 0 > 0)
    try #require(unsafe unlink(fixture.path("history.sqlite")) == 0)
    let store = try HistoryStore(in: fixture.directory)
    #expect(try await store.list().count == 0)
    #expect(try await store.integrityCheck() == [])
    #expect(try !fixture.holds("lavender"))
  }

  @Test(arguments: [0, 100] as [UInt64]) func `a damaged database keeps its log when it is opened and set aside`(
    place: UInt64
  ) async throws {
    let directory = fixture.directory.string
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      let store = try HistoryStore(in: FilePath(directory))
      try await store.append(makeReport(text: "lavender umbrella"), path: nil)
      _exit(EXIT_SUCCESS)
    }
    let log = fixture.bytes("history.sqlite-wal")
    try #require(log.count > 0)
    try fixture.overwrite("history.sqlite", at: place, with: Data(repeating: 0x5A, count: 4096 - Int(place)))
    #expect(throws: HistoryFailure.self) { try HistoryStore(in: fixture.directory) }
    let aside = try #require(
      try HistoryStore.setAside(in: fixture.directory, at: Date(timeIntervalSince1970: 1_800_000_000)))
    #expect(fixture.bytes((aside.lastComponent?.string ?? "") + "-wal") == log)
  }

  @Test func `a new database is not taken while part of it is in its log`() async throws {
    let directory = fixture.directory.string
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      // A later write fails each time.
      for size in stride(from: 4096, through: 1 << 20, by: 4096) {
        limitFileSize(to: size)
        guard (try? HistoryStore(in: FilePath(directory))) == nil else { break }
        if unsafe access(directory + "/history.sqlite", F_OK) == 0 { exit(2) }
      }
      limitFileSize(to: nil)
      let store = try HistoryStore(in: FilePath(directory))
      guard try await store.list().count == 0, try await store.integrityCheck() == [] else { exit(3) }
    }
  }
}
