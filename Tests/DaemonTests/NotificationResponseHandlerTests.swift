import Dispatch
import FoundationEssentials
import History
import Notifications
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

struct NotificationResponseHandlerTests {
  private let fixture: DaemonFixture
  private let failures = Locked<[ScanFailure.Code]>([])
  private let opened = Locked<[String]>([])

  init() throws { fixture = try DaemonFixture() }

  private func handler(canOpen: Bool, choose: (@Sendable () -> Bool)? = nil) -> NotificationResponseHandler {
    @Sendable func open(_ name: String) -> Bool {
      if canOpen { opened.withLock { $0.append(name) } }
      return canOpen
    }
    return NotificationResponseHandler(
      history: { [fixture] in fixture.history }, notifications: fixture.notifications,
      windows: DesktopWindows(
        showDetails: { open("details \($0?.uuidString ?? "of none")") }, chooseScreenshot: choose ?? { open("choose") },
        openSettings: { open("settings") }),
      report: { [failures] failure in failures.withLock { $0.append(failure.code) } })
  }

  private func addEntry() async throws -> UUID {
    try await fixture.run {
      fixture.announce("a.png")
      try await fixture.reports(1)
    }
    return try #require(UUID(uuidString: fixture.reports.withLock { $0[0].id }))
  }

  @Test func `windows are opened where there are any`() async throws {
    let handler = handler(canOpen: true)
    let scan = UUID()
    for response in [NotificationResponse.details(scan), .details(nil), .chooseManually, .openSettings] {
      try await handler.handle(response)
    }
    #expect(opened.withLock { $0 } == ["details \(scan.uuidString)", "details of none", "choose", "settings"])
    #expect(fixture.presenter.shown.isEmpty)
  }

  @Test func `elsewhere another notification says it`() async throws {
    let handler = handler(canOpen: false)
    let scan = try await addEntry()
    for response in [NotificationResponse.details(scan), .details(nil), .chooseManually, .openSettings] {
      try await handler.handle(response)
    }
    #expect(
      fixture.presenter.shown.map(\.body) == [
        "Nothing in it asks for anything. Nothing to do.", NotificationText.severalKinds, NotificationText.chooseBody,
        NotificationText.settingsBody,
      ])
  }

  @Test func `a window that does not open holds nobody up`() async throws {
    let hangs = DispatchSemaphore(value: 0)
    defer { hangs.signal() }
    var handler = handler(canOpen: true) {
      hangs.wait()
      return true
    }
    handler.limit = .milliseconds(100)
    for response in [NotificationResponse.chooseManually, .openSettings] { try await handler.handle(response) }
    // The second is not even tried.
    #expect(opened.withLock { $0 } == [])
    #expect(fixture.presenter.shown.map(\.body) == [NotificationText.chooseBody, NotificationText.settingsBody])
  }

  @Test func `what is called harmless is kept, and can be taken back`() async throws {
    let handler = handler(canOpen: true)
    let scan = try await addEntry()
    try await handler.handle(.notScam(scan))
    #expect(try await fixture.history.entry(scan.uuidString).verified == .notScam)
    #expect(fixture.presenter.shown.last?.title == NotificationText.marked.title)
    #expect(fixture.presenter.shown.last?.actions == [.undo, .dismiss])
    try await handler.handle(.undo(scan))
    #expect(try await fixture.history.entry(scan.uuidString).verified == nil)
    #expect(fixture.presenter.shown.last?.title == NotificationText.unmarked.title)
  }

  @Test func `a mark that cannot be kept is an error that is told`() async throws {
    try await handler(canOpen: true).handle(.notScam(UUID()))
    #expect(failures.withLock { $0 } == [.recordNotFound])
    #expect(fixture.presenter.shown.count == 1)
  }
}
