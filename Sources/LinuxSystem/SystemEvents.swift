internal import CLinux

/// System-wide changes, reported by the kernel, after which what was known about a folder may no longer be true: other
/// mounts, and sleep.
package struct SystemEvents: ~Copyable, Sendable {
  private let mountList: OwnedDescriptor?
  private let clockChanges: OwnedDescriptor?

  package static var none: SystemEvents { SystemEvents(mounts: nil, clock: nil) }

  /// Reports what the kernel allows: without /proc, for example, no changes of mounts.
  package init() {
    self.init(
      mounts: try? OwnedDescriptor(result: ocrscan_mounts_open(), of: "open"),
      clock: try? OwnedDescriptor(result: ocrscan_clock_changes_open(), of: "timerfd_create"))
  }

  /// `mounts` signals POLLPRI when mounts have changed, as /proc/self/mountinfo does; `clock` is readable when the
  /// clock was set or the machine has slept, until it is read.
  package init(mounts: consuming OwnedDescriptor?, clock: consuming OwnedDescriptor?) {
    mountList = mounts
    clockChanges = clock
  }

  var mounts: Int32 { mountList.raw }
  var clock: Int32 { clockChanges.raw }

  /// Clears the clock changes so far. Those of mounts are cleared by waiting for them.
  package borrowing func clear() {
    guard clock >= 0 else { return }
    var count: UInt64 = 0
    // Fails with ECANCELED, which is how the change is reported.
    _ = unsafe ocrscan_read(clock, &count, 8)
  }
}

extension Optional where Wrapped: ~Copyable, Wrapped == OwnedDescriptor {
  /// The number of the descriptor; -1 for none, as poll(2) takes it.
  fileprivate var raw: Int32 {
    switch self {
    case .some(let descriptor): descriptor.raw
    case .none: -1
    }
  }
}
