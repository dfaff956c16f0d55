internal import CLinux
internal import Glibc
internal import Synchronization
package import SystemPackage

/// Runs another program and captures its standard output, with a limit on size and time.
package enum CapturedProgram {
  package struct Output: Sendable {
    package var bytes: [UInt8]
    /// Whether it ended with status 0.
    package var succeeded: Bool
  }

  package enum Failure: Error, Sendable {
    case timedOut
    case tooLong
    /// It could not be started.
    case system(SystemError)
  }

  /// Runs a program, an absolute path, to its end, or kills it at a limit. Blocks. Standard input is empty, the
  /// environment only these strings "NAME=value"; standard error is discarded unless it is added to the output.
  package static func run(
    _ program: FilePath, _ arguments: [String], environment: [String], maximumBytes: Int,
    deadline: SuspendingClock.Instant, addingErrors: Bool = false
  ) throws(Failure) -> Output {
    var captured = ocrscan_captured()
    let result = unsafe CStrings.with([program.string] + arguments) { arguments in
      unsafe CStrings.with(environment) { environment in
        unsafe program.withPlatformString {
          unsafe ocrscan_spawn_captured($0, arguments, environment, addingErrors ? 1 : 0, &captured)
        }
      }
    }
    guard result == 0 else { throw .system(SystemError("posix_spawn", errno: -result)) }
    let process = OwnedDescriptor(takingOwnershipOf: captured.pidfd)
    let output = OwnedDescriptor(takingOwnershipOf: captured.output)
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try collect(output.raw, maximumBytes: maximumBytes, until: deadline)
      // The program may keep running after it closed its output.
      guard wait(process.raw, until: deadline) else { throw Failure.timedOut }
    } catch {
      _ = ocrscan_pidfd_send_signal(process.raw, SIGKILL)
      _ = reap(process.raw)
      throw error
    }
    return Output(bytes: bytes, succeeded: reap(process.raw))
  }

  private static func collect(
    _ descriptor: Int32, maximumBytes: Int, until deadline: SuspendingClock.Instant
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while wait(descriptor, until: deadline) {
      let count = Int(unsafe ocrscan_read(descriptor, &buffer, UInt64(buffer.count)))
      if count == 0 { return bytes }
      if count == -Int(EAGAIN) { continue }
      guard count > 0 else { throw .system(SystemError("read", errno: Int32(-count))) }
      guard bytes.count + count <= maximumBytes else { throw .tooLong }
      bytes += buffer[..<count]
    }
    throw .timedOut
  }

  /// Waits for a descriptor to become readable. False at the deadline.
  private static func wait(_ descriptor: Int32, until deadline: SuspendingClock.Instant) -> Bool {
    while true {
      let rest = deadline - .now
      guard rest > .zero else { return false }
      if let ready = try? Readiness.wait(first: descriptor, timeout: rest), !ready.isEmpty { return true }
    }
  }

  private static func reap(_ process: Int32) -> Bool {
    var code: Int32 = 0
    var status: Int32 = 0
    // CLD_EXITED is 1 (sigaction(2)); every other code is an end by signal.
    return unsafe ocrscan_pidfd_wait(process, &code, &status) == 0 && code == 1 && status == 0
  }
}

package enum CStrings {
  /// Calls a body with an array that ends with a null pointer, as execve(2) takes it; valid as long as the body runs.
  package static func with<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies)
  }
}

/// A process that starts programs on behalf of one that has confined itself (ocrscan_launcher.h).
package struct LauncherProcess: Sendable {
  private let socket: Int32
  /// Allows one request at a time, with its answer.
  private static let turn = Mutex(())

  /// Forks the process, which ends with this one. Must be called before the first thread is started, and before
  /// confinement, which it would inherit.
  /// - Throws: `SystemError` of fork(2) or socketpair(2).
  package init() throws(SystemError) {
    socket = try SystemError.check("fork", ocrscan_launcher_begin())
  }

  /// Starts a program, by its absolute path, in its own session, without waiting for it.
  /// - Throws: `SystemError` of posix_spawn(3), with EPIPE if the process is gone, with ETIMEDOUT after three seconds.
  package func start(_ program: FilePath, _ arguments: [String]) throws(SystemError) {
    var words: [UInt8] = []
    for word in [program.string] + arguments { words += Array(word.utf8) + [0] }
    let result = Self.turn.withLock { _ in
      unsafe words.withUnsafeBytes { bytes in
        unsafe ocrscan_launcher_start(socket, bytes.baseAddress, UInt64(bytes.count))
      }
    }
    try SystemError.check("posix_spawn", result)
  }
}
