internal import CLinux

/// The memory of this process that counts as used.
package enum ResidentMemory {
  /// Makes all threads share one heap; to be called before starting any. The C library gives threads heaps of their
  /// own, and what remains in each adds up: 6 MB in four of them after 500 screenshots (2026-11-21). Large blocks stay
  /// outside: after 2,400 screenshots with faults 9.5 to 10.7 MB remain at rest, 9.9 to 14.0 otherwise (2026-11-28).
  package static func useOneHeap() { ocrscan_use_one_heap() }

  /// Releases memory that only startup or a scan needed, for a process that will be idle for long. The kernel maps 64
  /// KiB of a file around each page touched, so starting makes most of a program's 29 MB of code resident. The idle
  /// daemon after a 4K screenshot has 35 MB without this, 15 to 17 MB with it (2026-11-21, docs/benchmarks.md), and 3
  /// MB less since libraries are included. Returns the bytes of code that were released, whether they were resident or
  /// not.
  @discardableResult
  package static func release() -> UInt64 { ocrscan_release_memory() }
}
