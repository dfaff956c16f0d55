internal import CLinux

/// The memory of this process that counts as used.
package enum ResidentMemory {
  /// Lets go of what only starting up or a scan needed. For a process that is about to rest for long.
  ///
  /// The kernel maps 64 KiB of a program's file around each page that is touched, so that starting makes most of the
  /// 29 MB of code of a statically linked Swift program resident. Measured on 2026-11-21 on the daemon at rest after a
  /// 4K screenshot: 35 MB without this, 15 to 17 MB with it (docs/benchmarks.md).
  /// - Returns: Bytes of code that were let go, whether resident or not.
  @discardableResult
  package static func release() -> UInt64 { ocrscan_release_memory() }
}
