import Testing

@testable import Daemon

struct NotificationRateLimiterTests {
  private let start = SuspendingClock.now

  @Test func `a few may follow each other at once`() {
    var limiter = NotificationRateLimiter(burst: 3, interval: .seconds(2), now: start)
    let pauses = (0..<3).map { _ in limiter.takeToken(now: start) }
    #expect(pauses.allSatisfy { $0 == nil })
  }

  @Test func `then there is one each interval`() {
    var limiter = NotificationRateLimiter(burst: 1, interval: .seconds(2), now: start)
    _ = limiter.takeToken(now: start)
    #expect(limiter.takeToken(now: start) == .seconds(2))
    let rest = limiter.takeToken(now: start + .seconds(1)) ?? .zero
    #expect(abs((rest - .seconds(1)) / .seconds(1)) < 0.001)
    let now = limiter.takeToken(now: start + .seconds(2))
    #expect(now == nil)
  }

  @Test func `a long rest fills it no further than the burst`() {
    var limiter = NotificationRateLimiter(burst: 2, interval: .seconds(2), now: start)
    let later = start + .seconds(3600)
    let pauses = (0..<3).map { _ in limiter.takeToken(now: later) }
    #expect(pauses[0] == nil && pauses[1] == nil && pauses[2] != nil)
  }
}
