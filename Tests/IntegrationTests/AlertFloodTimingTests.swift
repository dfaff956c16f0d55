import SystemPackage
import TestSupport
import Testing

/// Many alerts within a short time. How many are shown singly depends on the speed of scans, so nothing else runs
/// meanwhile.
@Suite(.serialized) struct AlertFloodTimingTests {
  let home = UserHome()
  let bus: TestBus
  let service: FakeNotificationService

  init() throws {
    bus = try TestBus()
    service = try FakeNotificationService(on: bus.address)
  }

  @Test func `many scams at once raise few alerts`() async throws {
    let daemon = try await DaemonRun.ready(home, adding: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    for index in 0..<12 {
      Files.write(home.folder("\(index).png"), Files.contents(TestData.scam) + [UInt8(index)])
    }
    for index in 0..<12 { Files.rename(home.folder("\(index).png"), home.screenshots.appending("\(index).png")) }
    try await daemon.reports(12)
    try await eventually(within: .seconds(30)) {
      try await home.shell("grep -c '\"alert_shown\"' state/ocr-scan/events.jsonl").output == "12\n"
    }
    try await daemon.stop()
    #expect(service.notifications.count < 12)
  }
}
