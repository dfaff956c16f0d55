package import History
package import ScanModel

/// What the history knows of a screenshot.
package struct KnownScreenshot: Sendable {
  /// The report of an earlier scan of the same bytes, if it may replace a new one.
  package var report: ScanReport?
  /// The user's verdict on this very picture.
  package var userVerdict: FeedbackItem?
  /// Feedback on other messages; empty if there is a report.
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
    /// Whether feedback is looked up even if there is no report.
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
      known.report = try? entry?.report()
      guard known.report != nil || query.includesFeedback else { return known }
      known.userVerdict = try await history.userVerdict(forSHA256: query.sha256)
      if known.report == nil { known.feedback = try await history.feedbackList(about: query.sha256) }
      return known
    } catch {
      return KnownScreenshot(failure: error)
    }
  }
}
