import FoundationEssentials
import Testing

@testable import Daemon
@testable import Notifications

struct NotificationResponseRouterTests {
  private let scan = UUID()

  private func alert(_ serial: UInt64) -> ShownNotification { ShownNotification(id: 1, serial: serial, kind: .risk) }

  private func click(_ action: NotificationButton, on serial: UInt64 = 1) -> NotificationClick {
    NotificationClick(notification: alert(serial), action: action)
  }

  @Test func `a click is about the scan of its notification`() {
    var router = NotificationResponseRouter()
    router.note(alert(1), about: [scan])
    router.note(alert(2), about: [UUID()])
    #expect(router.response(to: click(.details)) == .details(scan))
    #expect(router.response(to: click(.notScam)) == .notScam(scan))
    #expect(router.response(to: click(.undo)) == .undo(scan))
  }

  @Test func `of several screenshots the details are shown of none, and none is called harmless`() {
    var router = NotificationResponseRouter()
    router.note(alert(1), about: [scan, UUID()])
    #expect(router.response(to: click(.details)) == .details(nil))
    #expect(router.response(to: click(.notScam)) == nil)
    #expect(router.response(to: click(.undo)) == nil)
  }

  @Test func `what needs no scan is known of any notification`() {
    let router = NotificationResponseRouter()
    #expect(router.response(to: click(.openSettings)) == .openSettings)
    #expect(router.response(to: click(.chooseManually)) == .chooseManually)
    #expect(router.response(to: click(.retry)) == .retry)
    #expect(router.response(to: click(.dismiss)) == nil)
  }

  @Test func `the oldest are forgotten`() {
    var router = NotificationResponseRouter()
    router.note(alert(1), about: [scan])
    for serial in 2...UInt64(NotificationResponseRouter.maximumSubjects + 1) {
      router.note(alert(serial), about: [scan])
    }
    #expect(router.response(to: click(.notScam)) == nil)
    #expect(router.response(to: click(.notScam, on: 2)) == .notScam(scan))
  }
}
