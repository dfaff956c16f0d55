internal import CLinux
internal import Synchronization
package import SystemPackage

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
