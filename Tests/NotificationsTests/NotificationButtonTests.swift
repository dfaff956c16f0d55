import ScanModel
import TestSupport
import Testing

@testable import Notifications

/// Buttons on alerts, with a real message bus; only the program that draws them is a fake.
struct NotificationButtonTests {
  let bus: TestBus
  let alerter: DesktopNotifier

  init() throws {
    bus = try TestBus()
    alerter = try DesktopNotifier(busAddress: bus.address)
  }

  private func service(_ capabilities: [String] = ["body", "actions"]) throws -> FakeNotificationService {
    try FakeNotificationService(on: bus.address, capabilities: capabilities)
  }

  private static func alert(_ level: RiskLevel = .high) throws -> DesktopNotification {
    try #require(
      DesktopNotification(
        level: level, category: .delivery, duration: .seconds(10), actions: [.details, .notScam, .dismiss]))
  }

  @Test func `buttons are offered only to services that have them`() async throws {
    let first = try service()
    try await alerter.show(Self.alert())
    #expect(first.notifications.first?.labels == ["Details", "Not a scam", "Dismiss"])
    #expect(first.notifications.first?.actions.first == "default")
    try first.stop()
    let second = try service(["body"])
    try await alerter.show(Self.alert())
    #expect(second.notifications.first?.actions == [])
  }

  @Test func `a failure offers the ways out that the desktop can open`() async throws {
    let service = try service()
    let failure = FailureCatalog.describe(ScanFailure(.folderNotFound))
    try await alerter.show(DesktopNotification(failure: failure, duration: .seconds(10)))
    #expect(service.notifications.first?.labels == ["Open settings", "Choose a screenshot", "Dismiss"])
    #expect(service.notifications.first?.expireTimeout == 0)
  }

  @Test(arguments: [("Details", NotificationButton.details), ("Not a scam", .notScam), ("Dismiss", .dismiss)])
  func `a click arrives and takes the alert away`(label: String, action: NotificationButton) async throws {
    let service = try service()
    let shown = try await alerter.show(Self.alert())
    service.click(try #require(service.notifications.first?.key(label)), on: service.ids[0])
    var events = alerter.events.makeAsyncIterator()
    #expect(await events.next() == .clicked(NotificationClick(notification: shown, action: action)))
    try poll(until: { service.closed == [1] })
    // The ID is no longer valid.
    try await alerter.show(Self.alert())
    #expect(service.notifications.last?.replacedID == 0)
  }

  @Test func `a click beside the buttons asks for details`() async throws {
    let service = try service()
    let shown = try await alerter.show(Self.alert())
    service.click("default", on: service.ids[0])
    var events = alerter.events.makeAsyncIterator()
    #expect(await events.next() == .clicked(NotificationClick(notification: shown, action: .details)))
  }

  @Test func `a click on an alert that was replaced just then means that one`() async throws {
    let service = try service()
    let first = try await alerter.show(Self.alert(.medium))
    let key = try #require(service.notifications.first?.key("Not a scam"))
    try await alerter.show(Self.alert(.high))
    service.click(key, on: service.ids[1])
    var events = alerter.events.makeAsyncIterator()
    #expect(await events.next() == .clicked(NotificationClick(notification: first, action: .notScam)))
    #expect(service.closed == [])
  }

  @Test func `clicks that nobody can have made are passed over`() async throws {
    let service = try service()
    let stranger = try FakeNotificationService(on: bus.address, asHeir: true)
    let shown = try await alerter.show(Self.alert())
    let key = try #require(service.notifications.first?.key("Details"))
    stranger.click(key, on: shown.id)
    try poll(until: { stranger.hasToldAll })
    for nonsense in ["not-scam.99", "not-scam", "", "reboot.1", "not-scam.1.1", "not-scam.-1"] {
      service.click(nonsense, on: shown.id)
    }
    service.click(key, on: 77)
    service.click(try #require(service.notifications.first?.key("Dismiss")), on: shown.id)
    var events = alerter.events.makeAsyncIterator()
    #expect(await events.next() == .clicked(NotificationClick(notification: shown, action: .dismiss)))
  }

  @Test func `what has left the screen is not replaced by the next alert`() async throws {
    let service = try service()
    try await alerter.show(Self.alert())
    service.close(service.ids[0])
    try poll(until: { service.hasToldAll })
    // The bus preserves order, so the answer to this call comes after the signal.
    _ = try await alerter.probe()
    try await alerter.show(Self.alert())
    #expect(service.notifications.map(\.replacedID) == [0, 0])
  }

  @Test func `a locked screen shows no risk, and failures still wait to be acknowledged`() async throws {
    let service = try service()
    try await alerter.show(
      DesktopNotification(failure: FailureCatalog.describe(ScanFailure(.corruptData)), duration: .seconds(1)))
    let shown = try await alerter.show(Self.alert())
    try await alerter.show(DesktopNotification(title: "Done", body: "It is done.", duration: .seconds(10)))
    service.lockScreen()
    try poll(until: { service.closed.count == 2 })
    #expect(service.closed == [shown.id, service.ids[2]])
  }
}
