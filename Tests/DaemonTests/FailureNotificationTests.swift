import ScanModel
import Testing

@testable import Daemon
@testable import Notifications

struct FailureNotificationTests {
  private let start = SuspendingClock.now
  private let history = FailureCatalog.describe(ScanFailure(.saveFailed))
  private let damage = FailureCatalog.describe(ScanFailure(.corruptData))
  private let passing = FailureCatalog.describe(ScanFailure(.timedOut))

  @Test func `one that need not be acknowledged is passed over`() {
    var failure = FailureNotification()
    #expect(!passing.requiresAcknowledgment)
    let isAccepted = failure.replace(with: passing, isOfScreenshot: false, now: start)
    #expect(!isAccepted)
    #expect(failure.next == nil)
  }

  @Test func `it is next until it is shown or given to a service that does not answer`() throws {
    var failure = FailureNotification()
    _ = failure.replace(with: history, isOfScreenshot: false, now: start)
    #expect(failure.next?.description == history)
    failure.noteUnanswered()
    #expect(failure.next == nil)
    failure.noteServiceAppeared()
    #expect(failure.next != nil)
    failure.noteShown(ShownNotification(id: 1, serial: 1, kind: .failure))
    #expect(failure.next == nil)
    // The new service shows nothing yet.
    failure.noteServiceAppeared()
    #expect(failure.next != nil)
  }

  @Test func `a critical one stays, any other gives way`() {
    var failure = FailureNotification()
    #expect(damage.severity == .critical && history.severity != .critical)
    _ = failure.replace(with: history, isOfScreenshot: false, now: start)
    let first = failure.current
    let replaces = failure.replace(with: damage, isOfScreenshot: false, now: start)
    #expect(replaces)
    #expect(first.map(failure.isCurrent) == false)
    let isReplaced = failure.replace(with: history, isOfScreenshot: false, now: start)
    #expect(!isReplaced)
    #expect(failure.current?.description == damage)
  }

  @Test func `of many screenshots the first failure stands for all`() {
    var failure = FailureNotification()
    _ = failure.replace(with: history, isOfScreenshot: false, now: start)
    let isAccepted = failure.replace(with: history, isOfScreenshot: true, now: start)
    #expect(!isAccepted)
  }

  @Test func `a click on it acknowledges it, a click on another alert does not`() {
    var failure = FailureNotification()
    let alert = ShownNotification(id: 1, serial: 1, kind: .failure)
    _ = failure.replace(with: history, isOfScreenshot: false, now: start)
    failure.noteShown(alert)
    failure.acknowledge(ShownNotification(id: 1, serial: 2, kind: .failure))
    #expect(failure.current != nil)
    failure.acknowledge(alert)
    #expect(failure.current == nil)
  }

  @Test func `what is over leaves the screen`() {
    var failure = FailureNotification()
    let alert = ShownNotification(id: 1, serial: 1, kind: .failure)
    _ = failure.replace(with: history, isOfScreenshot: false, now: start)
    failure.noteShown(alert)
    let other = failure.resolve { $0 == .watchLimitReached }
    #expect(other == nil && failure.current != nil)
    let closed = failure.resolve { $0 == .saveFailed }
    #expect(closed == alert && failure.current == nil)
  }

  @Test func `what is over before it was shown has nothing to close`() {
    var failure = FailureNotification()
    _ = failure.replace(with: history, isOfScreenshot: false, now: start)
    let closed = failure.resolve { _ in true }
    #expect(closed == nil && failure.current == nil)
  }
}
