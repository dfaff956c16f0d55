import FoundationEssentials
import History
import LinuxSystem
import Logging
import ScanModel
import ScreenshotLibrary
import ServiceLifecycle
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

/// Workers and histories that fail while the loop runs.
struct ScanDaemonFailureTests {
  private let fixture: DaemonFixture
  private var stages: FakeStages { fixture.stages }

  init() throws { fixture = try DaemonFixture() }

  // MARK: Failures of workers

  @Test func `a screenshot is scanned again after a crash`() async throws {
    stages.fail("a.png", .workerCrashed)
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
    }
    #expect(stages.scanned == ["a.png", "a.png"])
    #expect(fixture.reportedCodes == [nil])
    #expect(stages.selfTests == 0)
  }

  @Test func `a second crash sets it aside, under every name`() async throws {
    stages.fail("a.png", .workerCrashed, .workerCrashed)
    try await fixture.run {
      fixture.announce("a.png", "attack")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
      fixture.announce("b.png", "attack")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 2 }
    }
    #expect(fixture.reportedCodes == [.quarantined, .quarantined])
    #expect(stages.scanned == ["a.png", "a.png"])
    #expect(stages.selfTests == 1)
  }

  @Test func `what ended the last run twice is set aside at the start`() async throws {
    let path = fixture.add("a.png")
    let file = try #require(await fixture.reader.look(at: path))
    _ = try await fixture.history.enqueue([file], at: Date())
    for _ in 1...2 { _ = try await fixture.history.markInFlight(path) }
    try await fixture.run { try await fixture.reports(1) }
    #expect(fixture.reportedCodes == [.quarantined])
    #expect(stages.scanned.isEmpty)
  }

  @Test func `a worker that does not come up is tried three times, then its failure is recorded`() async throws {
    stages.fail("a.png", .workerUnavailable, .workerUnavailable, .workerUnavailable)
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
    }
    #expect(stages.scanned.count == 3)
    #expect(fixture.reportedCodes == [.workerUnavailable])
  }

  @Test func `while no worker can read the test picture none gets a screenshot`() async throws {
    stages.fail("a.png", .workerCrashed, .workerCrashed)
    stages.failSelfTest(ScanFailure(.workerUnavailable))
    try await fixture.run {
      fixture.announce("a.png", "1")
      try await fixture.passTime { stages.selfTests >= 1 }
      try await eventually { await fixture.runner.isCircuitOpen }
      try await eventually { fixture.recorder.shown.last?.text.contains("1 screenshot waits") == true }
      fixture.announce("b.png", "2")
      // Half open, then open again.
      let before = stages.selfTests
      try await fixture.passTime { stages.selfTests >= before + 2 }
      #expect(stages.scanned == ["a.png", "a.png"])
      #expect(fixture.reportedCodes.isEmpty)
      stages.failSelfTest(nil)
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 2 }
      try await eventually { fixture.recorder.shown.last?.isTrouble == false }
    }
    #expect(fixture.recorder.reported == [.workerUnavailable])
    #expect(fixture.recorder.resolved == [[.workerUnavailable]])
    #expect(fixture.reportedCodes == [nil, nil])
  }

  // MARK: Failures of the history

  @Test func `outcomes that cannot be stored are kept and written`() async throws {
    try await fixture.run {
      fixture.store.fail(.save)
      fixture.announce("a.png")
      try await fixture.reports(1)
      try await eventually { await fixture.outcomes.hasUnsaved }
      #expect(try await fixture.history.counts().entries == 0)
      fixture.store.fail(nil)
      try await fixture.passTime { await !fixture.outcomes.hasUnsaved }
      try await fixture.passTime { fixture.recorder.shown.last?.isTrouble == false }
    }
    #expect(try await fixture.history.counts().entries == 1)
    #expect(stages.scanned == ["a.png"])
    #expect(fixture.recorder.reported == [.saveFailed])
  }

  @Test func `what was passed over while the history failed is found by listing`() async throws {
    stages.hold()
    try await fixture.run {
      fixture.announce("a.png", "1")
      try await eventually { stages.scanned == ["a.png"] }
      fixture.store.fail(.save)
      fixture.announce("b.png", "2")
      try await eventually { !fixture.recorder.reported.isEmpty }
      stages.release()
      try await fixture.reports(2)
      fixture.store.fail(nil)
      try await fixture.passTime { await !fixture.outcomes.hasUnsaved }
    }
    #expect(stages.scanned == ["a.png", "b.png"])
    #expect(try await fixture.history.counts().entries == 2)
  }

  @Test(arguments: [HistoryFailure.Code.corrupt, .unavailable])
  func `a lost history ends the daemon, to begin again with another`(_ code: HistoryFailure.Code) async throws {
    let task = fixture.start(fixture.daemon())
    fixture.watcher.send(.ready)
    try await eventually { fixture.recorder.service.messages.contains("ready") }
    fixture.store.fail(code)
    fixture.announce("a.png")
    await task.value
    guard case .historyLost = try fixture.end.withLock({ $0 })?.get().reason else {
      Issue.record("it did not end")
      return
    }
    #expect(stages.hasShutDown)
    #expect(!fixture.recorder.service.messages.contains("stopping"))
  }

  @Test func `a history that is lost at the start ends the daemon before anything is scanned`() async throws {
    fixture.store.fail(.corrupt)
    await fixture.start(fixture.daemon()).value
    guard case .historyLost = try fixture.end.withLock({ $0 })?.get().reason else {
      Issue.record("it did not end")
      return
    }
    #expect(fixture.events.send(.due) == false)
  }

  @Test func `a history that does not answer at the start is an error`() async throws {
    fixture.store.fail(.save)
    await fixture.start(fixture.daemon()).value
    #expect(throws: ScanFailure.self) { _ = try fixture.end.withLock { $0 }?.get() }
  }
}
