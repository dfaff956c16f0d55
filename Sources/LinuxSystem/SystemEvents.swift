internal import CLinux

/// Changes of the whole system after which nothing that was known of a folder need still hold: other mounts, and sleep.
///
/// The kernel tells of both by itself, so that nobody has to look now and then.
package struct SystemEvents: ~Copyable, Sendable {
  private let mountList: OwnedDescriptor?
  private let clockChanges: OwnedDescriptor?

  /// Nothing to wait for.
  package static var none: SystemEvents { SystemEvents(mounts: nil, clock: nil) }

  /// Tells of what the kernel lets it tell of: without /proc, for example, not of mounts.
  package init() {
    self.init(
      mounts: try? OwnedDescriptor(result: ocrscan_mounts_open(), of: "open"),
      clock: try? OwnedDescriptor(result: ocrscan_clock_changes_open(), of: "timerfd_create"))
  }

  /// - Parameters:
  ///   - mounts: Gives POLLPRI when mounts have changed, as /proc/self/mountinfo does.
  ///   - clock: Readable when the clock was set or the machine has slept, until it is read.
  package init(mounts: consuming OwnedDescriptor?, clock: consuming OwnedDescriptor?) {
    mountList = mounts
    clockChanges = clock
  }

  var mounts: Int32 {
    switch mountList {
    case .some(let descriptor): descriptor.raw
    case .none: -1
    }
  }

  var clock: Int32 {
    switch clockChanges {
    case .some(let descriptor): descriptor.raw
    case .none: -1
    }
  }

  /// Forgets the changes of the clock so far. Those of the mounts are forgotten by waiting for them.
  package borrowing func clear() {
    guard clock >= 0 else { return }
    var count: UInt64 = 0
    // Fails with ECANCELED, which is what it is to tell.
    _ = unsafe ocrscan_read(clock, &count, 8)
  }
}
