internal import Pipeline

/// When to try a failed history again: a disk that is full, read-only or locked may become usable.
struct HistoryRetry {
  private var pending: (due: Instant, backoff: Backoff)?
  /// Whether it failed since the last `beginListing()`, in which case the listing may have missed files.
  private var hasFailedSinceListing = false

  var nextTry: Instant? { pending?.due }

  mutating func noteFailure(now: Instant) {
    hasFailedSinceListing = true
    guard pending == nil else { return }
    var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    pending = (now + backoff.pause(), backoff)
  }

  mutating func beginTry(now: Instant) -> Bool {
    guard var next = pending, next.due <= now else { return false }
    next.due = now + next.backoff.pause()
    pending = next
    return true
  }

  /// The unsaved outcomes are written; next, the folders are listed to find what was missed.
  mutating func beginListing() { hasFailedSinceListing = false }

  /// The folders were listed. Returns whether the history works again.
  mutating func endListing() -> Bool {
    if hasFailedSinceListing { return false }
    pending = nil
    return true
  }
}
