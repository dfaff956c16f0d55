import Dispatch
import EventLog
import GRDB
import Pipeline
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

@testable import Daemon
@testable import History
@testable import ScanModel

@DaemonActor struct ScanQueueTests {
  private let fixture: DaemonFixture
  private var queue: ScanQueue { fixture.queue }

  init() throws { fixture = try DaemonFixture() }

  private func names(_ paths: [FilePath]) -> [String] { paths.compactMap { $0.lastComponent?.string } }

  private func list() async { await queue.list(fixture.shots, reason: .start) }

  @Test func `an announced file is due, and read again only after another hint`() {
    let path = fixture.add("a.png")
    queue.noteArrival(path, hint: .closed)
    #expect(queue.hasWork)
    #expect(queue.nextDeadline == fixture.clock.now)
    #expect(queue.takeDue() == path)
    #expect(queue.takeDue() == nil)
    queue.noteComplete(path)
    #expect(!queue.hasWork)
  }

  @Test func `what a listing finds waits in the history, unless it is known`() async throws {
    fixture.add("a.png")
    await list()
    #expect(names(await queue.nextPending()) == ["a.png"])
    #expect(queue.hasWork)
    let file = try #require(ScreenshotListing.file(at: fixture.shots.appending("a.png")))
    await queue.noteRemoval(file.path)
    #expect(await queue.nextPending().isEmpty)
    #expect(!queue.hasWork)
  }

  @Test func `files that are followed, that pause or whose outcome is unsaved are passed by`() async throws {
    for name in ["followed.png", "pausing.png", "unsaved.png", "free.png"] { fixture.add(name, name) }
    await list()
    queue.noteArrival(fixture.shots.appending("followed.png"), hint: .created)
    _ = queue.decide(after: .workerCrashed, of: fixture.shots.appending("pausing.png"), attempts: 1)
    let unsaved = try #require(ScreenshotListing.file(at: fixture.shots.appending("unsaved.png")))
    fixture.store.fail(.save)
    await fixture.outcomes.record(makeReport(), of: unsaved)
    fixture.store.fail(nil)
    #expect(names(await queue.nextPending()) == ["free.png"])
    fixture.clock.advance(by: .seconds(1))
    #expect(Set(names(await queue.nextPending())) == ["free.png", "pausing.png"])
  }

  @Test func `a file that is gone and cannot be taken out of the queue pauses`() async throws {
    let path = fixture.add("a.png")
    await list()
    try fixture.history.queue.inDatabase { db in
      try db.execute(sql: "CREATE TRIGGER kept BEFORE DELETE ON pending BEGIN SELECT RAISE(FAIL, 'kept'); END")
    }
    Files.unlink(path)
    _ = await fixture.dispatcher.dispatch()
    #expect(fixture.recorder.reported == [.saveFailed])
    #expect(await fixture.dispatcher.dispatch() == false)
    fixture.clock.advance(by: .seconds(7))
    #expect(names(await queue.nextPending()) == ["a.png"])
    // It is no failure of a later file of that name.
    #expect(queue.decide(after: .workerCrashed, of: path, attempts: 1) == .retry(forgiven: 0))
  }

  @Test func `what waits in memory is scanned also in a turn in which the history fails`() async {
    fixture.stages.hold()
    fixture.store.fail(.save)
    let path = fixture.add("a.png")
    queue.noteArrival(path, hint: .closed)
    _ = queue.takeDue()
    queue.noteUnqueued(path)
    queue.noteArrival(fixture.shots.appending("gone.png"), hint: .closed)
    _ = await fixture.dispatcher.dispatch()
    #expect(fixture.recorder.reported == [.saveFailed])
    #expect(fixture.runner.isScanning)
    await fixture.runner.stop()
  }

  @Test func `between folders whose disks do not answer the watchdog is fed`() async {
    fixture.recorder.service.watchdogInterval = .seconds(30)
    let lister = FolderLister(
      events: fixture.events, log: fixture.log,
      list: { [clock = fixture.clock] _ in
        clock.advance(by: .seconds(10))
        return nil
      })
    var context = fixture.context
    context.folders = ["/a", "/b", "/c"]
    let queue = ScanQueue(context, lister: lister, reader: fixture.reader, outcomes: fixture.outcomes)
    await queue.listAll(reason: .start)
    #expect(fixture.recorder.service.messages == ["ping", "ping", "ping"])
  }

  @Test func `behind many that pause others are found`() async throws {
    for index in 0..<100 { fixture.add("\(index).png", "\(index)") }
    await list()
    for path in try await fixture.history.pending(limit: 99).map(\.file.path) {
      _ = queue.decide(after: .workerCrashed, of: path, attempts: 1)
    }
    #expect(await queue.nextPending().count == 1)
  }

  @Test func `what the history cannot queue is returned from memory, the newest first and once`() {
    for name in ["a", "b"] { queue.noteUnqueued(FilePath("/\(name)")) }
    #expect(queue.takeUnqueued() == "/b")
    #expect(queue.takeUnqueued() == "/a")
    #expect(queue.takeUnqueued() == nil)
  }

  @Test func `behind reads without an answer the files of other folders are found`() async throws {
    let silent = fixture.shots.appending("silent")
    Files.makeFolder(silent)
    let disk = DispatchSemaphore(value: 0)
    var stages = fixture.stages.stages
    stages.read = { _ throws(IntakeFailure) in
      disk.wait()
      throw IntakeFailure(.notFound)
    }
    let reader = ScreenshotReader(
      folders: [fixture.shots, silent], stages: stages, events: fixture.events, time: fixture.clock.source,
      patience: .milliseconds(1))
    var context = fixture.context
    context.folders = [fixture.shots, silent]
    let queue = ScanQueue(
      context, lister: FolderLister(events: fixture.events, log: fixture.log), reader: reader,
      outcomes: fixture.outcomes)
    while reader.canRead(silent.appending("a.png")) {
      #expect(await reader.read(silent.appending("a.png"), began: .now) == nil)
    }
    let (path, other) = (fixture.add("a.png"), fixture.add("silent/b.png"))
    for file in [path, other] { queue.noteArrival(file, hint: .closed) }
    #expect(queue.nextDeadline == fixture.clock.now)
    #expect(queue.takeDue() == path)
    #expect(queue.takeDue() == nil)
    #expect(queue.nextDeadline == nil)
    for file in [path, other] { queue.noteUnqueued(file) }
    #expect(queue.takeUnqueued() == path)
    #expect(queue.takeUnqueued() == nil)
    fixture.add("c.png")
    fixture.add("silent/d.png")
    await queue.listAll(reason: .start)
    #expect(names(await queue.nextPending()) == ["c.png"])
    for _ in 1...4 { disk.signal() }
  }

  @Test func `a folder that fails to be queued is tried again later`() async {
    fixture.add("a.png")
    fixture.store.fail(.save)
    await list()
    #expect(fixture.health.historyRetry.nextTry != nil)
    #expect(fixture.recorder.reported == [.saveFailed])
    #expect(await queue.nextPending().isEmpty)
  }

  @Test func `while something waits a listing is due after a minute, asked for once`() {
    queue.scheduleListing()
    #expect(queue.nextDeadline == fixture.clock.now + .seconds(60))
    #expect(!queue.takeDueListing())
    fixture.clock.advance(by: .seconds(60))
    #expect(queue.takeDueListing())
    #expect(!queue.takeDueListing())
  }

  @Test func `at rest no listing is due`() {
    queue.scheduleListing()
    queue.noteRest()
    #expect(queue.nextDeadline == nil)
  }

  @Test func `attempts are counted, and forgiven`() async throws {
    let path = fixture.add("a.png")
    await list()
    let file = try #require(ScreenshotListing.file(at: path))
    #expect(try await fixture.begin(file) == 1)
    await queue.requeue(path, forgiven: 1)
    #expect(try await fixture.begin(file) == 1)
    await queue.requeue(path, forgiven: 0)
    #expect(try await fixture.begin(file) == 2)
    #expect(try await queue.recover(except: nil, engine: "1").map(\.path) == [path])
    #expect(await queue.waitingCount() == 1)
  }
}
