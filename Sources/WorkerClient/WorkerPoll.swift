internal import Glibc
internal import LinuxSystem

/// One poll(2) over the mailbox and all workers.
struct WorkerPoll {
  /// Whether commands wait in the mailbox.
  private(set) var hasCommands = false
  /// What happened to each worker.
  private(set) var events: [(worker: WorkerProcess, hasExited: Bool, hasMessages: Bool, hasDiagnostics: Bool)] = []

  /// Waits until something happens, or until the instant; nil waits without limit.
  init(mailbox: Int32, workers: [WorkerProcess], until instant: SuspendingClock.Instant?) {
    var polled = [pollfd(fd: mailbox, events: Int16(POLLIN), revents: 0)]
    for worker in workers {
      polled.append(pollfd(fd: worker.pidfd.raw, events: Int16(POLLIN), revents: 0))
      // poll(2) skips entries with a negative descriptor.
      polled.append(pollfd(fd: worker.socketIsOpen ? worker.socket.raw : -1, events: Int16(POLLIN), revents: 0))
      polled.append(
        pollfd(fd: worker.diagnosticsAreOpen ? worker.diagnostics.raw : -1, events: Int16(POLLIN), revents: 0))
    }
    let ready = unsafe poll(&polled, nfds_t(polled.count), Self.milliseconds(until: instant))
    guard ready > 0 else { return }
    hasCommands = polled[0].revents != 0
    events = workers.enumerated().map { index, worker in
      let entry = 1 + 3 * index
      return (worker, polled[entry].revents != 0, polled[entry + 1].revents != 0, polled[entry + 2].revents != 0)
    }
  }

  /// Rounded up, so that the loop does not spin in the last millisecond. -1 waits without limit (poll(2)).
  private static func milliseconds(until instant: SuspendingClock.Instant?) -> Int32 {
    guard let instant else { return -1 }
    let rest = max(.zero, instant - .now)
    return Int32(clamping: Int((rest / .milliseconds(1)).rounded(.up)))
  }
}
