internal import CLinux
internal import Glibc
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
