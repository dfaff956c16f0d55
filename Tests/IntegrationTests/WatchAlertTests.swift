import Glibc
import Notifications
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Alerts through a real D-Bus; only the program that draws them is a fake.
@Suite(.serialized) struct WatchAlertTests {
  let home = UserHome()
  let bus: TestBus
  let service: FakeNotificationService

  init() throws {
    bus = try TestBus()
    service = try FakeNotificationService(on: bus.address)
  }

  private func daemon() async throws -> DaemonRun {
    try await DaemonRun.ready(home, adding: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  @Test func `a scam raises one alert without its words, which goes with the screenshot`() async throws {
    let daemon = try await daemon()
    let path = home.add(TestData.scam, as: "scam.png")
    let report = try #require(try await daemon.reports(1).first)
    try await eventually { !service.notifications.isEmpty }
    let alert = try #require(service.notifications.first)
    #expect(alert.summary == "⚠ Likely Scam Detected - Stay Alert")
    #expect(alert.body == NotificationText.body(report.category))
    #expect(alert.hints["urgency"] == "y 2")
    #expect(alert.expireTimeout == 10_000)
    let text = try #require(report.text)
    for word in text.split(whereSeparator: \.isWhitespace) where word.count > 7 { #expect(!alert.body.contains(word)) }
    Files.unlink(path)
    try await eventually { !service.closed.isEmpty }
    #expect(service.closed == [1])
    try await daemon.stop()
    #expect(service.notifications.count == 1)
  }

  @Test func `innocent, broken and empty screenshots raise none`() async throws {
    let daemon = try await daemon()
    home.add(TestData.clean, as: "clean.png")
    home.add(TestData.noPicture, as: "broken.png")
    home.add(TestData.folder.appending("images/hostile/all-black.png"), as: "black.png")
    try await daemon.reports(3)
    try await daemon.stop()
    #expect(service.notifications.isEmpty)
  }

  @Test func `the same picture raises no second alert, under another name or after a restart`() async throws {
    let first = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await first.reports(1)
    try await eventually { !service.notifications.isEmpty }
    home.add(TestData.scam, as: "copy.png")
    #expect(try await first.reports(2).last?.riskLevel == .high)
    try await first.stop()
    let second = try await daemon()
    home.add(TestData.scam, as: "again.png")
    #expect(try await second.reports(1).first?.riskLevel == .high)
    try await second.stop()
    #expect(service.notifications.count == 1)
  }

  @Test func `an alert waits for a notification service and is shown once when there is one`() async throws {
    let later = try TestBus()
    let daemon = try await DaemonRun.ready(home, adding: ["DBUS_SESSION_BUS_ADDRESS": later.address])
    home.add(TestData.scam, as: "scam.png")
    try await daemon.reports(1)
    try await eventually { daemon.process.diagnostics.contains("no notification service is running") }
    let service = try FakeNotificationService(on: later.address)
    try await eventually { !service.notifications.isEmpty }
    home.add(TestData.scam, as: "copy.png")
    home.add(TestData.clean, as: "next.png")
    try await daemon.reports(3)
    try await daemon.stop()
    #expect(service.notifications.count == 1)
    #expect(service.notifications.first?.summary == "⚠ Likely Scam Detected - Stay Alert")
  }

  @Test func `an alert waits for the bus, and goes if its screenshot goes`() async throws {
    let later = try TestBus()
    later.stop()
    let daemon = try await DaemonRun.ready(home, adding: ["DBUS_SESSION_BUS_ADDRESS": later.address])
    Files.write(home.screenshots.appending("gone.png"), Files.contents(TestData.scam) + [1])
    let stays = home.add(TestData.scam, as: "stays.png")
    try await daemon.reports(2)
    Files.unlink(home.screenshots.appending("gone.png"))
    try later.start()
    let service = try FakeNotificationService(on: later.address)
    try await eventually(within: .seconds(60)) { !service.notifications.isEmpty }
    Files.unlink(stays)
    try await eventually { !service.closed.isEmpty }
    try await daemon.stop()
    #expect(service.notifications.count == 1)
  }

  @Test func `a failure waits for the bus, is shown once, and goes when it is over`() async throws {
    let later = try TestBus()
    later.stop()
    let folder = home.folder("Later")
    let daemon = try await DaemonRun.ready(home, folder: folder, adding: ["DBUS_SESSION_BUS_ADDRESS": later.address])
    try await eventually { daemon.process.diagnostics.contains("No Screenshots Folder") }
    try later.start()
    let service = try FakeNotificationService(on: later.address)
    try await eventually(within: .seconds(60)) { !service.notifications.isEmpty }
    #expect(service.notifications.first?.summary == "No Screenshots Folder")
    Files.makeFolder(folder)
    try await eventually { service.closed == [1] }
    try await daemon.stop()
    #expect(service.notifications.count == 1)
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "root may read everything, so the daemon must be somebody else"))
  func `a screenshot that may not be read is told until that is acknowledged, one for many`() async throws {
    for path in [home.folder.path, home.folder("runtime"), home.screenshots] { Files.setMode(path, 0o777) }
    unsafe chown(home.folder("runtime").string, 65534, 65534)
    for index in 0..<3 { Files.setMode(home.add(TestData.clean, as: "private-\(index).png"), 0) }
    let daemon = try BuiltProgram.path("ocr-scand").string
    let run = try ProgramRun(
      "/usr/bin/setpriv",
      [
        "--reuid", "65534", "--regid", "65534", "--clear-groups", daemon, "--json", "--directory",
        home.screenshots.string,
      ]
      .map { Array($0.utf8) },
      environment: home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
    try await eventually(within: .seconds(60)) { run.output.components(of: "\n") == 3 }
    try await eventually { !service.notifications.isEmpty }
    run.send(SIGTERM)
    #expect(try await run.ended().status == 0)
    #expect(service.notifications.map(\.summary) == ["Screenshots Access Required"])
    // It stays until the user acknowledges it.
    #expect(service.notifications[0].expireTimeout == 0)
  }

  @Test func `a service that never answers holds nothing up`() async throws {
    let silentBus = try TestBus()
    let silent = try FakeNotificationService(on: silentBus.address, behavior: .isSilent)
    let daemon = try await DaemonRun.ready(home, adding: ["DBUS_SESSION_BUS_ADDRESS": silentBus.address])
    for index in 0..<4 {
      Files.write(home.screenshots.appending("\(index).png"), Files.contents(TestData.scam) + [UInt8(index)])
    }
    try await daemon.reports(4)
    #expect(try await daemon.stop().status == 0)
    #expect(try await home.scan("history", "export").reports.count == 4)
    withExtendedLifetime(silent) {}
  }

  @Test func `the user may want to hear of high risks alone, or with a sound`() async throws {
    home.configure("alert_level: high\nalert_duration: 3\n")
    let daemon = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await daemon.reports(1)
    try await eventually { !service.notifications.isEmpty }
    #expect(service.notifications.first?.expireTimeout == 3_000)
    try await daemon.stop()
  }
}

/// The time from saving a screenshot to its alert.
@Suite(.serialized) struct AlertDelayTimingTests {
  @Test func `a full screenshot raises its alert within a second and a half`() async throws {
    let home = UserHome()
    let bus = try TestBus()
    let service = try FakeNotificationService(on: bus.address)
    let daemon = try await DaemonRun.ready(home, adding: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    let picture = Files.contents(TestData.folder.appending("images/scam/credential-mail-desktop.png"))
    var delays: [Duration] = []
    for index in 1...4 {
      // A byte after the picture makes a different file with the same text.
      Files.write(home.screenshots.appending("\(index).png"), picture + [UInt8(index)])
      let closed = ContinuousClock.now
      try await eventually(within: .seconds(30)) { service.notifications.count == index }
      delays.append(ContinuousClock.now - closed)
      try await daemon.reports(index)
      // Leaves time to start the spare worker.
      try await Task.sleep(for: .seconds(1))
    }
    try await daemon.stop()
    print("From saving to the alert: \(delays)")
    #expect(try #require(delays.dropFirst().max()) < .milliseconds(1_400 + SchedulingLatency.timingSlack))
  }
}
