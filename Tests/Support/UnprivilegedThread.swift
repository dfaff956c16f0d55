internal import Glibc
internal import LinuxSystem

/// Threads with fewer rights than the process, because root may do everything.
package enum UnprivilegedThread {
  package static var isPossible: Bool { geteuid() == 0 }

  /// Runs `body` on a thread whose user is `nobody`; threads that it starts inherit that.
  package static func run<Result: Sendable>(
    user: UInt32 = 65534, _ body: @escaping @Sendable () -> Result
  ) async throws -> Result {
    let result = try await TestThread.run { () -> Result? in RawSystemCall.setUser(user) == 0 ? body() : nil }
    guard let result else { throw SystemError("setresuid", errno: EPERM) }
    return result
  }
}
