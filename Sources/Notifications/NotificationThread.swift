internal import LinuxSystem

/// The one thread that talks to the bus. It sleeps until a caller or the bus has something for it.
final class NotificationThread: Sendable {
  let mailbox = NotificationMailbox()
  private let address: String?
  private let wakeUp: EventDescriptor
  private let serviceAppeared: AsyncStream<Void>.Continuation
  private let responded: AsyncStream<AlertResponse>.Continuation

  /// - Throws: `SystemError` if there is no descriptor left.
  init(
    address: String?, serviceAppeared: AsyncStream<Void>.Continuation,
    responded: AsyncStream<AlertResponse>.Continuation
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

  /// Makes the thread look into the mailbox.
  func wake() {
    wakeUp.signal()
  }

  private func run() {
    var session = NotificationSession(address: address)
    while true {
      wakeUp.clear()
      let news = session.receiveEvents()
      if news.hasServiceAppeared { serviceAppeared.yield() }
      for response in news.responses { responded.yield(response) }
      switch mailbox.take() {
      case .close(let alert, let waiters):
        session.close(alert)
        for waiter in waiters { waiter.resume() }
      case .show(let alert, let waiters):
        let answer = Result { () throws(NotificationFailure) in try session.show(alert) }
        for waiter in waiters { waiter.resume(returning: answer) }
      case .probe(let waiters):
        let answer = Result { () throws(NotificationFailure) in try session.probe() }
        for waiter in waiters { waiter.resume(returning: answer) }
      case .end:
        serviceAppeared.finish()
        responded.finish()
        return
      case nil:
        // Without a limit: an idle daemon is not woken by its alerts. If the wait fails, for want of memory, the
        // loop tries again.
        _ = try? Readiness.wait(first: wakeUp.descriptor.raw, second: session.descriptor ?? -1)
      }
    }
  }
}
