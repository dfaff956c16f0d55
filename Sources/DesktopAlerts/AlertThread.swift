internal import Glibc
internal import LinuxSystem

/// The one thread that talks to the bus. It sleeps in poll(2) until a caller or the bus has something for it.
final class AlertThread: Sendable {
  let mailbox = AlertMailbox()
  private static let wakeSocketType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
  private let address: String?
  private let wakeReader: OwnedDescriptor
  private let wakeWriter: OwnedDescriptor
  private let serviceAppeared: AsyncStream<Void>.Continuation

  /// - Throws: `SystemError` if no socket pair can be made.
  init(address: String?, serviceAppeared: AsyncStream<Void>.Continuation) throws(SystemError) {
    var ends: [2 of Int32] = [-1, -1]
    var span = ends.mutableSpan
    let status = unsafe span.withUnsafeMutableBufferPointer { ends in
      guard let start = ends.baseAddress else { return Int32(-1) }
      // pipe2(2) is not visible to Swift, and pipe(2) cannot set close-on-exec at once.
      return unsafe socketpair(AF_UNIX, Self.wakeSocketType, 0, start)
    }
    guard status == 0 else { throw SystemError("socketpair", errno: errno) }
    wakeReader = OwnedDescriptor(takingOwnershipOf: ends[0])
    wakeWriter = OwnedDescriptor(takingOwnershipOf: ends[1])
    self.address = address
    self.serviceAppeared = serviceAppeared
  }

  /// Starts the thread, which keeps this object alive until it ends.
  /// - Throws: `SystemError` if the system refuses another thread.
  func start() throws(SystemError) {
    // Signals are for the threads that the program has chosen for them (signal(7)). A new thread inherits the mask.
    var all = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }

    var thread = pthread_t()
    let retained = unsafe Unmanaged.passRetained(self)
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<AlertThread>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      unsafe retained.release()
      throw SystemError("pthread_create", errno: status)
    }
    pthread_detach(thread)
  }

  /// Makes the thread look into the mailbox.
  func wake() {
    var byte: UInt8 = 1
    // A full socket means that the thread has been woken already.
    _ = unsafe send(wakeWriter.raw, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  private func run() {
    var session = NotificationSession(address: address)
    while true {
      if session.receiveEvents() { serviceAppeared.yield() }
      switch mailbox.take() {
      case .close(let alert, let waiters):
        session.close(alert)
        for waiter in waiters { waiter.resume() }
      case .show(let alert, let waiters):
        let answer = Result { () throws(AlertFailure) in try session.show(alert) }
        for waiter in waiters { waiter.resume(returning: answer) }
      case .probe(let waiters):
        let answer = Result { () throws(AlertFailure) in try session.probe() }
        for waiter in waiters { waiter.resume(returning: answer) }
      case .end:
        serviceAppeared.finish()
        return
      case nil:
        waitForWork(session.pollTarget)
      }
    }
  }

  /// Sleeps without a limit: an idle daemon is not woken by its alerts.
  private func waitForWork(_ bus: (descriptor: Int32, events: Int16)?) {
    // poll(2) passes over a negative descriptor.
    var targets: [2 of pollfd] = [
      pollfd(fd: wakeReader.raw, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bus?.descriptor ?? -1, events: bus?.events ?? 0, revents: 0),
    ]
    var span = targets.mutableSpan
    _ = unsafe span.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), -1) }
    drainWakeUps()
  }

  private func drainWakeUps() {
    var bytes: [64 of UInt8] = .init(repeating: 0)
    var span = bytes.mutableSpan
    while unsafe span.withUnsafeMutableBytes({ unsafe read(wakeReader.raw, $0.baseAddress, $0.count) }) > 0 {}
  }
}
