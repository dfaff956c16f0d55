package import History
package import ScanModel

/// What the user has said about a screenshot and others.
package struct KnownScreenshot: Sendable {
  /// The report on the same bytes whose text the user corrected: no scan can do better.
  package var report: ScanReport?
  /// The user's verdict on this very picture.
  package var userVerdict: FeedbackItem?
  /// Feedback on other messages; empty if there is a report.
  package var feedback = FeedbackList.empty
  /// Why the history could not be asked; nil if it could.
  package var failure: HistoryFailure?
}

/// Asks the history what the user has said. Whether the same bytes were judged before is for the daemon to ask first
/// (`HistoryStore.admit`); when a user asks for a scan, the picture is read again.
struct LookupStage: Sendable {
  /// Nil if there is none; then nothing is known.
  let history: HistoryStore?

  /// Asks anew for each screenshot, so that the user's latest feedback counts.
  /// - Parameter sha256: Lower-case hexadecimal.
  /// - Returns: Nothing if there is no history, or if it does not answer.
  func run(_ sha256: String) async -> KnownScreenshot {
    guard let history else { return KnownScreenshot() }
    do throws(HistoryFailure) {
      var known = KnownScreenshot()
      let correction = try await history.correction(forSHA256: sha256)
      // An entry that cannot be read counts as none.
      known.report = try? correction?.report()
      known.userVerdict = try await history.userVerdict(forSHA256: sha256)
      if known.report == nil { known.feedback = try await history.feedbackList(about: sha256) }
      return known
    } catch {
      return KnownScreenshot(failure: error)
    }
  }
}
