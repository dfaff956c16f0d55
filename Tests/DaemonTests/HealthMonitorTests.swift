import History
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

@DaemonActor struct HealthMonitorTests {
  private let clock = TestClock<ContinuousClock>(.now)
  private let outlets = HealthRecorder()
  private let health: HealthMonitor

  init() { health = outlets.monitor(clock) }

  @Test func `a trouble is told once as long as it lasts`() {
    health.note(\.history, ScanFailure(.saveFailed))
    health.note(\.history, ScanFailure(.saveFailed))
    #expect(outlets.reported == [.saveFailed])
    #expect(outlets.notified == [.saveFailed])
    health.clear(\.history)
    health.note(\.history, ScanFailure(.saveFailed))
    #expect(outlets.reported == [.saveFailed, .saveFailed])
  }

  @Test func `a folder without an answer is told of once, until it answers`() {
    for folders in [["/a"], ["/a", "/b"], ["/b"], []] as [Set<FilePath>] {
      health.noteSilent(folders)
      health.noteSilent(folders)
      health.updateStatus(folderCount: 2, waiting: 0)
    }
    #expect(outlets.reported == [.permissionDenied, .permissionDenied])
    #expect(
      outlets.shown.map(\.text.english) == [
        "/a cannot be read: its disk or server does not answer.",
        "/b cannot be read: its disk or server does not answer.", "Watching 2 folders",
      ])
    #expect(outlets.resolved == [[.permissionDenied]])
  }

  @Test func `the status line tells the worst, and only when it changes`() {
    health.updateStatus(folderCount: 2, waiting: 0)
    health.updateStatus(folderCount: 2, waiting: 0)
    #expect(outlets.shown.map(\.text) == ["Watching 2 folders"])
    health.note(\.watching, ScanFailure(.watchLimitReached))
    health.note(\.reading, ScanFailure(.workerUnavailable))
    health.updateStatus(folderCount: 2, waiting: 1)
    #expect(outlets.shown.last?.text.english.hasPrefix("Text recognition does not work; 1 screenshot waits.") == true)
    #expect(outlets.shown.last?.isTrouble == true)
    #expect(outlets.service.statuses == outlets.shown.map(\.text.english))
  }

  @Test func `what is over is taken off the desktop, unless another trouble has the same code`() {
    health.note(\.folders["/a"], ScanFailure(.folderNotFound, subject: "/a"))
    health.note(\.folders["/b"], ScanFailure(.folderNotFound, subject: "/b"))
    health.updateStatus(folderCount: 2, waiting: 0)
    health.clear(\.folders["/a"])
    health.updateStatus(folderCount: 2, waiting: 0)
    #expect(outlets.resolved.isEmpty)
    health.clear(\.folders["/b"])
    health.updateStatus(folderCount: 2, waiting: 0)
    #expect(outlets.resolved == [[.folderNotFound]])
  }

  @Test func `notifications that do not work are reported, not shown`() {
    health.noteNotifications(ScanFailure(.notificationUnavailable))
    #expect(outlets.reported == [.notificationUnavailable])
    #expect(outlets.notified.isEmpty)
    health.updateStatus(folderCount: 1, waiting: 0)
    health.noteNotifications(nil)
    health.updateStatus(folderCount: 1, waiting: 0)
    #expect(outlets.shown.map(\.isTrouble) == [true, false])
  }

  @Test(arguments: [HistoryFailure.Code.corrupt, .unavailable])
  func `a history that is damaged or gone is lost`(_ code: HistoryFailure.Code) {
    health.note(HistoryFailure(code))
    #expect(outlets.losses == 1)
  }

  @Test func `a history that cannot be written is tried again`() {
    health.note(HistoryFailure(.save))
    #expect(outlets.losses == 0)
    #expect(health.historyRetry.nextTry != nil)
    #expect(outlets.reported == [.saveFailed])
  }

  @Test func `the watchdog pings at half of its time, and not without one`() async throws {
    let pings = Locked(0)
    #expect(health.serviceManager.startWatchdog(clock.source) { pings.withLock { $0 += 1 } } == nil)
    outlets.service.watchdogInterval = .seconds(30)
    let watchdog = try #require(health.serviceManager.startWatchdog(clock.source) { pings.withLock { $0 += 1 } })
    try await eventually { @Sendable in clock.nextWakeUp == .seconds(15) }
    #expect(pings.withLock { $0 } == 1)
    clock.advance(by: .seconds(15))
    try await eventually { @Sendable in pings.withLock { $0 } == 2 }
    watchdog.cancel()
    try await eventually { @Sendable in clock.sleeperCount == 0 }
  }

  @Test func `memory is released three seconds after the last activity, once`() {
    #expect(!health.noteRest())
    #expect(health.idleMemory.nextRelease == nil)
    health.idleMemory.noteActivity()
    #expect(!health.noteRest())
    #expect(health.idleMemory.nextRelease == clock.now + .seconds(3))
    clock.advance(by: .seconds(2))
    health.idleMemory.noteActivity()
    #expect(!health.noteRest())
    clock.advance(by: .seconds(2))
    #expect(!health.noteRest())
    clock.advance(by: .seconds(1))
    #expect(health.noteRest())
    #expect(outlets.releases == 1)
    #expect(!health.noteRest())
    #expect(health.idleMemory.nextRelease == nil)
  }

  @Test func `while anything waits memory is kept`() {
    health.idleMemory.noteActivity()
    _ = health.noteRest()
    health.idleMemory.notePending()
    #expect(health.idleMemory.nextRelease == nil)
    clock.advance(by: .seconds(60))
    #expect(!health.noteRest())
    #expect(outlets.releases == 0)
  }
}
