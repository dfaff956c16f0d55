import EventLog
import FoundationEssentials
import Notifications
import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

/// A notification service that takes its time.
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
