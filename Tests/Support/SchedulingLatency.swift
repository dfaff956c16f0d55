internal import Glibc

/// Measures how late this machine wakes a process now.
package enum SchedulingLatency {
  /// Milliseconds by which an event may be late: 100, or 1,000 if the machine is too busy to wake up on time, which is
  /// printed.
  package static var timingSlack: Double {
    let latest = (0..<50).map { _ in lateness() }.max() ?? .zero
    guard latest > .milliseconds(20) else { return 100 }
    print("This machine is busy: it woke up \(latest) late, so times are not held to a tenth of a second.")
    return 1_000
  }

  private static func lateness() -> Duration {
    let began = ContinuousClock.now
    usleep(10_000)
    return ContinuousClock.now - began - .milliseconds(10)
  }
}
