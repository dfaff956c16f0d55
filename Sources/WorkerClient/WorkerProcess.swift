internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage
internal import WorkerProtocol

/// One worker: its process and the three descriptors that connect to it. Used on the supervisor's thread only.
final class WorkerProcess {
  enum Duty {
    /// Waits for a screenshot until the instant.
    case spare(until: SuspendingClock.Instant)
    case task(UInt64)
    /// Has finished and is expected to exit by the instant, else it is killed.
    case leaving(until: SuspendingClock.Instant)
    /// Was killed and is not yet reaped.
    case killed
  }

  let processID: Int32
  let pidfd: OwnedDescriptor
  let socket: OwnedDescriptor
  let diagnostics: OwnedDescriptor
  var duty: Duty
  var decoder = FrameDecoder()
  var isReady = false
  var step = ShareStep.words
  var engineVersion: String?
  /// The task that ended under this worker and waits for it to be reaped.
  var endedTask: UInt64?
  var end = WorkerEnd.finished
  /// What the worker wrote to standard error before it was ready, and so before it saw any screenshot.
  private(set) var startupOutput = ""
  private var diagnosticsCount = 0
  private(set) var socketIsOpen = true
  private(set) var diagnosticsAreOpen = true

  /// The whole environment of a worker; nothing of the user's reaches it. `OMP_THREAD_LIMIT` must be here, because
  /// libgomp reads it when it is loaded: beside a busy core one page took 15 s instead of 1.7 s. Swift's crash
  /// backtracer would write memory to the journal. The tunables (glibc manual, "Memory Allocation Tunables") have the
  /// kernel fill the heap in pieces of 2 MiB, and keep freed memory for reuse: a tenth of the page faults and of the
  /// processor time for the layout of a 4K image, for 4 MiB.
  static let environment = [
    "OMP_THREAD_LIMIT=1", "SWIFT_BACKTRACE=enable=no", "LC_ALL=C.UTF-8", "PATH=/nonexistent",
    "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=1000000000",
  ]

  /// Starts a worker. Call on the supervisor's permanent thread only, see `DedicatedThread`.
  init(_ program: FilePath, _ arguments: [String], duty: Duty) throws(SystemError) {
    var worker = ocrscan_worker()
    let result = unsafe CStrings.with(arguments) { arguments in
      unsafe CStrings.with(Self.environment) { environment in
        unsafe program.withPlatformString { unsafe ocrscan_spawn_worker($0, arguments, environment, &worker) }
      }
    }
    guard result == 0 else { throw SystemError("posix_spawn", errno: -result) }
    processID = worker.pid
    pidfd = OwnedDescriptor(takingOwnershipOf: worker.pidfd)
    socket = OwnedDescriptor(takingOwnershipOf: worker.socket)
    diagnostics = OwnedDescriptor(takingOwnershipOf: worker.diagnostics)
    self.duty = duty
  }

  func send(_ frame: Frame, screenshot: Int32, output: Int32?) throws(SystemError) {
    let bytes = frame.encoded()
    let descriptors = ocrscan_descriptors(first: screenshot, second: output ?? -1)
    let sent = unsafe ocrscan_send(socket.raw, bytes, UInt64(bytes.count), descriptors)
    // The socket is new and the frame small, so it is sent whole or the worker is gone.
    guard sent == bytes.count else { throw SystemError("sendmsg", errno: sent < 0 ? Int32(-sent) : EPIPE) }
  }

  var isSpare: Bool { if case .spare = duty { true } else { false } }

  func isWorking(on id: UInt64) -> Bool {
    if case .task(let mine) = duty { mine == id } else { false }
  }

  /// Kills the process at once; to be called once. It still has to be reaped, but nothing it has sent counts any more.
  func kill() {
    duty = .killed
    socketIsOpen = false
    diagnosticsAreOpen = false
    _ = ocrscan_pidfd_send_signal(pidfd.raw, SIGKILL)
  }

  /// Reads at most 64 KiB of what has arrived on the socket, so that a worker that sends faster does not keep the
  /// supervisor from its deadlines. Returns whether nothing more has arrived.
  /// - Throws: `ProtocolViolation` when the worker sent more than a reply may hold.
  func receive() throws(ProtocolViolation) -> Bool {
    guard socketIsOpen else { return true }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = Int(unsafe ocrscan_read(socket.raw, &buffer, UInt64(buffer.count)))
    if count > 0 {
      try decoder.append(buffer[..<count])
      return false
    }
    if count != -Int(EAGAIN) { socketIsOpen = false }
    return true
  }

  /// Drains standard error so that the worker never blocks on it. False if it wrote far too much.
  func drainDiagnostics() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while diagnosticsAreOpen {
      let count = Int(unsafe ocrscan_read(diagnostics.raw, &buffer, UInt64(buffer.count)))
      if count > 0 {
        diagnosticsCount += count
        if !isReady, startupOutput.utf8.count < 512 {
          let output = String(decoding: buffer[..<min(count, 512)], as: UTF8.self)
          startupOutput += output.split(separator: "\n").map { TerminalEscaping.escaped(String($0)) }.joined(
            separator: "; ")
        }
        if diagnosticsCount > ProtocolLimits.maximumDiagnostics { return false }
      } else {
        diagnosticsAreOpen = count == -Int(EAGAIN)
        break
      }
    }
    return true
  }

  func reap() -> Message? {
    var code: Int32 = 0
    var status: Int32 = 0
    let result = unsafe ocrscan_pidfd_reap(pidfd.raw, &code, &status)
    if result == 0 { return nil }
    if result < 0 { return "it could not be waited for" }
    // CLD_EXITED is 1 (sigaction(2)); every other code is an end by signal.
    if code == 1 { return status == 0 ? "it ended without an answer" : "it ended with status \(status)" }
    return "it was ended by signal \(status)"
  }
}

/// One poll(2) over the mailbox and all workers.
struct WorkerPoll {
  private(set) var hasCommands = false
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
