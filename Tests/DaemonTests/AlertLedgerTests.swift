import History
import Notifications
import ScreenshotLibrary
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Daemon
@testable import ScanModel

/// What becomes of an alert whatever ends first: the alert, the daemon or the history.
@DaemonActor struct AlertLedgerTests {
  private let fixture: DaemonFixture
  private let hash = String(repeating: "a", count: 64)

  init() throws { fixture = try DaemonFixture() }

  private func record(_ name: String, in fixture: DaemonFixture? = nil) async throws {
    let fixture = fixture ?? self.fixture
    let file = try #require(ScreenshotListing.file(at: fixture.add(name, name)))
    await fixture.outcomes.record(makeReport(path: name, sha256: hash, risk: .high), of: file)
  }

  /// Ends the program's part of the fixture.
  private func end() async {
    await fixture.notifications.stop()
    await fixture.outcomes.end(isLast: true)
  }

  /// What a second start finds: the same history and folders, another program.
  private func next(_ presenter: FakePresenter = FakePresenter()) throws -> DaemonFixture {
    try DaemonFixture(history: fixture.history, presenter: presenter, in: fixture.folder)
  }

  private func owed() async throws -> Int { try await fixture.history.owedAlerts().count }

  @Test func `an alert is due once for a picture, at the levels that ask for one`() async throws {
    let alerts = fixture.alerts
    let high = makeReport(sha256: hash, risk: .high)
    #expect(await alerts.raise(high, about: "/a") != nil)
    #expect(await alerts.raise(makeReport(sha256: hash, risk: .medium), about: "/a") == nil)
    #expect(await alerts.raise(makeReport(sha256: hash, risk: .low), about: "/a") == nil)
    let number = try await fixture.history.append(high, path: nil)
    try await fixture.history.settleAlerts([number: true])
    #expect(await alerts.raise(high, about: "/a") == nil)
    #expect(await alerts.raise(makeReport(risk: .high), about: "/a") != nil)
    await alerts.waitForEnds()
  }

  @Test(arguments: RiskLevel.allCases)
  func `by default a medium and a high risk call for an alert`(level: RiskLevel) async {
    var context = fixture.context
    context.settings = Settings(processorCount: 1)
    let alerts = AlertLedger(context, shownFile: fixture.shownAlerts)
    #expect((await alerts.raise(makeReport(risk: level), about: "/a") != nil) == [.medium, .high].contains(level))
    await alerts.waitForEnds()
  }

  @Test func `what waits when the program ends is shown by the next one, once`() async throws {
    fixture.presenter.behave(.fails(.noService))
    try await record("a.png")
    try await eventually { @Sendable in fixture.presenter.tries == 1 }
    await end()
    #expect(try await owed() == 1)
    let second = try next()
    try await second.outcomes.alerts.resume()
    try await second.outcomes.alerts.resume()
    try await eventually { @Sendable in try await fixture.history.owedAlerts().isEmpty }
    #expect(second.presenter.shown.map(\.body) == [NotificationText.body(.none)])
    #expect(try await fixture.history.hasAlerted(sha256: hash))
    #expect(fixture.shownAlerts.read() == [])
  }

  @Test func `what waits is not owed any more once its screenshot is gone`() async throws {
    fixture.presenter.behave(.fails(.noService))
    try await record("a.png")
    await end()
    Files.unlink(fixture.shots.appending("a.png"))
    let second = try next()
    try await second.outcomes.alerts.resume()
    try await eventually { @Sendable in try await fixture.history.owedAlerts().isEmpty }
    #expect(second.presenter.tries == 0)
    #expect(try await !fixture.history.hasAlerted(sha256: hash))
  }

  @Test func `what the user has judged in the meantime is not shown any more`() async throws {
    fixture.presenter.behave(.fails(.noService))
    try await record("a.png")
    await end()
    try await fixture.history.verify(1, as: .scam)
    let second = try next()
    try await second.outcomes.alerts.resume()
    try await eventually { @Sendable in try await fixture.history.owedAlerts().isEmpty }
    #expect(second.presenter.tries == 0)
  }

  @Test func `a note that fails is made when the history works again`() async throws {
    fixture.presenter.behave(.waits)
    try await record("a.png")
    try await eventually { @Sendable in fixture.presenter.waitingCount == 1 }
    fixture.store.fail(.save)
    fixture.presenter.answer()
    await fixture.alerts.waitForEnds()
    #expect(fixture.recorder.reported == [.saveFailed])
    #expect(fixture.shownAlerts.read() == [hash])
    #expect(await fixture.outcomes.saveUnsaved() == false)
    fixture.store.fail(nil)
    #expect(await fixture.outcomes.saveUnsaved())
    #expect(try await fixture.history.hasAlerted(sha256: hash))
    #expect(fixture.shownAlerts.read() == [])
  }

  @Test func `a note that could never be made keeps the alert from being shown again`() async throws {
    fixture.presenter.behave(.waits)
    try await record("a.png")
    try await eventually { @Sendable in fixture.presenter.waitingCount == 1 }
    fixture.store.fail(.save)
    fixture.presenter.answer()
    await end()
    #expect(try await owed() == 1)
    let second = try next()
    try await second.outcomes.alerts.resume()
    try await eventually { @Sendable in try await fixture.history.owedAlerts().isEmpty }
    try await record("copy.png", in: second)
    await second.alerts.waitForEnds()
    #expect(second.presenter.tries == 0)
    #expect(try await fixture.history.hasAlerted(sha256: hash))
  }

  @Test func `an outcome that could never be stored is not told of again`() async throws {
    fixture.store.fail(.save)
    try await record("a.png")
    try await eventually { @Sendable in fixture.presenter.shown.count == 1 }
    await end()
    // The file is new to the next program.
    let second = try next()
    try await second.outcomes.alerts.resume()
    try await record("a.png", in: second)
    await second.alerts.waitForEnds()
    #expect(second.presenter.tries == 0)
    #expect(try await fixture.history.hasAlerted(sha256: hash))
    #expect(fixture.shownAlerts.read() == [])
  }

  @Test func `a daemon that follows in the same program takes note of what waits`() async throws {
    fixture.presenter.behave(.waits)
    try await record("a.png")
    try await eventually { @Sendable in fixture.presenter.waitingCount == 1 }
    await fixture.outcomes.end(isLast: false)
    let second = try DaemonFixture(
      history: fixture.history, presenter: fixture.presenter, in: fixture.folder, notifications: fixture.notifications)
    try await second.outcomes.alerts.resume()
    try await eventually { @Sendable in
      await fixture.notifications.queue.unsent.first?.screenshots.first?.didEnd != nil
    }
    fixture.presenter.answer()
    try await eventually { @Sendable in try await fixture.history.owedAlerts().isEmpty }
    #expect(fixture.presenter.tries == 1)
    #expect(try await fixture.history.hasAlerted(sha256: hash))
  }

  @Test func `an alert that waits keeps no daemon in memory that was replaced`() async throws {
    fixture.presenter.behave(.fails(.noService))
    weak var replaced: AlertLedger?
    do {
      let first = try DaemonFixture(
        history: fixture.history, presenter: fixture.presenter, in: fixture.folder,
        notifications: fixture.notifications)
      try await record("a.png", in: first)
      try await eventually { @Sendable in fixture.presenter.tries == 1 }
      replaced = first.alerts
      await first.outcomes.end(isLast: false)
    }
    try await eventually { @DaemonActor in replaced == nil }
    #expect(await fixture.notifications.queue.unsent.count == 1)
  }

  @Test func `what was shown between two daemons is noted by the second`() async throws {
    fixture.presenter.behave(.waits)
    try await record("a.png")
    try await eventually { @Sendable in fixture.presenter.waitingCount == 1 }
    await fixture.outcomes.end(isLast: false)
    fixture.presenter.answer()
    await fixture.alerts.waitForEnds()
    #expect(try await owed() == 1)
    let second = try DaemonFixture(
      history: fixture.history, presenter: fixture.presenter, in: fixture.folder, notifications: fixture.notifications)
    try await second.outcomes.alerts.resume()
    try await eventually { @Sendable in try await fixture.history.owedAlerts().isEmpty }
    #expect(fixture.presenter.tries == 1)
    #expect(try await fixture.history.hasAlerted(sha256: hash))
  }
}
