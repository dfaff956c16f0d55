internal import LinuxSystem
internal import Synchronization

/// The one thread that talks to the bus. It sleeps until a caller or the bus has a message.
final class NotificationThread: Sendable {
  let mailbox = NotificationMailbox()
  private let address: String?
  private let wakeUp: EventDescriptor
  private let serviceAppeared: AsyncStream<Void>.Continuation
  private let responded: AsyncStream<NotificationClick>.Continuation

  /// - Throws: `SystemError` if no descriptor is left.
  init(
    address: String?, serviceAppeared: AsyncStream<Void>.Continuation,
    responded: AsyncStream<NotificationClick>.Continuation
  ) throws(SystemError) {
    wakeUp = try EventDescriptor()
    self.address = address
    self.serviceAppeared = serviceAppeared
    self.responded = responded
  }

  /// Starts the thread, which keeps this object alive until it ends.
  /// - Throws: `SystemError` if the system refuses another thread.
  func start() throws(SystemError) {
    try DedicatedThread.start { self.run() }
  }

  /// Wakes the thread to check the mailbox.
  func wake() {
    wakeUp.signal()
  }

  private func run() {
    var session = NotificationSession(address: address)
    while true {
      wakeUp.clear()
      let updates = session.receiveEvents()
      if updates.hasServiceAppeared { serviceAppeared.yield() }
      for response in updates.responses { responded.yield(response) }
      switch mailbox.take() {
      case .close(let notification, let waiters):
        session.close(notification)
        for waiter in waiters { waiter.resume() }
      case .show(let notification, let waiters):
        let answer = Result { () throws(NotificationFailure) in try session.show(notification) }
        for waiter in waiters { waiter.resume(returning: answer) }
      case .probe(let waiters):
        let answer = Result { () throws(NotificationFailure) in try session.probe() }
        for waiter in waiters { waiter.resume(returning: answer) }
      case .end:
        serviceAppeared.finish()
        responded.finish()
        return
      case nil where updates.hasMore: continue
      case nil:
        // No time limit: notifications do not wake an idle daemon. If the wait fails for lack of memory, the loop tries
        // again.
        _ = try? Readiness.wait(first: wakeUp.descriptor.raw, second: session.descriptor ?? -1)
      }
    }
  }
}

/// Requests that the notification thread has not taken yet.
///
/// Bounded by design: of each kind of notification only the newest waits, and callers of older ones are answered
/// together with it. The same applies to closing and probing.
final class NotificationMailbox: Sendable {
  typealias ShowAnswer = Result<ShownNotification, NotificationFailure>
  typealias ProbeAnswer = Result<NotificationServer, NotificationFailure>

  /// One request and the callers that wait for it.
  enum Request {
    case close(ShownNotification, [CheckedContinuation<Void, Never>])
    case show(DesktopNotification, [CheckedContinuation<ShowAnswer, Never>])
    case probe([CheckedContinuation<ProbeAnswer, Never>])
    /// The notifier is gone.
    case end
  }

  private struct Waiting {
    var closes:
      [DesktopNotification.Kind: (notification: ShownNotification, waiters: [CheckedContinuation<Void, Never>])] = [:]
    var shows:
      [DesktopNotification.Kind: (notification: DesktopNotification, waiters: [CheckedContinuation<ShowAnswer, Never>])] =
        [:]
    var probes: [CheckedContinuation<ProbeAnswer, Never>] = []
    var hasEnded = false
  }

  private let waiting = Mutex(Waiting())

  func postShow(_ notification: DesktopNotification, _ waiter: CheckedContinuation<ShowAnswer, Never>) {
    waiting.withLock { waiting in
      waiting.shows[notification.kind] = (notification, (waiting.shows[notification.kind]?.waiters ?? []) + [waiter])
    }
  }

  func postClose(_ notification: ShownNotification, _ waiter: CheckedContinuation<Void, Never>) {
    waiting.withLock { waiting in
      let earlier = waiting.closes[notification.kind]
      // Only the newest notification can still be on the screen.
      let newest =
        earlier.map { $0.notification.serial > notification.serial ? $0.notification : notification } ?? notification
      waiting.closes[notification.kind] = (newest, (earlier?.waiters ?? []) + [waiter])
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
        if let (notification, waiters) = waiting.closes.removeValue(forKey: kind) {
          return .close(notification, waiters)
        }
      }
      for kind in DesktopNotification.Kind.allCases {
        if let (notification, waiters) = waiting.shows.removeValue(forKey: kind) { return .show(notification, waiters) }
      }
      if !waiting.probes.isEmpty {
        defer { waiting.probes = [] }
        return .probe(waiting.probes)
      }
      return waiting.hasEnded ? .end : nil
    }
  }
}
