import Glibc

/// Checks processes by their ID.
package enum ChildProcess {
  /// True while the process runs, or has ended but has not been reaped (kill(2), signal 0).
  package static func exists(_ processID: Int32) -> Bool {
    kill(processID, 0) == 0
  }
}
