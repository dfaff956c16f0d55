internal import Notifications
internal import ScanModel

/// The one failure that the user is asked to acknowledge, from the first attempt to show it until they have done so or it
/// is over. There is one at a time, and a critical one is not replaced.
struct FailureNotification {
  typealias Instant = SuspendingClock.Instant

  enum State: Sendable, Hashable {
    /// It waits for a bus or a service.
    case waiting
    /// The present service has it and does not answer, so only another service gets it again.
    case unanswered
    case shown(ShownNotification)
  }

  struct Current: Sendable, Hashable {
    var description: FailureDescription
    var since: Instant
    var state = State.waiting
    /// Counts failures, so that the answer for one is not taken for that of the next.
    fileprivate var number: Int
  }

  private(set) var current: Current?
  private var count = 0

  /// The failure that is to be handed to the service; nil if there is none.
  var next: Current? { current?.state == .waiting ? current : nil }

  /// Takes up a failure.
  /// - Parameters:
  ///   - description: One that need not be acknowledged is passed over.
  ///   - isOfScreenshot: It belongs to one screenshot: of many, the first stands for all, and it replaces no other failure.
  ///   - now: Its patience counts from here.
  /// - Returns: Whether it is to be shown.
  mutating func replace(with description: FailureDescription, isOfScreenshot: Bool, now: Instant) -> Bool {
    guard description.requiresAcknowledgment, current?.description.severity != .critical,
      !isOfScreenshot || current == nil
    else { return false }
    count += 1
    current = Current(description: description, since: now, number: count)
    return true
  }

  /// Whether this failure has neither ended nor been replaced meanwhile.
  func isCurrent(_ failure: Current) -> Bool { current?.number == failure.number }

  mutating func noteShown(_ alert: ShownNotification) { current?.state = .shown(alert) }

  mutating func noteUnanswered() { current?.state = .unanswered }

  /// Another service has appeared; what the last one had on the screen is gone with it.
  mutating func noteServiceAppeared() { current?.state = .waiting }

  /// The user has clicked on an alert. An acknowledged failure is not told again as long as it lasts.
  mutating func acknowledge(_ alert: ShownNotification) {
    if current?.state == .shown(alert) { current = nil }
  }

  /// Ends the failure if it is over.
  /// - Returns: The alert that has to leave the screen; nil if there is none.
  mutating func resolve(_ isOver: (ScanFailure.Code) -> Bool) -> ShownNotification? {
    guard let failure = current, isOver(failure.description.code) else { return nil }
    current = nil
    if case .shown(let alert) = failure.state { return alert }
    return nil
  }
}
