import EventLog
import FoundationEssentials
import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Daemon
@testable import Notifications

struct NotificationDispatcherTests {
  private let folder = TemporaryFolder()
  private let clock = TestClock<SuspendingClock>(.now)
  private let presenter = FakePresenter()
  private let changes = Locked<[NotificationFailure.Code?]>([])
  private let responses = Locked<[NotificationResponse]>([])
  private let dispatcher: NotificationDispatcher

  init() {
    dispatcher = NotificationDispatcher(
      presenter: presenter, events: EventLog(directory: folder("state")),
      settings: Settings(processorCount: 1), time: clock.source)
  }

  private func serve() async {
    await dispatcher.serve(
      Settings(processorCount: 1), didChange: { [changes] failure in changes.withLock { $0.append(failure?.code) } },
      didRespond: { [responses] response in
        responses.withLock { $0.append(response) }
        return true
      })
  }

  private func risk(_ name: String, _ category: RiskCategory = .delivery, scanID: UUID = UUID()) -> RiskNotification {
    RiskNotification(scanID: scanID, path: FilePath(name), sha256: name, level: .high, category: category)
  }

  private func waitForTimer() async throws { try await eventually { clock.sleeperCount == 1 } }

  private let failure = FailureCatalog.describe(ScanFailure(.saveFailed))

  // MARK: Risks

  @Test func `a risk is shown at once`() async {
    #expect(await dispatcher.show(risk("/a")) == .shown)
    #expect(presenter.shown.map(\.body) == [NotificationText.body(.delivery)])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `more than a few in a row become one`() async throws {
    for name in ["/a", "/b", "/c"] { #expect(await dispatcher.show(risk(name)) == .shown) }
    async let fourth = dispatcher.show(risk("/d"))
    try await waitForTimer()
    async let fifth = dispatcher.show(risk("/e", .prize))
    try await eventually { await dispatcher.queue.unsent.count == 2 }
    #expect(presenter.shown.count == 3)
    clock.advance(by: .seconds(2))
    #expect(await fourth == .shown)
    #expect(await fifth == .shown)
    #expect(presenter.shown.last?.body == NotificationText.severalKinds)
    #expect(presenter.shown.count == 4)
  }

  @Test func `without a bus it is tried every five seconds, for ten minutes`() async throws {
    await serve()
    presenter.behave(.fails(.noBus))
    async let shown = dispatcher.show(risk("/a"))
    for tries in 1...119 {
      try await eventually { presenter.tries == tries }
      try await waitForTimer()
      clock.advance(by: .seconds(5))
    }
    try await eventually { presenter.tries == 120 }
    try await waitForTimer()
    clock.advance(by: .seconds(5))
    #expect(await shown == .dropped)
    #expect(changes.withLock { $0 } == [.noBus])
    #expect(presenter.shown.isEmpty)
  }

  @Test func `a bus that comes is used, and that is told`() async throws {
    await serve()
    presenter.behave(.fails(.noBus))
    async let shown = dispatcher.show(risk("/a"))
    try await waitForTimer()
    presenter.behave(.shows)
    clock.advance(by: .seconds(5))
    #expect(await shown == .shown)
    #expect(changes.withLock { $0 } == [.noBus, nil])
  }

  @Test func `without a service it waits for one, and gives up after ten minutes`() async throws {
    presenter.behave(.fails(.noService))
    async let first = dispatcher.show(risk("/a"))
    try await waitForTimer()
    presenter.behave(.shows)
    presenter.serviceAppears()
    #expect(await first == .shown)
    presenter.behave(.fails(.noService))
    async let second = dispatcher.show(risk("/b"))
    try await eventually { presenter.tries == 3 }
    try await eventually { clock.nextWakeUp == .seconds(600) }
    clock.advance(by: .seconds(600))
    #expect(await second == .dropped)
  }

  @Test func `a service that does not answer gets a risk once, another one again`() async throws {
    presenter.behave(.fails(.timedOut))
    async let shown = dispatcher.show(risk("/a"))
    try await waitForTimer()
    async let other = dispatcher.show(risk("/b"))
    try await eventually { presenter.tries == 2 }
    presenter.behave(.shows)
    presenter.serviceAppears()
    #expect(await shown == .shown)
    #expect(await other == .shown)
    #expect(presenter.shown.count == 1)
  }

  @Test func `what a service shows late was shown, and its buttons work`() async throws {
    await serve()
    let scanID = UUID()
    presenter.behave(.fails(.timedOut))
    async let shown = dispatcher.show(risk("/a", scanID: scanID))
    try await waitForTimer()
    presenter.answerLate()
    #expect(await shown == .shown)
    presenter.click(.notScam, on: 1)
    try await eventually { responses.withLock { $0 } == [.notScam(scanID)] }
    #expect(presenter.tries == 1)
  }

  @Test func `what was not sent is sent again soon`() async throws {
    presenter.behave(.fails(.notSent))
    async let shown = dispatcher.show(risk("/a"))
    try await waitForTimer()
    presenter.behave(.shows)
    clock.advance(by: .seconds(5))
    #expect(await shown == .shown)
  }

  @Test func `what a service refuses is given up`() async {
    presenter.behave(.fails(.refused))
    #expect(await dispatcher.show(risk("/a")) == .dropped)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `what comes in while another is sent gets a try of its own`() async throws {
    presenter.behave(.waits)
    async let first = dispatcher.show(risk("/a"))
    try await eventually { presenter.waitingCount == 1 }
    async let second = dispatcher.show(risk("/b"))
    try await eventually { await dispatcher.queue.unsent.count == 2 }
    presenter.behave(.shows)
    presenter.answer(.refused)
    #expect(await first == .dropped)
    #expect(await second == .shown)
  }

  @Test func `a notification goes with the last of its screenshots`() async throws {
    presenter.behave(.fails(.noService))
    async let first = dispatcher.show(risk("/a"))
    try await waitForTimer()
    async let second = dispatcher.show(risk("/b"))
    try await eventually { await dispatcher.queue.unsent.count == 2 }
    presenter.behave(.shows)
    presenter.serviceAppears()
    #expect(await first == .shown)
    #expect(await second == .shown)
    await dispatcher.withdraw("/a")
    #expect(presenter.closed.isEmpty)
    await dispatcher.withdraw("/b")
    #expect(presenter.closed == [1])
  }

  @Test func `one whose screenshot is deleted on the way is closed again`() async throws {
    presenter.behave(.waits)
    async let shown = dispatcher.show(risk("/a"))
    try await eventually { presenter.waitingCount == 1 }
    await dispatcher.withdraw("/a")
    #expect(await shown == .dropped)
    presenter.answer()
    try await eventually { presenter.closed == [1] }
  }

  @Test func `at the end nothing waits any more`() async throws {
    presenter.behave(.fails(.noBus))
    async let shown = dispatcher.show(risk("/a"))
    try await waitForTimer()
    await dispatcher.stop()
    #expect(await shown == .postponed)
    #expect(await dispatcher.show(risk("/b")) == .postponed)
    try await eventually { clock.sleeperCount == 0 }
  }

  @Test(arguments: [nil, NotificationFailure.Code.timedOut, .noService, .refused])
  func `at the end one that is on its way still gets its answer`(answer: NotificationFailure.Code?) async throws {
    presenter.behave(.waits)
    async let shown = dispatcher.show(risk("/a"))
    try await eventually { presenter.waitingCount == 1 }
    async let other = dispatcher.show(risk("/b"))
    try await eventually { await dispatcher.queue.unsent.count == 2 }
    await dispatcher.stop()
    #expect(await other == .postponed)
    presenter.answer(answer)
    #expect(await shown == (answer == nil ? .shown : answer == .refused ? .dropped : .postponed))
    #expect(presenter.tries == 1 && presenter.closed.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `what is wrong, and a click between two daemons, reaches the next one`() async throws {
    let scanID = UUID()
    #expect(await dispatcher.show(risk("/a", scanID: scanID)) == .shown)
    presenter.click(.notScam, on: 1)
    try await eventually { await dispatcher.unheard.count == 1 }
    presenter.behave(.fails(.refused))
    #expect(await dispatcher.show(risk("/b")) == .dropped)
    await serve()
    #expect(responses.withLock { $0 } == [.notScam(scanID)] && changes.withLock { $0 } == [.refused])
  }

  @Test func `a new notification takes the place of the last one for clicks`() async throws {
    await serve()
    let (first, second) = (UUID(), UUID())
    _ = await dispatcher.show(risk("/a", scanID: first))
    _ = await dispatcher.show(risk("/b", scanID: second))
    presenter.click(.notScam, on: 1)
    presenter.click(.details, on: 2)
    try await eventually { responses.withLock { $0.count } == 2 }
    #expect(responses.withLock { $0 } == [.notScam(first), .details(second)])
    // Withdrawing the replaced one does not close the one on the screen.
    await dispatcher.withdraw("/a")
    #expect(presenter.closed.isEmpty)
  }

  // MARK: Failures

  @Test func `a failure is shown once, and goes when it is over`() async throws {
    await dispatcher.show(failure)
    #expect(presenter.shown.map(\.kind) == [.failure])
    await dispatcher.resolve { $0 == .watchLimitReached }
    #expect(presenter.closed.isEmpty)
    await dispatcher.resolve { $0 == .saveFailed }
    #expect(presenter.closed == [1])
  }

  @Test func `an acknowledged failure has nothing to close`() async throws {
    await serve()
    await dispatcher.show(failure)
    presenter.click(.dismiss, on: 1, kind: .failure)
    try await eventually { await dispatcher.failure.current == nil }
    await dispatcher.resolve { _ in true }
    #expect(presenter.closed.isEmpty)
  }

  @Test func `a failure waits for a bus for ten minutes`() async throws {
    presenter.behave(.fails(.noBus))
    await dispatcher.show(failure)
    for tries in 1...120 {
      try await eventually { presenter.tries == tries }
      try await waitForTimer()
      clock.advance(by: .seconds(5))
    }
    try await eventually { presenter.tries == 121 }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a failure waits for a service without a timer`() async throws {
    presenter.behave(.fails(.noService))
    await dispatcher.show(failure)
    #expect(clock.sleeperCount == 0)
    presenter.behave(.shows)
    presenter.serviceAppears()
    try await eventually { presenter.shown.count == 1 }
  }

  @Test func `one that is over while it is sent is closed again`() async throws {
    presenter.behave(.waits)
    async let told: Void = dispatcher.show(failure)
    try await eventually { presenter.waitingCount == 1 }
    await dispatcher.resolve { _ in true }
    presenter.answer()
    await told
    #expect(presenter.closed == [1])
  }

  @Test func `a worse failure replaces one that is being sent`() async throws {
    presenter.behave(.waits)
    async let told: Void = dispatcher.show(failure)
    try await eventually { presenter.waitingCount == 1 }
    let damage = FailureCatalog.describe(ScanFailure(.corruptData))
    await dispatcher.show(damage)
    presenter.behave(.shows)
    presenter.answer()
    await told
    #expect(presenter.closed == [1])
    #expect(presenter.shown.last?.title == damage.title.english)
  }
}
