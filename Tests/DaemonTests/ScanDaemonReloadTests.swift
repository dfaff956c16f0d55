import FoundationEssentials
import History
import LinuxSystem
import Logging
import Pipeline
import ScanModel
import ScreenshotLibrary
import ServiceLifecycle
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

/// How a daemon stops and hands over to the next one.
struct ScanDaemonReloadTests {
  private let fixture: DaemonFixture
  private var stages: FakeStages { fixture.stages }

  init() throws { fixture = try DaemonFixture() }

  @Test func `a test picture whose workers were ended says nothing about them, or about the screenshot`() async throws {
    stages.fail("a.png", .workerCrashed, .workerCrashed)
    stages.failSelfTest(SelfTest.cancelled)
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
    }
    #expect(stages.selfTests == 1)
    #expect(fixture.reportedCodes == [nil])
    #expect(fixture.recorder.reported.isEmpty)
  }

  @Test func `a scan that a stop interrupts is no attempt`() async throws {
    stages.hold()
    try await fixture.run {
      fixture.announce("a.png")
      try await eventually { stages.scanned == ["a.png"] }
    }
    #expect(stages.hasShutDown)
    #expect(fixture.reportedNames.isEmpty)
    let waiting = try await fixture.history.pending()
    #expect(waiting.map(\.attempts) == [0])
    #expect(fixture.recorder.service.messages.last == "stopping")
  }

  @Test func `a graceful shutdown stops it`() async throws {
    let daemon = fixture.daemon()
    try await testGracefulShutdown(daemon, after: { fixture.watcher.send(.ready) })
  }

  private func testGracefulShutdown(_ daemon: ScanDaemon, after body: () -> Void) async throws {
    body()
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: DaemonService(daemon), successTerminationBehavior: .gracefullyShutdownGroup)],
        logger: .init(label: "test")))
    let task = Task { try await group.run() }
    try await eventually { fixture.recorder.service.messages.contains("ready") }
    await group.triggerGracefulShutdown()
    try await task.value
    #expect(fixture.recorder.service.messages.last == "stopping")
  }

  private struct DaemonService: Service {
    let daemon: ScanDaemon
    init(_ daemon: ScanDaemon) { self.daemon = daemon }
    func run() async throws { _ = try await daemon.watch() }
  }

  @Test func `a reload that changes nothing goes on`() async throws {
    let daemon = fixture.daemon()
    try await fixture.run(daemon) {
      #expect(daemon.reload(.settingsFile))
      try await eventually { fixture.reloads.withLock { $0 } == [.settingsFile] }
      fixture.announce("a.png")
      try await fixture.reports(1)
    }
    #expect(daemon.reload(.settingsFile) == false)
  }

  @Test func `while what follows is put together it scans, and can be stopped`() async throws {
    fixture.holdsSuccessor.withLock { $0 = true }
    defer { fixture.holdsSuccessor.withLock { $0 = false } }
    let daemon = fixture.daemon()
    try await fixture.run(daemon) {
      #expect(daemon.reload(.requested))
      try await eventually { fixture.reloads.withLock { $0 } == [.requested] }
      fixture.announce("a.png")
      try await fixture.reports(1)
      #expect(daemon.reload(.settingsFile))
    }
    guard case .stopped = try fixture.end.withLock({ $0 })?.get().reason else {
      Issue.record("it did not stop")
      return
    }
    #expect(fixture.reloads.withLock { $0 } == [.requested])
  }

  @Test func `a history that is lost while what follows is put together makes room for that`() async throws {
    fixture.successor.withLock { $0 = .idle(makeSuccessor: { _ in nil }) }
    fixture.holdsSuccessor.withLock { $0 = true }
    let daemon = fixture.daemon()
    let task = fixture.start(daemon)
    #expect(daemon.reload(.requested))
    try await eventually { fixture.reloads.withLock { $0 } == [.requested] }
    fixture.events.send(.historyLost)
    fixture.holdsSuccessor.withLock { $0 = false }
    await task.value
    guard case .succeeded = try fixture.end.withLock({ $0 })?.get().reason else {
      Issue.record("what was put together does not follow")
      return
    }
  }

  @Test func `a reload that changes something ends it, and reloads that come too late are left to the next`()
    async throws
  {
    fixture.successor.withLock { $0 = .idle(makeSuccessor: { _ in nil }) }
    let daemon = fixture.daemon()
    // All arrive before the loop begins; it takes the first.
    for reason in [ReloadReason.settingsFile, .settingsFile, .requested] { #expect(daemon.reload(reason)) }
    await fixture.start(daemon).value
    let ended = try #require(try fixture.end.withLock { $0 }?.get())
    guard case .succeeded = ended.reason else {
      Issue.record("\(ended.reason)")
      return
    }
    #expect(fixture.reloads.withLock { $0 } == [.settingsFile])
    #expect(ended.untakenReload == .requested)
    #expect(fixture.recorder.service.messages == ["reloading"])
  }

  @Test func `a click on "Try again" releases what was set aside, and lists the folders`() async throws {
    stages.fail("a.png", .workerCrashed, .workerCrashed)
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.passTime { fixture.reports.withLock { $0.count } == 1 }
      fixture.events.send(.responded(.retry))
      try await eventually { fixture.reloads.withLock { $0 } == [.requested] }
      fixture.watcher.send(.rescanNeeded(folder: fixture.shots, reason: .resumed))
      try await fixture.reports(2)
    }
    #expect(fixture.reportedCodes == [.quarantined, nil])
  }
}
