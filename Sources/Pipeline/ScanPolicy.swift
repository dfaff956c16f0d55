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

  /// Wall-clock time for fetching, decoding and recognizing.
  package var timeout: Duration
  /// How many workers share the lines of one picture, at least 1.
  package var shares: Int
  package var afterCrash: AfterCrash

  package init(timeout: Duration, shares: Int, afterCrash: AfterCrash) {
    self.timeout = timeout
    self.shares = shares
    self.afterCrash = afterCrash
  }

  /// For a scan that a user is waiting for: the picture is read now.
  package static func requested(_ settings: Settings, shares: Int? = nil) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: shares ?? settings.workers, afterCrash: .triesAgain)
  }

  /// For many pictures, several at a time: one worker for each, because sharing a picture finishes it sooner but takes
  /// more processor time in total.
  package static func bulk(_ settings: Settings) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: 1, afterCrash: .triesAgain)
  }

  /// For the daemon, which has a queue to retry from.
  package static func unattended(_ settings: Settings) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: settings.workers, afterCrash: .ends)
  }
}
