import Glibc
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

/// Runs the client with a worker that misbehaves on purpose (Tools/misbehaving-worker).
struct WorkerPoolTests {
  @Test func `shares read one picture and their lines come together`() async throws {
    let log = PoolFixture.EventLog()
    let outcome = try await PoolFixture.read("good", shares: 2, log: log)
    #expect(outcome.end == .complete)
    #expect(outcome.lines.map(\.text) == ["picture", "picture"])
    #expect(Set(outcome.lines.map(\.index)) == [0, 1])
    #expect(outcome.size?.width == 640)
    #expect(log.started.count == 2)
    #expect(log.ends == [.finished, .finished])
  }

  @Test func `what was read before the deadline is kept`() async throws {
    let outcome = try await PoolFixture.read("lines-then-stall", shares: 2, timeout: .seconds(1))
    #expect(outcome.end == .timedOut)
    #expect(Set(outcome.lines.map(\.index)) == [0, 1, 2, 3])
  }

  @Test(arguments: [
    ("exit", "it ended without an answer"), ("crash", "it was ended by signal 11"),
    ("garbage", "it broke the protocol: no frame"), ("huge-frame", "it broke the protocol: number out of range"),
    ("wrong-id", "it broke the protocol: answer to no question"),
    ("same-line-twice", "it broke the protocol: line sent twice"), ("flood-stderr", "it wrote without end"),
    ("same-layout-twice", "it broke the protocol: layout sent twice"),
    ("flood-socket", "it broke the protocol: reply is too long"),
    ("codes-first", "it broke the protocol: answer to another question"),
    ("codes-twice", "it broke the protocol: answer to another question"),
    ("codes-outside", "it broke the protocol: code outside of the picture"),
    ("codes-broken", "it broke the protocol: number out of range"),
  ])
  func `a worker that misbehaves costs one scan`(mode: String, reason: String) async throws {
    #expect(try await PoolFixture.read(mode).end == .crashed("\(reason)"))
  }

  @Test(arguments: ["codes-late", "codes-crash"])
  func `a worker that ends over the codes costs no words`(mode: String) async throws {
    let log = PoolFixture.EventLog()
    let outcome = try await PoolFixture.read(mode, shares: 2, log: log)
    #expect(outcome.end == .complete)
    #expect(outcome.lines.map(\.text) == ["words", "words"])
    #expect(outcome.codes == CodeReading(codes: [], isComplete: false))
    #expect(Set(log.ends) == [.finished, mode == "codes-late" ? .timedOut : .crashed])
  }

  @Test func `a worker that cannot start is unavailable and says why`() async throws {
    guard case .unavailable(let reason) = try await PoolFixture.read("exit-before-ready").end else {
      Issue.record("the worker was believed")
      return
    }
    #expect(reason == "it ended with status 3 (cannot load)")
  }

  @Test func `failures of the picture and of the engine arrive as they are`() async throws {
    let damaged = WorkerFailure(.corrupt, detail: "its picture data is damaged")
    #expect(try await PoolFixture.read("fail", shares: 2).end == .failed(damaged))
    #expect(
      try await PoolFixture.read("no-language").end == .failed(WorkerFailure(.unsupportedLanguage, detail: "xyz")))
  }

  @Test func `a missing program is unavailable`() async throws {
    let pool = try WorkerPool(
      WorkerConfiguration(program: "/nonexistent/worker", languages: ["eng"], maximumWorkers: 1))
    defer { pool.shutDown() }
    let picture = try MemoryFile.make("x")
    let outcome = await pool.recognize(picture.raw, PoolFixture.job())
    #expect(outcome.end == .unavailable("posix_spawn: No such file or directory"))
  }

  @Test func `a worker has three descriptors, its picture and four variables`() async throws {
    let outcome = try await PoolFixture.read("inspect")
    let lines = outcome.lines.sorted { $0.index < $1.index }.map { $0.words.map(\.text) }
    #expect(lines.first == ["fd0", "fd1", "fd2", "fd3"])
    #expect(
      lines.last == [
        "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=1000000000",
        "LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1", "PATH=/nonexistent", "SWIFT_BACKTRACE=enable=no",
      ])
  }

  @Test func `a spare stands ready after a picture and leaves when idle`() async throws {
    let log = PoolFixture.EventLog()
    let pool = try PoolFixture.pool("good", spare: .milliseconds(300), log: log)
    defer { pool.shutDown() }
    let picture = try MemoryFile.make("picture")
    #expect(await pool.recognize(picture.raw, PoolFixture.job()).end == .complete)
    try await eventually { log.started.count == 2 }
    try await eventually { log.restCount > 0 }
    #expect(log.restCount == 1)
    #expect(Set(log.ends) == [.finished, .idle])
    #expect(log.started.allSatisfy { !ChildProcess.exists($0) })
  }

  @Test func `more pictures than workers wait for their turn`() async throws {
    let pool = try PoolFixture.pool("good", workers: 2)
    defer { pool.shutDown() }
    let picture = try MemoryFile.make("picture")
    var ends: [RecognitionOutcome.End] = []
    for _ in 0..<5 { ends.append(await pool.recognize(picture.raw, PoolFixture.job(shares: 2)).end) }
    #expect(ends == Array(repeating: .complete, count: 5))
  }

  @Test func `cancelling the task ends the work`() async throws {
    let log = PoolFixture.EventLog()
    let pool = try PoolFixture.pool("stall", log: log)
    defer { pool.shutDown() }
    let task = Task {
      let picture = try MemoryFile.make("picture")
      return await pool.recognize(picture.raw, PoolFixture.job(timeout: .seconds(60)))
    }
    try await eventually { !log.started.isEmpty }
    task.cancel()
    #expect(try await task.value.end == .cancelled)
  }

  @Test func `a terminal cannot stop a worker, so that it stops the program at once`() async throws {
    let log = PoolFixture.EventLog()
    let pool = try PoolFixture.pool("stall", spare: .seconds(60), log: log)
    defer { pool.shutDown() }
    pool.warmUp(1)
    try await eventually { !log.started.isEmpty }
    let worker = try #require(log.started.first)
    #expect(ProcessTable.blockedSignals(of: worker) == [SIGTSTP, SIGTTIN, SIGTTOU])
  }

  @Test func `a task that is cancelled before it asks gets no picture read`() async throws {
    let pool = try PoolFixture.pool("stall")
    defer { pool.shutDown() }
    let picture = try MemoryFile.make("picture")
    let descriptor = picture.raw
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await pool.recognize(descriptor, PoolFixture.job())
    }
    #expect(await task.value.end == .cancelled)
    withExtendedLifetime(picture) {}
  }

  @Test func `a task that comes when the pool has ended is refused, and nobody waits for it`() async throws {
    let pool = try PoolFixture.pool("good")
    pool.shutDown()
    let picture = try MemoryFile.make("picture")
    let outcome = await pool.recognize(picture.raw, PoolFixture.job())
    #expect(outcome.end == .cancelled)
  }

  @Test func `a worker that does not leave is ended`() async throws {
    let log = PoolFixture.EventLog()
    let pool = try PoolFixture.pool("linger", log: log)
    defer { pool.shutDown() }
    let picture = try MemoryFile.make("x")
    let outcome = await pool.recognize(picture.raw, PoolFixture.job())
    #expect(outcome.end == .complete)
    try await eventually { log.ends == [.crashed] }
  }
}
