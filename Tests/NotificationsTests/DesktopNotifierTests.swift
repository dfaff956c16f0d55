import Notifications
import ScanModel
import TestSupport
import Testing

/// With a real message bus; only the program that would draw the notification is a fake.
struct DesktopNotifierTests {
  let bus: TestBus
  let alerter: DesktopNotifier

  init() throws {
    bus = try TestBus()
    alerter = try DesktopNotifier(busAddress: bus.address)
  }

  static func alert(
    _ level: RiskLevel = .high, _ category: RiskCategory = .delivery, sound: Bool = false
  ) throws -> DesktopNotification {
    try #require(DesktopNotification(level: level, category: category, duration: .seconds(10), playsSound: sound))
  }

  @Test func `a high risk is sent with exactly these words and hints`() async throws {
    let service = try FakeNotificationService(on: bus.address)
    try await alerter.show(Self.alert(.high, .giftCard))
    #expect(
      service.notifications == [
        .init(
          application: "ocr-scan", replacedID: 0, icon: "security-low",
          summary: "⚠ Likely Scam Detected - Stay Alert", body: NotificationText.body(.giftCard), actions: [],
          hints: ["urgency": "y 2", "desktop-entry": "s ocr-scan", "transient": "b 0"], expireTimeout: 10_000)
      ])
  }

  @Test func `a medium risk is sent with normal urgency`() async throws {
    let service = try FakeNotificationService(on: bus.address)
    try await alerter.show(Self.alert(.medium))
    let sent = try #require(service.notifications.first)
    #expect(sent.summary == "⚠ Possible Scam - Be Cautious")
    #expect(sent.hints["urgency"] == "y 1")
    #expect(sent.icon == "security-medium")
  }

  @Test func `a new alert replaces the old one and capabilities are asked once`() async throws {
    let service = try FakeNotificationService(on: bus.address, firstID: 41)
    let first = try await alerter.show(Self.alert(.medium))
    let second = try await alerter.show(Self.alert(.high))
    #expect(service.notifications.map(\.replacedID) == [0, 41])
    #expect(first.id == 41)
    #expect(second.id == 41)
    #expect(first != second)
    #expect(service.capabilityQuestions == 1)
  }

  @Test func `a failure neither replaces a risk nor expires before it is acknowledged`() async throws {
    let service = try FakeNotificationService(on: bus.address)
    try await alerter.show(Self.alert())
    let grave = FailureCatalog.describe(ScanFailure(.corruptData))
    let passing = FailureCatalog.describe(ScanFailure(.timedOut))
    try await alerter.show(DesktopNotification(failure: grave, duration: .seconds(10)))
    try await alerter.show(DesktopNotification(failure: passing, duration: .seconds(10)))
    let sent = service.notifications.dropFirst()
    #expect(sent.map(\.replacedID) == [0, 2])
    #expect(sent.map(\.expireTimeout) == [0, 10_000])
    #expect(sent.map(\.hints["urgency"]) == ["y 2", "y 1"])
    #expect(sent.first?.summary == "History Is Damaged")
  }

  @Test func `a sound is asked for only where it is wanted and possible`() async throws {
    let service = try FakeNotificationService(on: bus.address, capabilities: ["body", "sound"])
    try await alerter.show(Self.alert(.high, sound: true))
    try await alerter.show(Self.alert(.medium, sound: true))
    try await alerter.show(Self.alert(sound: false))
    #expect(
      service.notifications.map(\.hints["sound-name"]) == ["s dialog-warning", "s dialog-information", nil])
    #expect(service.notifications.map(\.hints["suppress-sound"]) == [nil, nil, "b 1"])
    try service.stop()
    let mute = try FakeNotificationService(on: bus.address, capabilities: ["body"])
    try await alerter.show(Self.alert(sound: true))
    #expect(mute.notifications.map(\.hints["sound-name"]) == [nil])
  }

  @Test(arguments: [
    (["body", "body-markup"], "&lt;b&gt; &amp; &lt;a href=\"x\"&gt;.png"),
    (["body"], "<b> & <a href=\"x\">.png"),
  ])
  func `markup in a file name is never markup on the screen`(capabilities: [String], shown: String) async throws {
    let service = try FakeNotificationService(on: bus.address, capabilities: capabilities)
    let failure = ScanFailure(.notFound, subject: "<b> & <a href=\"x\">.png")
    try await alerter.show(DesktopNotification(failure: FailureCatalog.describe(failure), duration: .seconds(10)))
    let body = try #require(service.notifications.first?.body)
    #expect(body.hasPrefix(shown), "\(body)")
  }

  @Test func `a hostile file name of a megabyte is cut and what to do stays`() async throws {
    let service = try FakeNotificationService(on: bus.address)
    let name = "\u{1B}[2J\u{0}\u{202E}" + String(repeating: "x", count: 1_000_000)
    let failure = FailureCatalog.describe(ScanFailure(.notFound, subject: "\(name)"))
    try await alerter.show(DesktopNotification(failure: failure, duration: .seconds(10)))
    let body = try #require(service.notifications.first?.body)
    #expect(body.hasPrefix("\\u{1B}[2J\\u{0}\\u{202E}xxx"))
    #expect(body.hasSuffix("x… \(failure.recoverySuggestion)"))
    #expect(body.count == 300)
  }

  @Test func `closing withdraws the alert on screen, once`() async throws {
    let service = try FakeNotificationService(on: bus.address, firstID: 5)
    let shown = try await alerter.show(Self.alert())
    await alerter.close(shown)
    await alerter.close(shown)
    #expect(service.closed == [5])
  }

  @Test func `closing an alert that was replaced leaves its successor alone`() async throws {
    let service = try FakeNotificationService(on: bus.address)
    let first = try await alerter.show(Self.alert())
    let second = try await alerter.show(Self.alert())
    await alerter.close(first)
    #expect(service.closed == [])
    await alerter.close(second)
    #expect(service.closed == [1])
  }

  @Test func `the service tells who it is`() async throws {
    let service = try FakeNotificationService(on: bus.address, capabilities: ["sound", "body"])
    let server = try await alerter.probe()
    #expect(server.name == "Fake")
    #expect(server.capabilities == ["body", "sound"])
    #expect(service.notifications.isEmpty)
  }
}
