internal import CLinux
internal import Glibc

/// Wakes a thread that waits in poll(2), from any other thread (eventfd(2)).
package struct Wakeup: ~Copyable, Sendable {
  private let descriptor: OwnedDescriptor

  package init() throws(SystemError) {
    let raw = ocrscan_eventfd()
    guard raw >= 0 else { throw SystemError("eventfd", errno: -raw) }
    descriptor = OwnedDescriptor(takingOwnershipOf: raw)
  }

  /// To be polled for POLLIN; valid as long as this value lives.
  package var raw: Int32 { descriptor.raw }

  /// Makes the descriptor readable. Signals that come before the next `clear()` are one.
  package func signal() {
    var one: UInt64 = 1
    // EAGAIN means that the counter is full, and then it is readable already.
    _ = unsafe write(descriptor.raw, &one, 8)
  }

  /// Makes the descriptor unreadable again.
  package func clear() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor.raw, &count, 8)
  }
}
