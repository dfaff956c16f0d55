package import Settings

/// What callers of the pipeline want differently.
package struct ScanPolicy: Sendable, Hashable {
  /// What follows when a worker ends without an answer.
  package enum AfterCrash: Sendable, Hashable {
    /// Nothing: the caller scans it again later with all the time allowed, and sets it aside after the second crash.
    case ends
    /// Two more tries, after pauses; then the plain picture is read.
    case triesAgain
  }

  /// Which results of the history stand for a new scan of the same bytes.
  package enum Reuse: Sendable, Hashable {
    /// Those whose text the user has corrected: no scan can know better.
    case corrected
    /// Also those of scans that read everything, unless the user has said something new since.
    case complete
  }

  /// Wall-clock time for fetching, decoding and recognizing.
  package var timeout: Duration
  /// How many workers share the lines of one picture, at least 1.
  package var shares: Int
  package var afterCrash: AfterCrash
  package var reuse: Reuse

  package init(timeout: Duration, shares: Int, afterCrash: AfterCrash, reuse: Reuse) {
    self.timeout = timeout
    self.shares = shares
    self.afterCrash = afterCrash
    self.reuse = reuse
  }

  /// For a scan that a user asked for and waits for: the picture is read now.
  package static func requested(_ settings: Settings, shares: Int? = nil) -> ScanPolicy {
    ScanPolicy(
      timeout: settings.scanTimeout, shares: shares ?? settings.workers, afterCrash: .triesAgain, reuse: .corrected)
  }

  /// For many pictures, some at a time: one worker for each, because sharing one makes it sooner ready but takes more
  /// processor time in all.
  package static func bulk(_ settings: Settings) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: 1, afterCrash: .triesAgain, reuse: .corrected)
  }

  /// For the daemon: it has a queue to retry from, and saves processor time where it can.
  package static func unattended(_ settings: Settings) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: settings.workers, afterCrash: .ends, reuse: .complete)
  }
}
