import EventLog
import FoundationEssentials
import Notifications
import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

struct LateAnswerTests {
  private let folder = TemporaryFolder()
  private let presenter = FakePresenter(.fails(.timedOut))

  @Test func `each of several late answers belongs to its own call`() async throws {
    let dispatcher = NotificationDispatcher(
      presenter: presenter, events: EventLog(directory: folder("state")),
      settings: Settings(processorCount: 1))
    func risk(_ name: String) -> RiskNotification {
      RiskNotification(scanID: UUID(), path: FilePath(name), sha256: name, level: .high, category: .delivery)
    }
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
}
