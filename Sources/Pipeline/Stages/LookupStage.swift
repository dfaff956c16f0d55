package import History
package import ScanModel

/// What the history knows of a screenshot.
package struct KnownScreenshot: Sendable {
  /// What an earlier scan of the same bytes found, if it may stand for a new one.
  package var findings: Findings?
  /// What the user said of this very picture.
  package var userVerdict: FeedbackItem?
  /// What is known of other messages; empty where findings are known.
  package var feedback = FeedbackList.empty
  /// Why nothing is known; nil if the history answered.
  package var failure: HistoryFailure?
}

/// Asks the history whether the same bytes were scanned before.
struct LookupStage: Sendable {
  struct Query: Sendable {
    /// Lower-case hexadecimal.
    var sha256: String
    var reuse: ScanPolicy.Reuse
    /// What the user said is wanted even if there are no findings.
    var includesFeedback = true
  }

  /// Nil if there is none: nothing is known then.
  let history: HistoryStore?

  /// Asked anew for each screenshot, so that what the user says holds for the next one.
  func run(_ query: Query) async -> KnownScreenshot {
    guard let history else { return KnownScreenshot() }
    do throws(HistoryFailure) {
      let entry =
        switch query.reuse {
        case .corrected: try await history.correction(forSHA256: query.sha256)
        case .complete: try await history.verdict(forSHA256: query.sha256)
        }
      var known = KnownScreenshot()
      // An entry that cannot be read is as good as none.
      known.findings = (try? entry?.report()).map(Findings.init(reusing:))
      guard known.findings != nil || query.includesFeedback else { return known }
      known.userVerdict = try await history.userVerdict(forSHA256: query.sha256)
      if known.findings == nil { known.feedback = try await history.feedbackList(about: query.sha256) }
      return known
    } catch {
      return KnownScreenshot(failure: error)
    }
  }
}
