internal import CLinux

/// What a worker may use at most. `WorkerClient` also kills it by wall clock.
enum WorkerLimits {
  /// In bytes. A 64-megapixel image with everything derived from it stays well below this.
  private static let addressSpace: UInt64 = 2 << 30
  /// In seconds, for a worker that spins unwatched.
  private static let processorTime: UInt64 = 120

  /// Limits memory and processor time, forbids writing files and dumping memory, and ends the worker with its client.
  /// - Returns: Whether all of it succeeded.
  static func apply() -> Bool {
    ocrscan_die_with_parent() == 0 && ocrscan_forbid_dumps() == 0
      && ocrscan_limit_worker(addressSpace, processorTime) == 0
  }
}
