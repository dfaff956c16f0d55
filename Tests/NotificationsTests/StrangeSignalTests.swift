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

  @Test(arguments: [false, true]) func `a name that was free is no lock screen's, unless the bus starts one for it`(
    isStarted: Bool
  ) async throws {
    let name = Self.screenSavers[4]
    let bus = try TestBus(starting: isStarted ? [name] : [])
    let service = try FakeNotificationService(on: bus.address)
    let alerter = try DesktopNotifier(busAddress: bus.address)
    try await alerter.show(DesktopNotifierTests.alert())
    try BusStranger(on: bus.address).send(name, "ActiveChanged", .truth(true), taking: name)
    for _ in 0..<2 { _ = try await alerter.probe() }
    #expect(service.closed == (isStarted ? service.ids : []))
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

  /// A connection that strangers know as `org.example.Target`, and that hears of a locked screen.
  private func target(_ deadline: Deadline) throws -> BusConnection {
    let connection = try BusConnection(address: bus.address, deadline: deadline)
    for rule in try ScreenLock.matchRules(on: connection, deadline) { try connection.ask("AddMatch", rule, deadline) }
    _ = try connection.call(
      "RequestName", of: BusConnection.itself, deadline, [.string("org.example.Target"), .uint32(0)])
    return connection
  }

  @Test func `more signals than sd-bus would keep neither fail a call nor push out what counts`() throws {
    let deadline = Deadline.now + .seconds(60)
    let connection = try target(deadline)
    service.lockScreen()
    try poll(until: { service.hasToldAll })
    try BusStranger(on: bus.address).flood("org.example.Target", Self.screenSavers[0], "ActiveChanged", count: 70_000)
    try connection.ask("NameHasOwner", "org.example.Target", deadline)
    var kept: [Bool] = []
    while case .message(let message) = try connection.next() { kept.append(try ScreenLock.isReported(by: message)) }
    // The names of the connection itself, which the bus tells it, were taken before.
    #expect(kept.filter { $0 }.count == 1 && kept.count <= BusConnection.maximumAside)
  }

  @Test func `calls that sd-bus answers itself end a turn as well`() throws {
    var client = NotificationClient(address: bus.address)
    _ = try client.show(DesktopNotifierTests.alert())
    for number in 0..<20 {
      try BusStranger(on: bus.address).flood(
        ":1.\(number)", "org.freedesktop.DBus.Peer", "Ping", asCalls: true, count: 200)
    }
    #expect(client.receiveEvents().hasMore)
  }
}
