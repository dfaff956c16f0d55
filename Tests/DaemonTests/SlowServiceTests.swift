import EventLog
import FoundationEssentials
import Notifications
import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

/// A notification service that takes its time, or refuses for a while.
struct SlowServiceTests {
  private let folder = TemporaryFolder()
  private let presenter = FakePresenter(.fails(.timedOut))
  private let dispatcher: NotificationDispatcher

  init() {
    dispatcher = NotificationDispatcher(
      presenter: presenter, events: EventLog(directory: folder("state")), settings: Settings(processorCount: 1),
      policy: NotificationDispatcher.Policy(burst: 10))
  }

  private func risk(_ name: String, scanID: UUID = UUID()) -> RiskNotification {
    RiskNotification(scanID: scanID, path: FilePath(name), sha256: name, level: .high, category: .delivery)
  }

  @Test func `each of several late answers belongs to its own call`() async throws {
    async let first = dispatcher.show(risk("/a"))
    try await eventually { presenter.tries == 1 }
    async let second = dispatcher.show(risk("/b"))
    try await eventually {
      let waiting = await dispatcher.queue.unsent
      return presenter.tries == 2 && waiting.isEmpty
    }
    presenter.answerLate(1)
    #expect(await first == .shown)
    presenter.answerLate(2)
    #expect(await second == .shown)
    #expect(presenter.tries == 2)
  }

  @Test(arguments: [false, true])
  func `a service that refuses for now is asked again, less and less often, for ten minutes`(accepts: Bool) async throws
  {
    let clock = TestClock<SuspendingClock>(.now)
    let dispatcher = NotificationDispatcher(
      presenter: presenter, events: EventLog(directory: folder("state")), settings: Settings(processorCount: 1),
      time: clock.source)
    presenter.behave(.fails(.refusedForNow))
    async let end = dispatcher.show(risk("/a"))
    for (index, pause) in ([5, 10, 20, 40] + Array(repeating: 60, count: accepts ? 2 : 9)).enumerated() {
      try await eventually { presenter.tries == index + 1 && clock.nextWakeUp == .seconds(pause) }
      if index == 5 && accepts { presenter.behave(.shows) }
      clock.advance(by: .seconds(pause))
    }
    #expect(await end == (accepts ? .shown : .dropped))
    #expect(presenter.tries == (accepts ? 7 : 13))
  }

  @Test func `a late refusal is no reason to forget an alert`() async throws {
    let clock = TestClock<SuspendingClock>(.now)
    let dispatcher = NotificationDispatcher(
      presenter: presenter, events: EventLog(directory: folder("state")), settings: Settings(processorCount: 1),
      time: clock.source)
    async let end = dispatcher.show(risk("/a"))
    try await eventually { clock.nextWakeUp == .seconds(600) }
    presenter.answerLate(1, refuses: true)
    try await eventually { clock.nextWakeUp == .seconds(5) }
    presenter.behave(.shows)
    clock.advance(by: .seconds(5))
    #expect(await end == .shown)
  }

  @Test func `a click does not wait while a new service is slow, and what appears meanwhile is one`() async throws {
    let scanID = UUID()
    presenter.behave(.shows)
    #expect(await dispatcher.show(risk("/a", scanID: scanID)) == .shown)
    presenter.behave(.fails(.noService))
    async let second = dispatcher.show(risk("/b"))
    try await eventually { presenter.tries == 2 }
    presenter.behave(.waits)
    try await eventually {
      // Until the dispatcher has taken note of the failure, a new service changes nothing.
      presenter.serviceAppears()
      return presenter.waitingCount == 1
    }
    presenter.click(.notScam, on: 1)
    try await eventually { await dispatcher.unheard == [.notScam(scanID)] }
    #expect(presenter.waitingCount == 1)
    for _ in 0..<2 { presenter.serviceAppears() }
    presenter.answer(.timedOut)
    try await eventually { presenter.waitingCount == 1 }
    presenter.behave(.fails(.timedOut))
    presenter.answer(.timedOut)
    try await eventually { await dispatcher.queue.unsent.isEmpty }
    presenter.behave(.shows)
    presenter.serviceAppears()
    #expect(await second == .shown)
    #expect(presenter.tries == 5)
  }
}
