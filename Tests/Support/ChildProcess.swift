import Glibc

/// Looks at processes by their ID.
package enum ChildProcess {
  /// True while the process runs, or has ended and was not reaped (kill(2), signal 0).
  package static func exists(_ processID: Int32) -> Bool {
    kill(processID, 0) == 0
  }
}
