internal import Pipeline

/// When a history that has failed is tried again: a disk that is full, read-only or locked now may not be so later. Until
/// then screenshots are scanned and notifications are shown all the same.
struct HistoryRetry {
  typealias Instant = ContinuousClock.Instant

  private var pending: (due: Instant, backoff: Backoff)?
  /// Whether it has failed since the last `beginListing()`: then a listing may have missed files.
  private var hasFailedSinceListing = false

  /// When it is tried again; nil while it works.
  var nextTry: Instant? { pending?.due }

  /// The history did not do what it was asked.
  mutating func noteFailure(now: Instant) {
    hasFailedSinceListing = true
    guard pending == nil else { return }
    var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    pending = (now + backoff.pause(), backoff)
  }

  /// Begins the next try, if it is due; the one after it comes later.
  mutating func beginTry(now: Instant) -> Bool {
    guard var next = pending, next.due <= now else { return false }
    next.due = now + next.backoff.pause()
    pending = next
    return true
  }

  /// What was kept is written; the folders are listed now for what was passed over.
  mutating func beginListing() { hasFailedSinceListing = false }

  /// The folders are listed.
  /// - Returns: Whether the history works again.
  mutating func endListing() -> Bool {
    if hasFailedSinceListing { return false }
    pending = nil
    return true
  }
}
