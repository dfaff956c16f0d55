import FoundationEssentials
import History
import LinuxSystem
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

  @Test func `a copy of what was set aside does not wait for another scan`() async throws {
    stages.fail("a.png", .workerCrashed, .workerCrashed)
    try await fixture.run {
      fixture.announce("a.png", "attack")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
      stages.hold()
      fixture.announce("slow.png", "2")
      try await eventually { stages.scanned.last == "slow.png" }
      fixture.announce("b.png", "attack")
      try await fixture.reports(2)
      stages.release()
      try await fixture.reports(3)
    }
    #expect(fixture.reportedCodes == [.quarantined, .quarantined, nil])
  }

  @Test func `a screenshot that hangs the worker twice is set aside`() async throws {
    stages.fail("a.png", .timedOut, .timedOut)
    stages.fail("b.png", .timedOut)
    try await fixture.run {
      fixture.announce("a.png", "1")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
      fixture.announce("b.png", "2")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 2 }
    }
    #expect(fixture.reportedCodes == [.quarantined, nil])
    #expect(stages.scanned == ["a.png", "a.png", "b.png", "b.png"])
  }

  @Test func `a verdict on what was read in time stands`() async throws {
    stages.fail("a.png", .timedOut)
    stages.setRisk("a.png", .high)
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.reports(1)
    }
    #expect(fixture.reportedCodes == [.timedOut])
    #expect(stages.scanned == ["a.png"])
  }

  @Test func `what ended the last run twice is set aside at the start`() async throws {
    let path = fixture.add("a.png")
    let file = try #require(ScreenshotListing.file(at: path))
    for _ in 1...2 { _ = try await fixture.begin(file) }
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

  @Test func `after an update whose workers it cannot use it ends, and what waits is kept`() async throws {
    stages.fail("a.png", .workerCrashed, .workerCrashed)
    stages.failSelfTest(ScanFailure(.workerUnavailable))
    let ended = fixture.start(fixture.daemon())
    fixture.watcher.send(.ready)
    fixture.isReplaced.withLock { $0 = true }
    fixture.announce("a.png")
    try await fixture.passTime { fixture.end.withLock { $0 } != nil }
    await ended.value
    let end = try #require(fixture.end.withLock { $0 }).get()
    let isOutdated = if case .outdated = end.reason { true } else { false }
    #expect(isOutdated)
    #expect(fixture.reportedCodes.isEmpty && fixture.recorder.reported.isEmpty)
    #expect(try await fixture.pendingCount() == 1)
  }

  @Test func `while no worker can read the test picture none gets a screenshot`() async throws {
    stages.fail("a.png", .workerCrashed, .workerCrashed)
    stages.failSelfTest(ScanFailure(.workerUnavailable))
    try await fixture.run {
      fixture.announce("a.png", "1")
      try await fixture.passTime { stages.selfTests >= 1 }
      try await eventually { await fixture.runner.isCircuitOpen }
      try await eventually { fixture.recorder.shown.last?.text.english.contains("1 screenshot waits") == true }
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
      try await eventually { await !fixture.outcomes.unsaved.isEmpty }
      #expect(try await fixture.history.counts().entries == 0)
      fixture.store.fail(nil)
      try await fixture.passTime { await fixture.outcomes.unsaved.isEmpty }
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
      try await fixture.passTime { await fixture.outcomes.unsaved.isEmpty }
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

  @Test func `a history that cannot be written at the start does not end it, and is taken over later`() async throws {
    let path = fixture.add("a.png", "1")
    let file = try #require(ScreenshotListing.file(at: path))
    for _ in 1...2 { _ = try await fixture.begin(file) }
    fixture.store.fail(.save)
    try await fixture.run {
      fixture.announce("b.png", "2")
      try await fixture.reports(1)
      #expect(fixture.reportedNames == ["b.png"])
      #expect(fixture.recorder.reported == [.saveFailed])
      fixture.store.fail(nil)
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 2 }
      try await fixture.passTime { fixture.recorder.shown.last?.isTrouble == false }
    }
    #expect(fixture.reportedCodes == [nil, .quarantined])
    #expect(try await fixture.history.counts().entries == 2)
  }

  @Test func `what the history has missed the end of is put back while another scan runs`() async throws {
    stages.fail("a.png", .workerCrashed)
    stages.hold()
    try await fixture.run {
      let path = fixture.announce("a.png", "1")
      try await eventually { stages.scanned == ["a.png"] }
      fixture.store.fail(.save)
      stages.release()
      try await eventually { !fixture.recorder.reported.isEmpty }
      stages.hold()
      fixture.store.fail(nil)
      fixture.announce("b.png", "2")
      try await eventually { stages.scanned == ["a.png", "b.png"] }
      try await fixture.passTime { try await fixture.history.pending().map(\.file.path) == [path] }
      stages.release()
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 2 }
    }
    #expect(stages.scanned == ["a.png", "b.png", "a.png"])
    #expect(fixture.reportedCodes == [nil, nil])
  }

  @Test func `begun without a history it scans, and begins again with all outcomes when there is one`() async throws {
    let isThere = Locked(false)
    fixture.store.fail(.save)
    let task = fixture.start(
      fixture.daemon(openHistory: { [store = fixture.store] in
        guard isThere.withLock({ $0 }) else { return false }
        store.fail(nil)
        return true
      }))
    fixture.watcher.send(.ready)
    fixture.announce("a.png")
    try await fixture.reports(1)
    try await fixture.passTime { fixture.recorder.shown.last?.isTrouble == true }
    isThere.withLock { $0 = true }
    try await fixture.passTime { fixture.end.withLock { $0 } != nil }
    await task.value
    guard case .historyLost = try fixture.end.withLock({ $0 })?.get().reason else {
      Issue.record("it did not end")
      return
    }
    #expect(try await fixture.history.counts().entries == 1)
    #expect(fixture.recorder.resolved == [[.saveFailed]])
  }

  // MARK: Files that cannot be read

  @Test func `a disk that fails for a moment costs no verdict`() async throws {
    stages.failReading("a.png", times: 12)
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
    }
    #expect(fixture.reportedCodes == [nil])
  }

  @Test func `a file that could not be read is read again at the next listing`() async throws {
    stages.failReading("a.png", times: .max)
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
      #expect(fixture.reportedCodes == [.recognitionFailed])
      try await eventually { try await fixture.pendingCount() == 0 }
      stages.failReading("a.png", times: 0)
      fixture.watcher.send(.rescanNeeded(folder: fixture.shots, reason: .resumed))
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 2 }
    }
    #expect(fixture.reportedCodes == [.recognitionFailed, nil])
    #expect(try await fixture.history.counts().entries == 1)
  }
}
