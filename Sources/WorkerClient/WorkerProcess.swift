internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage
internal import WorkerProtocol

/// One worker: its process and the three descriptors that connect to it. Used on the supervisor's thread only.
final class WorkerProcess {
  /// The worker's current job.
  enum Duty {
    /// Waits for a screenshot until the instant.
    case spare(until: SuspendingClock.Instant)
    /// Works on a share of a task.
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
  /// Version of the engine, once it is ready.
  var engineVersion: String?
  /// The task that ended under this worker and waits for it to be reaped.
  var endedTask: UInt64?
  /// How it ended, for the event log.
  var end = WorkerEnd.finished
  /// What the worker wrote to standard error before it was ready, and so before it saw any screenshot.
  private(set) var startupOutput = ""
  private var diagnosticsCount = 0
  private(set) var socketIsOpen = true
  private(set) var diagnosticsAreOpen = true

  /// The whole environment of a worker. Nothing of the user's environment reaches it.
  ///
  /// `OMP_THREAD_LIMIT` must be here, because libgomp reads it when it is loaded. Without it one page took 15 s instead
  /// of 1.7 s beside a busy core. Swift's crash backtracer would write memory to the journal.
  ///
  /// The tunables (glibc manual, "Memory Allocation Tunables") have the kernel fill the heap in pieces of 2 MiB, and
  /// keep freed memory for reuse: 1,800 page faults instead of 18,300 for the layout of a 4K image, a tenth of the
  /// processor time, for 4 MiB more memory. A worker reads one screenshot and exits, so nothing piles up.
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

  /// Sends a request with the descriptor of the picture and, if there is one, of the output.
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

  /// Reads at most 64 KiB of what has arrived on the socket: a worker that sends faster than it is read must not keep
  /// the supervisor from its deadlines.
  /// - Returns: Whether nothing more has arrived.
  /// - Throws: `ProtocolViolation` when the worker sent more than a reply may hold.
  func receive() throws(ProtocolViolation) -> Bool {
    guard socketIsOpen else { return true }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = unsafe read(socket.raw, &buffer, buffer.count)
    if count > 0 {
      try decoder.append(buffer[..<count])
      return false
    }
    if count < 0, errno == EINTR { return false }
    if count == 0 || errno != EAGAIN { socketIsOpen = false }
    return true
  }

  /// Drains standard error so that the worker never blocks on it. False if it wrote far too much.
  func drainDiagnostics() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while diagnosticsAreOpen {
      let count = unsafe read(diagnostics.raw, &buffer, buffer.count)
      if count > 0 {
        diagnosticsCount += count
        if !isReady, startupOutput.utf8.count < 512 {
          let output = String(decoding: buffer[..<min(count, 512)], as: UTF8.self)
          startupOutput += output.split(separator: "\n").map { TerminalEscaping.escaped(String($0)) }.joined(
            separator: "; ")
        }
        if diagnosticsCount > ProtocolLimits.maximumDiagnostics { return false }
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        diagnosticsAreOpen = false
      } else if errno == EAGAIN {
        break
      }
    }
    return true
  }

  /// Reaps the process and returns how it ended; nil while it runs.
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
