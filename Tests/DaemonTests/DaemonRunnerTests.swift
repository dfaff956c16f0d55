import Logging
import ScanModel
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Daemon

struct DaemonRunnerTests {
  private let service = FakeServiceManager()
  private let clock = TestClock<ContinuousClock>(.now)

  /// A daemon that ends when the test tells it to.
  private final class FakeDaemon: ReplaceableDaemon {
    private struct State {
      var takesReloads = true
      var reloads: [ReloadReason] = []
      var end: DaemonEnd?
    }

    private let state = Mutex(State())
    let hasStarted = Locked(false)

    var reloads: [ReloadReason] { state.withLock { $0.reloads } }

    /// From here on, reloads are left to the next daemon.
    func beginEnding() { state.withLock { $0.takesReloads = false } }

    func end(_ reason: DaemonEnd.Reason, leaving reload: ReloadReason? = nil) {
      state.withLock { $0.end = DaemonEnd(reason: reason, untakenReload: reload) }
    }

    func reload(_ reason: ReloadReason) -> Bool {
      state.withLock { state in
        if state.takesReloads { state.reloads.append(reason) }
        return state.takesReloads
      }
    }

    func watch() async throws -> DaemonEnd {
      hasStarted.withLock { $0 = true }
      try await eventually { state.withLock { $0.end } != nil }
      return state.withLock { $0.end } ?? DaemonEnd(reason: .stopped)
    }
  }

  private var pings: Int { service.messages.count { $0 == "ping" } }

  private let first = FakeDaemon()
  private let second = FakeDaemon()

  private func runner(_ mode: DaemonMode? = nil) -> DaemonRunner {
    DaemonRunner(first: mode ?? .watching(first), serviceManager: service, time: clock.source)
  }

  private func run(_ runner: DaemonRunner) -> (group: ServiceGroup, task: Task<Void, any Error>) {
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: runner, successTerminationBehavior: .gracefullyShutdownGroup)],
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    return (group, Task { try await group.run() })
  }

  private func waitForStart(_ daemon: FakeDaemon) async throws {
    try await eventually { daemon.hasStarted.withLock { $0 } }
  }

  @Test func `a daemon that stops ends the program`() async throws {
    let (_, task) = run(runner())
    first.end(.stopped)
    try await task.value
    #expect(service.messages.isEmpty)
  }

  @Test func `a daemon that is older than its workers ends the program with a failure`() async throws {
    let (_, task) = run(runner())
    first.end(.outdated)
    let failure = await #expect(throws: ScanFailure.self) { try await task.value }
    #expect(failure?.code == .workerUnavailable && failure?.detail?.english.contains("updated") == true)
  }

  @Test func `a successor is run, and gets the reloads`() async throws {
    let runner = runner()
    let (_, task) = run(runner)
    try await waitForStart(first)
    runner.reload(.settingsFile)
    first.end(.succeeded(by: .watching(second)))
    try await waitForStart(second)
    runner.reload(.requested)
    second.end(.stopped)
    try await task.value
    #expect(first.reloads == [.settingsFile])
    #expect(second.reloads == [.requested])
  }

  @Test func `reloads that come during a handover are left to the successor, the strongest of them`() async throws {
    let runner = runner()
    let (_, task) = run(runner)
    try await waitForStart(first)
    first.beginEnding()
    runner.reload(.requested)
    runner.reload(.settingsFile)
    first.end(.succeeded(by: .watching(second)))
    try await waitForStart(second)
    second.end(.stopped)
    try await task.value
    #expect(first.reloads.isEmpty)
    #expect(second.reloads == [.requested])
  }

  @Test func `a reload that a daemon took but left is for the next one`() async throws {
    let (_, task) = run(runner())
    try await waitForStart(first)
    first.end(.succeeded(by: .watching(second)), leaving: .settingsFile)
    try await waitForStart(second)
    second.end(.stopped)
    try await task.value
    #expect(second.reloads == [.settingsFile])
  }

  @Test func `a lost history is opened anew after a pause, which grows`() async throws {
    let third = FakeDaemon()
    let (_, task) = run(runner())
    first.end(.historyLost(beginAgain: { [second] in .watching(second) }))
    try await eventually { clock.sleeperCount == 1 }
    let pause = try #require(clock.nextWakeUp)
    #expect((.milliseconds(75)...Duration.milliseconds(125)).contains(pause))
    #expect(!second.hasStarted.withLock { $0 })
    clock.advance(by: pause)
    second.end(.historyLost(beginAgain: { .watching(third) }))
    try await eventually { clock.sleeperCount == 1 }
    let longer = try #require(clock.nextWakeUp)
    #expect((.milliseconds(150)...Duration.milliseconds(250)).contains(longer))
    clock.advance(by: longer)
    third.end(.stopped)
    try await task.value
  }

  @Test func `asked to stop during that pause, it ends without an error`() async throws {
    let (group, task) = run(runner())
    first.end(.historyLost(beginAgain: { [second] in .watching(second) }))
    try await eventually { clock.sleeperCount == 1 }
    await group.triggerGracefulShutdown()
    try await task.value
    #expect(!second.hasStarted.withLock { $0 })
  }

  @Test func `a daemon that has worked for a minute begins with a short pause again`() async throws {
    let third = FakeDaemon()
    let (_, task) = run(runner())
    first.end(.historyLost(beginAgain: { [second] in .watching(second) }))
    try await eventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(1))
    try await waitForStart(second)
    clock.advance(by: .seconds(61))
    second.end(.historyLost(beginAgain: { .watching(third) }))
    try await eventually { clock.sleeperCount == 1 }
    #expect(try #require(clock.nextWakeUp) <= .milliseconds(125))
    clock.advance(by: .seconds(1))
    third.end(.stopped)
    try await task.value
  }

  @Test func `switched off it says so, and watches when the settings change`() async throws {
    let reasons = Locked<[ReloadReason]>([])
    let runner = runner(
      .idle(makeSuccessor: { [second] reason in
        reasons.withLock { $0.append(reason) }
        return reason == .requested ? .watching(second) : nil
      }))
    let (_, task) = run(runner)
    try await eventually { service.messages == ["ready"] }
    #expect(service.statuses == ["Automatic scanning is off"])
    runner.reload(.settingsFile)
    try await eventually { reasons.withLock { $0 } == [.settingsFile] }
    #expect(!second.hasStarted.withLock { $0 })
    runner.reload(.requested)
    try await waitForStart(second)
    second.end(.stopped)
    try await task.value
  }

  @Test func `switched off it feeds the watchdog, also while a daemon is put together`() async throws {
    service.watchdogInterval = .seconds(30)
    let mayEnd = Locked(false)
    let runner = runner(
      .idle(makeSuccessor: { [second] _ in
        while !mayEnd.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
        return .watching(second)
      }))
    let (_, task) = run(runner)
    try await eventually { pings == 1 && clock.sleeperCount == 1 }
    clock.advance(by: .seconds(15))
    try await eventually { pings == 2 && clock.sleeperCount == 1 }
    runner.reload(.requested)
    try await eventually { pings == 3 && clock.sleeperCount == 2 }
    clock.advance(by: .seconds(15))
    try await eventually { pings == 4 }
    mayEnd.withLock { $0 = true }
    try await waitForStart(second)
    second.end(.stopped)
    try await task.value
    try await eventually { clock.sleeperCount == 0 }
  }

  @Test func `after a lost history it feeds the watchdog until there is another daemon`() async throws {
    service.watchdogInterval = .seconds(30)
    let mayEnd = Locked(false)
    let (_, task) = run(runner())
    first.end(
      .historyLost(beginAgain: { [second] in
        while !mayEnd.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
        return .watching(second)
      }))
    try await eventually { pings == 1 && clock.sleeperCount == 2 }
    clock.advance(by: .seconds(15))
    try await eventually { pings == 2 && clock.sleeperCount == 1 }
    clock.advance(by: .seconds(15))
    try await eventually { pings == 3 }
    mayEnd.withLock { $0 = true }
    try await waitForStart(second)
    second.end(.stopped)
    try await task.value
    try await eventually { clock.sleeperCount == 0 }
  }

  @Test func `switched off it can be stopped`() async throws {
    let (group, task) = run(runner(.idle(makeSuccessor: { _ in nil })))
    try await eventually { service.messages == ["ready"] }
    await group.triggerGracefulShutdown()
    try await task.value
    #expect(service.messages == ["ready", "stopping"])
  }

  @Test func `it can be stopped while it pauses`() async throws {
    let (group, task) = run(runner())
    first.end(.historyLost(beginAgain: { [second] in .watching(second) }))
    try await eventually { clock.sleeperCount == 1 }
    await group.triggerGracefulShutdown()
    _ = await task.result
    #expect(!second.hasStarted.withLock { $0 })
  }
}
