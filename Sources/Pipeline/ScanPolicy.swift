package import Settings

/// What differs between callers of the pipeline.
package struct ScanPolicy: Sendable, Hashable {
  /// What to do when a worker ends without an answer.
  package enum AfterCrash: Sendable, Hashable {
    /// Give up: the caller scans again later with the full time, and sets the screenshot aside after the second crash.
    case ends
    /// Try twice more, after pauses; then read the plain picture.
    case triesAgain
  }

  /// Which results of the history replace a new scan of the same bytes.
  package enum Reuse: Sendable, Hashable {
    /// Those with a text that the user corrected: no scan can do better.
    case corrected
    /// Also those of complete scans, unless the user has given feedback since.
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

  /// For a scan that a user is waiting for: the picture is read now.
  package static func requested(_ settings: Settings, shares: Int? = nil) -> ScanPolicy {
    ScanPolicy(
      timeout: settings.scanTimeout, shares: shares ?? settings.workers, afterCrash: .triesAgain, reuse: .corrected)
  }

  /// For many pictures, several at a time: one worker for each, because sharing a picture finishes it sooner but takes
  /// more processor time in total.
  package static func bulk(_ settings: Settings) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: 1, afterCrash: .triesAgain, reuse: .corrected)
  }

  /// For the daemon: it has a queue to retry from, and saves processor time where it can.
  package static func unattended(_ settings: Settings) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: settings.workers, afterCrash: .ends, reuse: .complete)
  }
}
