import Notifications
import TestSupport
import Testing

/// Alerts promise a limit of one second, so these tests measure time. Timing suites run one after the other, alone
/// (scripts/test).
@Suite(.serialized)
struct DesktopAlerterTimingTests {
  let bus: TestBus
  let alerter: DesktopNotifier

  init() throws {
    bus = try TestBus()
    alerter = try DesktopNotifier(busAddress: bus.address)
  }

  @Test func `a service that never answers costs one second`() async throws {
    let service = try FakeNotificationService(on: bus.address, behavior: .isSilent)
    let start = SuspendingClock.now
    #expect(await DesktopAlerterFailureTests.failure(of: alerter)?.code == .notSent)
    let seconds = (SuspendingClock.now - start) / .seconds(1)
    #expect((0.9...1.6).contains(seconds), "took \(seconds) s")
    #expect(service.capabilityQuestions == 1)
  }

  @Test func `a bus that accepts and never greets costs one second`() async throws {
    let silent = try SilentSocket()
    let alerter = try DesktopNotifier(busAddress: silent.address)
    let start = SuspendingClock.now
    #expect(await DesktopAlerterFailureTests.failure(of: alerter)?.code == .notSent)
    let seconds = (SuspendingClock.now - start) / .seconds(1)
    #expect((0.9...1.6).contains(seconds), "took \(seconds) s")
  }
}
