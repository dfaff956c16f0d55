internal import LinuxSystem

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
