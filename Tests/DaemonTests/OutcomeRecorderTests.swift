import History
import Notifications
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

@testable import Daemon
@testable import ScanModel

@DaemonActor struct OutcomeRecorderTests {
  private let fixture: DaemonFixture
  private var outcomes: OutcomeRecorder { fixture.outcomes }

  init() throws { fixture = try DaemonFixture() }

  private func file(_ name: String) -> KnownFile {
    let path = fixture.add(name, name)
    return ScreenshotListing.file(at: path)
      ?? KnownFile(
        path: path, identity: FileIdentity(device: 0, inode: 0, size: 0, modifiedNanoseconds: 0, changedNanoseconds: 0))
  }

  private func report(_ name: String, risk: RiskLevel = .low, sha256: String? = nil) -> ScanReport {
    makeReport(path: name, sha256: sha256 ?? String(repeating: "a", count: 64), risk: risk)
  }

  private func entryCount() async throws -> Int { try await fixture.history.counts().entries }

  @Test func `an outcome is shown before it is stored`() async throws {
    await outcomes.record(report("a"), of: file("a.png"))
    #expect(fixture.reports.withLock { $0.count } == 1)
    #expect(try await entryCount() == 1)
  }

  @Test func `repeated verdicts are stored together`() async throws {
    await outcomes.recordRepeated(report("a"), of: file("a.png"))
    await outcomes.recordRepeated(report("b"), of: file("b.png"))
    #expect(try await entryCount() == 0)
    #expect(fixture.reports.withLock { $0.count } == 2)
    await outcomes.storeRepeated()
    #expect(try await entryCount() == 2)
  }

  @Test func `a risk raises a notification, and the history knows it`() async throws {
    await outcomes.record(report("a", risk: .high), of: file("a.png"))
    await fixture.alerts.waitForEnds()
    #expect(fixture.presenter.shown.count == 1)
    #expect(try await fixture.history.hasAlerted(sha256: String(repeating: "a", count: 64)))
    await outcomes.record(report("b", risk: .high), of: file("b.png"))
    await fixture.alerts.waitForEnds()
    #expect(fixture.presenter.shown.count == 1)
  }

  @Test func `a level that raises none raises none`() async throws {
    await outcomes.record(report("a", risk: .medium), of: file("a.png"))
    await fixture.alerts.waitForEnds()
    #expect(fixture.presenter.tries == 0)
  }

  @Test func `what could not be stored is kept, for this state of the file, until it is`() async throws {
    let file = file("a.png")
    fixture.store.fail(.save)
    await outcomes.record(report("a"), of: file)
    #expect(!outcomes.unsaved.isEmpty && outcomes.unsaved.holds(file.path) && outcomes.unsaved.holds(file))
    var changed = file
    changed.identity.size += 1
    #expect(!outcomes.unsaved.holds(changed))
    #expect(await outcomes.saveUnsaved() == false)
    fixture.store.fail(nil)
    #expect(await outcomes.saveUnsaved())
    #expect(outcomes.unsaved.isEmpty)
    #expect(try await entryCount() == 1)
  }

  @Test func `a notification that was shown while the history failed is noted when it works`() async throws {
    fixture.store.fail(.save)
    await outcomes.record(report("a", risk: .high), of: file("a.png"))
    try await eventually { @Sendable in fixture.presenter.shown.count == 1 }
    fixture.store.fail(nil)
    await outcomes.saveUnsaved()
    await fixture.alerts.waitForEnds()
    #expect(try await fixture.history.hasAlerted(sha256: String(repeating: "a", count: 64)))
  }

  @Test func `an alert that never came while the history failed is not noted as shown`() async throws {
    fixture.presenter.behave(.fails(.refused))
    fixture.store.fail(.save)
    await outcomes.record(report("a", risk: .high), of: file("a.png"))
    try await eventually { @Sendable in fixture.presenter.tries == 1 }
    fixture.store.fail(nil)
    #expect(await outcomes.saveUnsaved())
    await fixture.alerts.waitForEnds()
    #expect(try await !fixture.history.hasAlerted(sha256: String(repeating: "a", count: 64)))
    // A copy of the screenshot is told of.
    fixture.presenter.behave(.shows)
    await outcomes.record(report("b", risk: .high), of: file("b.png"))
    await fixture.alerts.waitForEnds()
    #expect(fixture.presenter.shown.count == 1)
  }

  @Test func `an alert that is still on its way when the history works again is noted once it is shown`() async throws {
    fixture.presenter.behave(.waits)
    fixture.store.fail(.save)
    await outcomes.record(report("a", risk: .high), of: file("a.png"))
    try await eventually { @Sendable in fixture.presenter.waitingCount == 1 }
    fixture.store.fail(nil)
    #expect(await outcomes.saveUnsaved())
    #expect(try await !fixture.history.hasAlerted(sha256: String(repeating: "a", count: 64)))
    fixture.presenter.answer()
    await fixture.alerts.waitForEnds()
    #expect(try await fixture.history.hasAlerted(sha256: String(repeating: "a", count: 64)))
  }

  @Test func `what is gone need not be stored`() async throws {
    let file = file("a.png")
    fixture.store.fail(.save)
    await outcomes.record(report("a"), of: file)
    await fixture.queue.noteRemoval(file.path)
    #expect(outcomes.unsaved.isEmpty)
  }

  @Test func `old entries are deleted once a day`() async throws {
    await outcomes.purgeOldEntries()
    fixture.store.fail(.delete)
    await outcomes.purgeOldEntries()
    #expect(fixture.recorder.reported.isEmpty)
  }
}
