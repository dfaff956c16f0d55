internal import LinuxSystem

/// The latest time at which something may end.
struct CallDeadline: Sendable {
  let instant: SuspendingClock.Instant

  /// Time left, at least zero.
  var rest: Duration { max(.zero, instant - .now) }

  /// Runs a blocking call. If it does not return in time, as on a network folder that does not answer, its thread is
  /// abandoned.
  /// - Returns: The result of the call; nil if it took too long.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    await BlockingIOPool(label: "fetching").run(within: rest, body)
  }
}
