import Foundation
import GRDB
import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

struct HistoryConcurrencyTests {
  let fixture = StateFolder()

  @Test func `stores that are created at once make one history`() async throws {
    for round in 0..<12 {
      let directory = fixture.root.appending("round-\(round)")
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            let store = try HistoryStore(in: directory)
            try await store.append(makeReport(), path: nil)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await HistoryStore(in: directory).list().count == 4)
    }
  }

  @Test func `two processes write and a third reads without meeting a lock`() async throws {
    let directory = fixture.directory.string
    @Sendable func writer() async {
      await #expect(processExitsWith: .success) { [directory = directory as String] in
        let store = try HistoryStore(in: FilePath(directory))
        for index in 0..<100 {
          let file = makeFile("/p/\(getpid())-\(index).png")
          try await store.enqueue([file], at: Date())
          guard try await store.finish(makeReport(), of: file) != nil else { exit(2) }
        }
      }
    }
    let store = try HistoryStore(in: fixture.directory)
    async let one: Void = writer()
    async let two: Void = writer()
    let reader = try #require(try HistoryStore.readOnly(in: fixture.directory))
    var seen = 0
    let deadline = ContinuousClock.now + .seconds(60)
    while seen < 200, ContinuousClock.now < deadline {
      let entries = try await reader.list()
      #expect(entries.count >= seen)
      seen = entries.count
      _ = try await store.purge(olderThanDays: 9999, now: Date())
      await Task.yield()
    }
    _ = await (one, two)
    #expect(seen == 200)
    #expect(try await store.pending() == [])
    #expect(try await store.integrityCheck() == [])
  }

  /// Holds the write lock until `ROLLBACK`.
  private func lock() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true  // lets a transaction stay open between calls
    let queue = try DatabaseQueue(path: fixture.path("history.sqlite"), configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return queue
  }

  @Test func `after a wait in vain the next ones are short until one succeeds`() async throws {
    let store = try HistoryStore(in: fixture.directory, losesPatience: true)
    let other = try lock()
    func patience() async throws -> Int? {
      try await store.run(.fetch) { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") }
    }
    #expect(try await patience() == 5_000)
    for _ in 0..<2 {
      #expect(await code { _ = try await store.append(makeReport(), path: nil) } == .save)
      #expect(try await patience() == 50)
    }
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try await store.append(makeReport(), path: nil)
    #expect(try await patience() == 5_000)
  }

  @Test func `a history that is removed while another program holds its lock takes nothing more`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    let other = try lock()
    async let end = code { _ = try await store.append(makeReport(), path: nil) }
    // It waits for the lock by then.
    try await Task.sleep(for: .milliseconds(500))
    Files.unlink(fixture.directory.appending("history.sqlite"))
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    #expect(await end == .unavailable)
  }

  @Test(arguments: 0..<5)
  func `what was acknowledged survives a kill`(round: Int) async throws {
    let directory = fixture.directory.string
    await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String, round = round as Int] in
      let store = try HistoryStore(in: FilePath(directory))
      let acknowledged = FilePath(directory).appending("acknowledged").string
      let file = unsafe open(acknowledged, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      let append = {
        _ = try await store.append(makeReport(text: String(repeating: "x", count: 3000)), path: nil)
        unsafe write(file, "x", 1)
      }
      try await append()
      // Another thread kills the process in the middle of its work.
      Thread.detachNewThread {
        usleep(useconds_t(20_000 + round * 15_000))
        kill(getpid(), SIGKILL)
      }
      while true { try await append() }
    }
    let acknowledged = fixture.bytes("acknowledged").count
    #expect(acknowledged > 0)
    let store = try HistoryStore(in: fixture.directory)
    let count = try await store.list().count
    #expect(count == acknowledged || count == acknowledged + 1)
    #expect(try await store.integrityCheck() == [])
  }

  @Test func `the export of a large history needs no more memory than that of a small one`() async throws {
    let directory = fixture.directory.string
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      let store = try HistoryStore(in: FilePath(directory))
      let text = String(repeating: "x", count: 200_000)
      for _ in 0..<300 { try await store.append(makeReport(text: text), path: nil) }
      func peak() -> Int {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
      }
      let before = peak()
      var bytes = 0
      try await store.forEachEntry { bytes += try $0.jsonLine().utf8.count }
      // 60 MB are read in total; a batch of 16 entries is 3 MB.
      exit(bytes > 60_000_000 && peak() - before < 20_000 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
