internal import Glibc
internal import LinuxSystem

/// Runs work on a new thread, for calls that change the thread they are made on.
package enum TestThread {
  package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async throws -> Result {
    let (results, continuation) = AsyncStream<Result>.makeStream()
    try DedicatedThread.start {
      continuation.yield(body())
      continuation.finish()
    }
    for await result in results { return result }
    throw CancellationError()
  }

  /// Runs `body` on a thread with its own umask; normally the umask belongs to the process (unshare(2), CLONE_FS).
  package static func run<Result: Sendable>(
    umask mask: UInt32, _ body: @escaping @Sendable () -> Result
  ) async throws -> Result {
    let cloneFS = 0x200
    let result = try await run { () -> Result? in
      guard RawSystemCall.unshare(cloneFS) == 0 else { return nil }
      umask(mask)
      return body()
    }
    guard let result else { throw SystemError("unshare", errno: EPERM) }
    return result
  }
}

/// System calls that affect only the calling thread; the C library has none, or applies them to all threads (nptl(7)).
enum RawSystemCall {
  private typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int

  // x86-64 has its own numbers; the others use asm-generic/unistd.h.
  #if arch(x86_64)
    private static let numbers = (setresuid: 117, unshare: 272)
  #else
    private static let numbers = (setresuid: 147, unshare: 97)
  #endif

  static func setUser(_ id: UInt32) -> Int { call(numbers.setresuid, Int(id), Int(id), Int(id)) }

  static func unshare(_ flags: Int) -> Int { call(numbers.unshare, flags, 0, 0) }

  private static func call(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int {
    // syscall(2) is variadic, which Swift cannot call; integers are passed the same way on these machines.
    guard let address = unsafe dlsym(nil, "syscall") else { return -1 }
    return unsafe unsafeBitCast(address, to: SystemCall.self)(number, first, second, third)
  }
}
