internal import Notifications
internal import ScanModel

/// The one failure that the user is asked to acknowledge, until they do or it is over. A critical one is not replaced.
struct FailureNotification {
  typealias Instant = SuspendingClock.Instant

  enum State: Sendable, Hashable {
    /// It waits for a bus or a service.
    case waiting
    /// The current service received it and does not answer, so it is sent again only to another service.
    case unanswered
    case shown(ShownNotification)
  }

  struct Current: Sendable, Hashable {
    var description: FailureDescription
    /// Its patience counts from here.
    var since: Instant
    var state = State.waiting
    /// Numbers the failures, so that the answer for one is not mistaken for that of the next.
    fileprivate var number: Int
  }

  private(set) var current: Current?
  private var count = 0

  /// The failure to send to the service; nil if there is none.
  var next: Current? { current?.state == .waiting ? current : nil }

  /// Makes a failure the current one if it has to be acknowledged, and returns whether to show it. Of those that
  /// concern a single screenshot, the first stands for all, and does not replace another failure.
  mutating func replace(with description: FailureDescription, isOfScreenshot: Bool, now: Instant) -> Bool {
    guard description.requiresAcknowledgment, current?.description.severity != .critical,
      !isOfScreenshot || current == nil
    else { return false }
    count += 1
    current = Current(description: description, since: now, number: count)
    return true
  }

  /// Whether this failure has neither ended nor been replaced.
  func isCurrent(_ failure: Current) -> Bool { current?.number == failure.number }

  mutating func noteShown(_ alert: ShownNotification) { current?.state = .shown(alert) }

  mutating func noteUnanswered() { current?.state = .unanswered }

  /// Another service has appeared; notifications shown by the last one are gone.
  mutating func noteServiceAppeared() { current?.state = .waiting }

  /// The user clicked on it. An acknowledged failure is not shown again while it lasts.
  mutating func acknowledge(_ alert: ShownNotification) {
    if current?.state == .shown(alert) { current = nil }
  }

  /// Ends the failure if it is over, and returns the notification to remove from the screen.
  mutating func resolve(_ isOver: (ScanFailure.Code) -> Bool) -> ShownNotification? {
    guard let failure = current, isOver(failure.description.code) else { return nil }
    current = nil
    if case .shown(let alert) = failure.state { return alert }
    return nil
  }
}
