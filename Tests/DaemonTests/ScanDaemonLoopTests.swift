import EventLog
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

/// From an event to an outcome: the loop with its real parts, a real history and real files; workers, folders, desktop
/// and clock are the test's.
struct ScanDaemonLoopTests {
  private let fixture: DaemonFixture
  private var stages: FakeStages { fixture.stages }

  init() throws { fixture = try DaemonFixture() }

  @Test func `what a folder holds at the start is scanned`() async throws {
    fixture.add("a.png")
    try await fixture.run { try await fixture.reports(1) }
    #expect(stages.scanned == ["a.png"])
    #expect(try await fixture.pendingCount() == 0)
  }

  @Test func `an announced file is scanned once, a second copy of its picture not at all`() async throws {
    try await fixture.run {
      fixture.announce("a.png", "same")
      try await fixture.reports(1)
      fixture.announce("b.png", "same")
      try await fixture.reports(2)
      fixture.announce("a.png", "same")
      fixture.announce("c.png", "other")
      try await fixture.reports(3)
    }
    #expect(stages.scanned == ["a.png", "c.png"])
    #expect(fixture.reportedNames == ["a.png", "b.png", "c.png"])
  }

  @Test func `one screenshot is scanned at a time, the others wait in the history`() async throws {
    stages.hold()
    try await fixture.run {
      fixture.announce("a.png", "1")
      try await eventually { stages.scanned == ["a.png"] }
      fixture.announce("b.png", "2")
      try await eventually { try await fixture.pendingCount() == 2 }
      #expect(stages.scanned.count == 1)
      stages.release()
      try await fixture.reports(2)
    }
    #expect(stages.scanned == ["a.png", "b.png"])
  }

  @Test func `a file that is gone neither waits nor keeps its notification`() async throws {
    stages.setRisk("a.png", .high)
    stages.hold()
    try await fixture.run {
      stages.release()
      let path = fixture.announce("a.png")
      try await eventually { fixture.presenter.shown.count == 1 }
      Files.unlink(path)
      fixture.watcher.send(.removed(path))
      try await eventually { fixture.presenter.closed == [1] }
    }
  }

  @Test func `a name that appears warms workers up, unless none works`() async throws {
    try await fixture.run {
      fixture.watcher.send(.arrived(fixture.shots.appending("soon.png"), .created))
      try await eventually { stages.warmUps == 1 }
    }
  }

  @Test func `more files than are followed lead to one listing`() async throws {
    try await fixture.run {
      // These files do not exist yet, so they are still followed when the last one arrives.
      for index in 0..<4096 {
        await fixture.queue.noteArrival(fixture.shots.appending("f\(index).png"), hint: .created)
      }
      fixture.add("late.png")
      fixture.watcher.send(.arrived(fixture.shots.appending("late.png"), .created))
      try await fixture.reports(1)
    }
    #expect(stages.scanned == ["late.png"])
    #expect(await fixture.queue.takeLostArrivals() == false)
    EventLog.finish(within: .seconds(60))
    let events = String(decoding: Files.contents(fixture.folder("state").appending("events.jsonl")), as: UTF8.self)
    #expect(events.split(separator: "\n").count { $0.contains("\"overflow\"") } == 1)
  }

  @Test func `while something waits the folders are listed every minute`() async throws {
    stages.hold()
    try await fixture.run {
      fixture.announce("a.png")
      try await eventually { stages.scanned == ["a.png"] }
      try await eventually { fixture.clock.nextWakeUp == .seconds(60) }
      fixture.add("unannounced.png", "2")
      fixture.clock.advance(by: .seconds(60))
      try await eventually { fixture.watcher.verificationCount == 1 }
      stages.release()
      try await fixture.reports(2)
    }
  }

  @Test func `at rest memory is released once, and no timer is left`() async throws {
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.reports(1)
      try await eventually { fixture.clock.nextWakeUp == .seconds(3) }
      fixture.clock.advance(by: .seconds(3))
      try await eventually { fixture.recorder.releases == 1 }
      try await eventually { fixture.clock.sleeperCount == 0 }
    }
  }

  @Test func `troubles with folders and watches are told, and that they are over`() async throws {
    try await fixture.run {
      fixture.watcher.send(.folderMissing(fixture.shots))
      fixture.watcher.send(.watchLimitReached(SystemError("inotify_add_watch", errno: 28)))
      try await eventually { fixture.recorder.reported == [.folderNotFound, .watchLimitReached] }
      fixture.watcher.send(.rescanNeeded(folder: fixture.shots, reason: .folderAppeared))
      fixture.watcher.send(.watchLimitLifted)
      try await eventually { fixture.recorder.shown.last?.isTrouble == false }
    }
    #expect(fixture.recorder.resolved == [[.folderNotFound], [.watchLimitReached]])
  }
}
