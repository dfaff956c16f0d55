/// Token bucket: a few notifications may follow each other at once, then one each interval. Services refuse floods
/// (`ExcessNotificationGeneration`).
struct NotificationRateLimiter {
  typealias Instant = SuspendingClock.Instant

  private let burst: Double
  private let interval: Duration
  private var tokens: Double
  private var updatedAt: Instant

  /// - Parameters:
  ///   - burst: How many may follow each other at once; at least 1.
  ///   - interval: Time until one more is allowed.
  ///   - now: The bucket is full at this time.
  init(burst: Int, interval: Duration, now: Instant) {
    self.burst = Double(burst)
    self.interval = interval
    tokens = Double(burst)
    updatedAt = now
  }

  /// Takes a token for one notification.
  /// - Returns: Nil if a token was available, otherwise the time until the next one.
  mutating func takeToken(now: Instant) -> Duration? {
    tokens = min(burst, tokens + (now - updatedAt) / interval)
    updatedAt = now
    guard tokens < 1 else {
      tokens -= 1
      return nil
    }
    return interval * (1 - tokens)
  }
}
