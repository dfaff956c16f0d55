import ScanModel
import TestSupport
import Testing

@testable import Notifications

/// The bus or the notification service is missing, silent or restarted.
struct DesktopAlerterFailureTests {
  let bus: TestBus
  let alerter: DesktopNotifier

  init() throws {
    bus = try TestBus()
    alerter = try DesktopNotifier(busAddress: bus.address)
  }

  static func failure(of alerter: DesktopNotifier) async -> NotificationFailure? {
    do {
      try await alerter.show(DesktopNotifierTests.alert())
      return nil
    } catch {
      return error as? NotificationFailure
    }
  }

  @Test(arguments: [nil, "unix:path=/nonexistent/bus", "nonsense", ""])
  func `without a bus the alert fails and nothing else`(address: String?) async throws {
    let alerter = try DesktopNotifier(busAddress: address)
    let failure = try #require(await Self.failure(of: alerter))
    #expect(failure.code == .noBus)
    #expect(failure.scanFailure.code == .notificationUnavailable)
  }

  @Test func `without a service the alert fails, and its appearance is announced`() async throws {
    #expect(await Self.failure(of: alerter)?.code == .noService)
    var appearances = alerter.serviceAppearances.makeAsyncIterator()
    let service = try FakeNotificationService(on: bus.address)
    #expect(await appearances.next() != nil)
    try await alerter.show(DesktopNotifierTests.alert())
    #expect(service.notifications.count == 1)
  }

  @Test func `services that come and go before anybody looks are one appearance, and push out no click`() async throws {
    var notifier: DesktopNotifier? = try DesktopNotifier(busAddress: bus.address)
    let service = try FakeNotificationService(on: bus.address)
    let alert = try await #require(notifier).show(DesktopNotifierTests.alert())
    service.click("default", on: alert.id)
    try poll(until: { service.closed == [alert.id] })
    try service.stop()
    for _ in 0..<3 { try FakeNotificationService(on: bus.address).stop() }
    let last = try FakeNotificationService(on: bus.address)
    try await #require(notifier).show(DesktopNotifierTests.alert())
    let streams = try #require(notifier.map { ($0.events, $0.serviceAppearances) })
    // Its thread takes what has arrived before it ends, and the streams end with it.
    notifier = nil
    var events: [NotificationEvent] = []
    for await event in streams.0 { events.append(event) }
    #expect(events == [.clicked(NotificationClick(notification: alert, action: .details))])
    var appearances = 0
    for await _ in streams.1 { appearances += 1 }
    #expect(appearances == 1)
    #expect(last.notifications.count == 1)
  }

  @Test func `an alert that was answered too late is still replaced by the next one`() async throws {
    let service = try FakeNotificationService(on: bus.address, firstID: 9, behavior: .answersLate)
    let failure = await Self.failure(of: alerter)
    #expect(failure?.code == .timedOut)
    try service.answerLate()
    var events = alerter.events.makeAsyncIterator()
    guard case .answeredLate(let shown, let call) = await events.next() else {
      Issue.record("no late answer")
      return
    }
    #expect(shown?.id == 9)
    #expect(call == failure?.call)
    try await alerter.show(DesktopNotifierTests.alert())
    #expect(service.notifications.map(\.replacedID) == [0, 9])
  }

  @Test(arguments: [
    ("org.freedesktop.Notifications.Error.ExcessNotificationGeneration", NotificationFailure.Code.refusedForNow),
    ("org.freedesktop.DBus.Error.UnknownMethod", .refusedForNow), ("org.freedesktop.DBus.Error.Failed", .refusedForNow),
    ("org.freedesktop.DBus.Error.Timeout", .refusedForNow), ("org.freedesktop.systemd1.NoSuchUnit", .refusedForNow),
    ("org.freedesktop.DBus.Error.InvalidArgs", .refused),
  ])
  func `a refusal is reported and not tried again at once`(name: String, code: NotificationFailure.Code) async throws {
    let service = try FakeNotificationService(on: bus.address, behavior: .refuses(name))
    #expect(await Self.failure(of: alerter)?.code == code)
    #expect(service.notifications.count == 1)
  }

  @Test(arguments: [
    "org.freedesktop.systemd1.NoSuchUnit", "org.freedesktop.systemd1.UnitMasked",
    "org.freedesktop.DBus.Error.Spawn.ChildExited", "org.freedesktop.DBus.Error.ServiceUnknown",
  ])
  func `a bus that cannot start a service says that there is none`(name: String) {
    #expect(NotificationFailure(.refused(name: name, byBus: true)).code == .noService)
  }

  @Test func `a service that dies in the middle is asked once more and then given up`() async throws {
    let service = try FakeNotificationService(on: bus.address, behavior: .leavesOnNotify)
    #expect(await Self.failure(of: alerter)?.code == .noService)
    #expect(service.notifications.count == 1)
  }

  @Test func `a service that dies in the middle is replaced by its heir without a word to the caller`() async throws {
    let old = try FakeNotificationService(on: bus.address, firstID: 50, behavior: .leavesOnNotify)
    let heir = try FakeNotificationService(on: bus.address, capabilities: ["body-markup"], asHeir: true)
    let shown = try await alerter.show(DesktopNotifierTests.alert())
    #expect(old.notifications.count == 1)
    #expect(heir.notifications.map(\.replacedID) == [0])
    #expect(heir.capabilityQuestions == 1)
    #expect(shown.id == 1)
  }

  @Test func `a restarted service is asked anew and gets no number of the old one`() async throws {
    let old = try FakeNotificationService(on: bus.address, capabilities: ["body-markup"], firstID: 77)
    let shown = try await alerter.show(DesktopNotifierTests.alert())
    try old.stop()
    let new = try FakeNotificationService(on: bus.address)
    await alerter.close(shown)
    try await alerter.show(DesktopNotifierTests.alert())
    #expect(new.capabilityQuestions == 1)
    #expect(new.notifications.map(\.replacedID) == [0])
    #expect(new.closed == [])
  }

  @Test func `a restarted bus is connected to again`() async throws {
    let old = try FakeNotificationService(on: bus.address, firstID: 3)
    try await alerter.show(DesktopNotifierTests.alert())
    bus.stop()
    try poll(until: { old.hasEnded })
    #expect(await Self.failure(of: alerter)?.code == .noBus)
    try bus.start()
    let new = try FakeNotificationService(on: bus.address)
    try await alerter.show(DesktopNotifierTests.alert())
    #expect(new.notifications.map(\.replacedID) == [0])
  }

  @Test func `of many alerts behind a slow one only the newest is sent`() async throws {
    let service = try FakeNotificationService(on: bus.address, behavior: .isSilent)
    await withTaskGroup { [alerter] group in
      for _ in 0..<50 { group.addTask { await Self.failure(of: alerter)?.code } }
      for await code in group { #expect(code == .notSent) }
    }
    // The first goes out alone, the rest while it waits; a late one may start a third.
    #expect((1...3).contains(service.capabilityQuestions), "\(service.capabilityQuestions)")
  }
}
