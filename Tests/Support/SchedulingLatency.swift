internal import Glibc

/// How punctual this machine is now.
package enum SchedulingLatency {
  /// Milliseconds by which something may be late. A machine whose processors are all busy with other things cannot
  /// keep to the promised tenth of a second, which is then said and not tested.
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
