internal import Glibc

package struct DeadlinePassed: Error {}

/// Waits for a change made by another thread; gives up after 10 s.
package func poll(until condition: () -> Bool) throws {
  let end = SuspendingClock.now.advanced(by: .seconds(10))
  while !condition() {
    if SuspendingClock.now > end { throw DeadlinePassed() }
    usleep(1_000)
  }
}
