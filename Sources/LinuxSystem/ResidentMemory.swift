internal import CLinux

/// The memory of this process that counts as used.
package enum ResidentMemory {
  /// Has all threads share one heap. To be called before there are any.
  ///
  /// The C library gives threads heaps of their own, up to eight for each processor. What is left over in each adds up over
  /// days: after 500 screenshots 6 MB in four of them (2026-11-21). A daemon that does one thing at a time does not need them.
  package static func useOneHeap() { ocrscan_use_one_heap() }

  /// Lets go of what only starting up or a scan needed. For a process that is about to rest for long.
  ///
  /// The kernel maps 64 KiB of a program's file around each page that is touched, so that starting makes most of the
  /// 29 MB of code of a statically linked Swift program resident, and 3 MB of the libraries. Measured on 2026-11-21 on the
  /// daemon at rest after a 4K screenshot: 35 MB without this, 15 to 17 MB with it (docs/benchmarks.md), and 3 MB less
  /// since it is done with libraries as well.
  /// - Returns: Bytes of code that were let go, whether resident or not.
  @discardableResult
  package static func release() -> UInt64 { ocrscan_release_memory() }
}
