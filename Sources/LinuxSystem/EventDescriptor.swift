internal import CLinux

/// Wakes a thread that waits on a descriptor (eventfd(2)).
package struct EventDescriptor: ~Copyable, Sendable {
  package let descriptor: OwnedDescriptor

  /// - Throws: `SystemError` with EMFILE or ENFILE.
  package init() throws(SystemError) {
    descriptor = try OwnedDescriptor(result: ocrscan_event_open(), of: "eventfd")
  }

  /// Makes the descriptor readable until `clear()`. May be called from any thread.
  package borrowing func signal() {
    var one: UInt64 = 1
    // Fails only if the counter is at its maximum (EAGAIN), and then the descriptor is readable anyway.
    _ = unsafe ocrscan_write_all(descriptor.raw, &one, 8)
  }

  package borrowing func clear() {
    var count: UInt64 = 0
    _ = unsafe ocrscan_read(descriptor.raw, &count, 8)
  }
}

/// The result of waiting for two descriptors.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let first = Readiness(rawValue: OCRSCAN_FIRST_READY)
  package static let second = Readiness(rawValue: OCRSCAN_SECOND_READY)
  package static let firstBroken = Readiness(rawValue: OCRSCAN_FIRST_BROKEN)
  /// File systems were mounted or unmounted.
  package static let mountsChanged = Readiness(rawValue: OCRSCAN_MOUNTS_CHANGED)
  /// The clock was set, or the machine has slept.
  package static let clockChanged = Readiness(rawValue: OCRSCAN_CLOCK_CHANGED)

  /// Waits until a descriptor (-1 for none) is readable or broken (ppoll(2)). Without a timeout there is no timer, so
  /// that an idle process is never woken. Returns the empty set at the timeout or after a signal. Blocks.
  /// - Throws: `SystemError` with ENOMEM.
  package static func wait(
    first: Int32, second: Int32 = -1, changes: borrowing SystemEvents = .none, timeout: Duration? = nil
  ) throws(SystemError) -> Readiness {
    // At most a year, which is as good as forever.
    let limit = timeout.map { Int64(min(max($0, .zero), .seconds(365 * 86_400)) / .nanoseconds(1)) } ?? -1
    return Readiness(
      rawValue: try SystemError.check("ppoll", ocrscan_wait(first, second, changes.mounts, changes.clock, limit)))
  }
}
