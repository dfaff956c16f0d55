import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Every alert is shown, and shown once, however the watcher ends before that, and whatever the disk does.
@Suite(.serialized) struct WatchAlertRestartTests {
  let home = UserHome()
  let bus: TestBus

  init() throws { bus = try TestBus() }

  private func daemon() async throws -> DaemonRun {
    try await DaemonRun.ready(home, adding: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  private func waits(_ daemon: DaemonRun) async throws {
    try await daemon.reports(1)
    try await eventually { daemon.process.diagnostics.contains("Couldn't Show An Alert") }
    try await eventually { try await home.scan("history", "export").reports.count == 1 }
  }

  /// How many alerts it was asked to show; not what is told of the history.
  private func alerts(of service: FakeNotificationService) -> Int {
    service.notifications.count { $0.summary == "⚠ Likely Scam Detected - Stay Alert" }
  }

  private func isMarked() async throws -> Bool {
    try await home.history("SELECT count(*) FROM entry WHERE alerted = 1") == "1"
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `an alert that waits for a service when the watcher ends is shown by the next one`(signal: Int32) async throws {
    let first = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await waits(first)
    if signal == SIGTERM { #expect(try await first.stop().status == 0) } else { try await first.kill() }
    let service = try FakeNotificationService(on: bus.address)
    let second = try await daemon()
    try await eventually { alerts(of: service) == 1 }
    try await eventually { try await isMarked() }
    try await second.stop()
    let third = try await daemon()
    home.add(TestData.scam, as: "copy.png")
    #expect(try await third.reports(1).first?.riskLevel == .high)
    try await third.stop()
    #expect(alerts(of: service) == 1)
  }

  @Test func `an alert that a service does not answer is shown by the next watcher on another`() async throws {
    let silent = try FakeNotificationService(on: bus.address, behavior: .isSilent)
    let first = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await waits(first)
    #expect(try await first.stop().status == 0)
    try silent.stop()
    let service = try FakeNotificationService(on: bus.address)
    let second = try await daemon()
    try await eventually { alerts(of: service) == 1 }
    try await eventually { try await isMarked() }
    try await second.stop()
    #expect(alerts(of: service) == 1)
  }

  @Test func `an alert that waits goes with its screenshot while no watcher runs`() async throws {
    let first = try await daemon()
    let path = home.add(TestData.scam, as: "scam.png")
    try await waits(first)
    try await first.stop()
    Files.unlink(path)
    let service = try FakeNotificationService(on: bus.address)
    let second = try await daemon()
    try await eventually { try await home.history("SELECT count(*) FROM owed_alert") == "0" }
    try await second.stop()
    #expect(service.notifications.isEmpty)
  }

  @Test func `an alert that waits when the settings change is shown once and noted by the daemon that follows`()
    async throws
  {
    home.configure("alert_duration: 5\n")
    let daemon = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await waits(daemon)
    home.configure("alert_duration: 3\n")
    try await eventually(within: .seconds(60)) {
      daemon.process.diagnostics.components(of: "\nReady.\n") == 2
    }
    let service = try FakeNotificationService(on: bus.address)
    try await eventually { alerts(of: service) == 1 }
    try await eventually { try await isMarked() }
    try await daemon.stop()
    #expect(alerts(of: service) == 1)
  }

  /// As on a full disk: outcomes can be stored, but not that an alert was shown.
  private func refuseMarks() async throws {
    _ = try await home.history(
      "CREATE TRIGGER full BEFORE UPDATE OF alerted ON entry BEGIN SELECT RAISE(FAIL, 'full'); END")
  }

  /// A watcher whose alert is on the screen, which the history cannot note.
  private func watcherWithoutMark(_ service: FakeNotificationService) async throws -> DaemonRun {
    let watcher = try await daemon()
    try await refuseMarks()
    home.add(TestData.scam, as: "scam.png")
    try await watcher.reports(1)
    try await eventually { alerts(of: service) == 1 }
    return watcher
  }

  @Test func `an alert whose mark cannot be written is shown once, and marked when it can be`() async throws {
    let service = try FakeNotificationService(on: bus.address)
    let first = try await watcherWithoutMark(service)
    try await eventually { first.process.diagnostics.contains("Couldn't Save History") }
    _ = try await home.history("DROP TRIGGER full")
    try await eventually(within: .seconds(60)) { try await isMarked() }
    try await first.stop()
    #expect(home.read(home.runtimeFolder.appending("shown-alerts")).isEmpty)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `an alert whose mark was never written is not shown again by the next watcher`(signal: Int32) async throws {
    let service = try FakeNotificationService(on: bus.address)
    let first = try await watcherWithoutMark(service)
    home.add(TestData.scam, as: "copy.png")
    try await first.reports(2)
    if signal == SIGTERM { #expect(try await first.stop().status == 0) } else { try await first.kill() }
    _ = try await home.history("DROP TRIGGER full")
    let second = try await daemon()
    home.add(TestData.scam, as: "again.png")
    #expect(try await second.reports(1).first?.riskLevel == .high)
    try await second.stop()
    #expect(alerts(of: service) == 1)
    #expect(try await home.history("SELECT count(*) FROM entry WHERE alerted = 1") != "0")
  }

  @Test func `an alert whose outcome could not be stored at all is not shown again by the next watcher`() async throws {
    let service = try FakeNotificationService(on: bus.address)
    let first = try await daemon()
    _ = try await home.history(
      "CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(FAIL, 'full'); END")
    home.add(TestData.scam, as: "scam.png")
    try await first.reports(1)
    try await eventually { alerts(of: service) == 1 }
    try await first.stop()
    _ = try await home.history("DROP TRIGGER full")
    let second = try await daemon()
    #expect(try await second.reports(1).first?.riskLevel == .high)
    try await second.stop()
    #expect(alerts(of: service) == 1)
  }
}
