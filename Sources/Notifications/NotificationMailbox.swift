internal import Synchronization

/// Requests that the notification thread has not yet taken up.
///
/// Bounded by its shape: of each kind of notification only the newest waits, and callers of older ones are answered
/// together with it. The same holds for closing and probing.
final class NotificationMailbox: Sendable {
  typealias ShowAnswer = Result<ShownAlert, NotificationFailure>
  typealias ProbeAnswer = Result<NotificationServer, NotificationFailure>

  /// One request and the callers that wait for it.
  enum Request {
    case close(ShownAlert, [CheckedContinuation<Void, Never>])
    case show(DesktopNotification, [CheckedContinuation<ShowAnswer, Never>])
    case probe([CheckedContinuation<ProbeAnswer, Never>])
    /// The notifier is gone.
    case end
  }

  private struct Waiting {
    var closes: [DesktopNotification.Kind: (alert: ShownAlert, waiters: [CheckedContinuation<Void, Never>])] = [:]
    var shows:
      [DesktopNotification.Kind: (alert: DesktopNotification, waiters: [CheckedContinuation<ShowAnswer, Never>])] = [:]
    var probes: [CheckedContinuation<ProbeAnswer, Never>] = []
    var hasEnded = false
  }

  private let waiting = Mutex(Waiting())

  func postShow(_ alert: DesktopNotification, _ waiter: CheckedContinuation<ShowAnswer, Never>) {
    waiting.withLock { waiting in
      waiting.shows[alert.kind] = (alert, (waiting.shows[alert.kind]?.waiters ?? []) + [waiter])
    }
  }

  func postClose(_ alert: ShownAlert, _ waiter: CheckedContinuation<Void, Never>) {
    waiting.withLock { waiting in
      let earlier = waiting.closes[alert.kind]
      // Only the newest notification can still be on the screen.
      let newest = earlier.map { $0.alert.serial > alert.serial ? $0.alert : alert } ?? alert
      waiting.closes[alert.kind] = (newest, (earlier?.waiters ?? []) + [waiter])
    }
  }

  func postProbe(_ waiter: CheckedContinuation<ProbeAnswer, Never>) {
    waiting.withLock { $0.probes.append(waiter) }
  }

  func postEnd() {
    waiting.withLock { $0.hasEnded = true }
  }

  /// The next request; nil if there is none. Closing goes first, because it makes room for what is shown next.
  func take() -> Request? {
    waiting.withLock { waiting in
      for kind in DesktopNotification.Kind.allCases {
        if let (alert, waiters) = waiting.closes.removeValue(forKey: kind) { return .close(alert, waiters) }
      }
      for kind in DesktopNotification.Kind.allCases {
        if let (alert, waiters) = waiting.shows.removeValue(forKey: kind) { return .show(alert, waiters) }
      }
      if !waiting.probes.isEmpty {
        defer { waiting.probes = [] }
        return .probe(waiting.probes)
      }
      return waiting.hasEnded ? .end : nil
    }
  }
}
