package import History
package import ScanModel

/// What the history knows of a screenshot.
package struct KnownScreenshot: Sendable {
  /// What an earlier scan of the same bytes found, if it may replace a new one.
  package var findings: Findings?
  /// The user's verdict on this very picture.
  package var userVerdict: FeedbackItem?
  /// Feedback on other messages; empty if findings are known.
  package var feedback = FeedbackList.empty
  /// Why the history could not be asked; nil if it could.
  package var failure: HistoryFailure?
}

/// Asks the history whether the same bytes were scanned before.
struct LookupStage: Sendable {
  struct Query: Sendable {
    /// Lower-case hexadecimal.
    var sha256: String
    var reuse: ScanPolicy.Reuse
    /// Whether feedback is looked up even if there are no findings.
    var includesFeedback = true
  }

  /// Nil if there is none; then nothing is known.
  let history: HistoryStore?

  /// Asks anew for each screenshot, so that the user's latest feedback counts.
  func run(_ query: Query) async -> KnownScreenshot {
    guard let history else { return KnownScreenshot() }
    do throws(HistoryFailure) {
      let entry =
        switch query.reuse {
        case .corrected: try await history.correction(forSHA256: query.sha256)
        case .complete: try await history.verdict(forSHA256: query.sha256)
        }
      var known = KnownScreenshot()
      // An entry that cannot be read counts as none.
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
