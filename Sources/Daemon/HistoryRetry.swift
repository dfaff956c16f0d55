internal import Pipeline

/// When to try a failed history again: a disk that is full, read-only or locked may become usable. Meanwhile
/// screenshots are still scanned and notifications shown.
struct HistoryRetry {
  typealias Instant = ContinuousClock.Instant

  private var pending: (due: Instant, backoff: Backoff)?
  /// Whether it failed since the last `beginListing()`, in which case the listing may have missed files.
  private var hasFailedSinceListing = false

  /// When it is tried again; nil if it works.
  var nextTry: Instant? { pending?.due }

  /// A call to the history failed.
  mutating func noteFailure(now: Instant) {
    hasFailedSinceListing = true
    guard pending == nil else { return }
    var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    pending = (now + backoff.pause(), backoff)
  }

  /// Starts the next try if it is due, and schedules the one after it.
  mutating func beginTry(now: Instant) -> Bool {
    guard var next = pending, next.due <= now else { return false }
    next.due = now + next.backoff.pause()
    pending = next
    return true
  }

  /// The unsaved outcomes are written; next, the folders are listed to find what was missed.
  mutating func beginListing() { hasFailedSinceListing = false }

  /// The folders were listed.
  /// - Returns: Whether the history works again.
  mutating func endListing() -> Bool {
    if hasFailedSinceListing { return false }
    pending = nil
    return true
  }
}
