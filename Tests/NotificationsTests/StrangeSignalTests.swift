import TestSupport
import Testing

@testable import Notifications

/// Any program of the user may send signals on the bus.
struct StrangeSignalTests {
  private static let screenSavers = [
    "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.cinnamon.ScreenSaver", "org.mate.ScreenSaver",
    "org.xfce.ScreenSaver",
  ]

  let bus: TestBus
  let service: FakeNotificationService
  let alerter: DesktopNotifier

  init() throws {
    bus = try TestBus()
    service = try FakeNotificationService(on: bus.address)
    alerter = try DesktopNotifier(busAddress: bus.address)
  }

  /// Returns when the signals sent so far were handled: the bus preserves order, and they are handled between calls.
  private func settle() async throws {
    for _ in 0..<2 { _ = try await alerter.probe() }
  }

  @Test func `only the lock screen says that the screen is locked`() async throws {
    try await alerter.show(DesktopNotifierTests.alert())
    for name in Self.screenSavers {
      try BusStranger(on: bus.address).send(name, "ActiveChanged", .truth(true))
    }
    try await settle()
    #expect(service.closed == [])
    service.lockScreen()
    try poll(until: { service.closed == service.ids })
  }

  @Test func `a signal that cannot be read changes nothing`() async throws {
    try await alerter.show(DesktopNotifierTests.alert())
    for name in Self.screenSavers {
      try BusStranger(on: bus.address).send(name, "ActiveChanged", .text("yes"))
    }
    service.sayNonsense()
    try poll(until: { service.hasToldAll })
    try await settle()
    try await alerter.show(DesktopNotifierTests.alert())
    #expect(service.notifications.map(\.replacedID) == [0, service.ids[0]])
  }

  @Test func `a flood of signals does not keep an alert from being shown`() throws {
    var client = NotificationClient(address: bus.address)
    _ = try client.show(DesktopNotifierTests.alert())
    for _ in 0..<500 {
      try BusStranger(on: bus.address).send(Self.screenSavers[0], "ActiveChanged", .truth(true))
    }
    var updates = client.receiveEvents()
    #expect(updates.hasMore, "it reads all of them first")
    _ = try client.show(DesktopNotifierTests.alert())
    #expect(service.notifications.count == 2)
    while updates.hasMore { updates = client.receiveEvents() }
    #expect(service.closed == [])
  }
}
