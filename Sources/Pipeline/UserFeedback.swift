package import History
package import ScanModel
package import ScreenshotLibrary

/// What the user has said about pictures and messages, for scans by hand.
package struct UserFeedback: Sendable {
  /// For the analysis of any text.
  package let learnt: FeedbackList
  private let history: HistoryStore

  /// Reads what was learnt; nothing if the history cannot be read.
  package init(_ history: HistoryStore) async {
    self.history = history
    learnt = (try? await history.learntList()) ?? .empty
  }

  /// Scans a picture as the user would have it.
  /// - Parameters:
  ///   - content: The bytes, read once.
  ///   - request: What is known of it.
  ///   - scanner: Who reads and judges.
  ///   - shares: How many workers share its lines.
  ///   - knowledge: Nil where nothing is known.
  ///   - didRead: As for `Scanner.scan`.
  /// - Returns: As `Scanner.scan`.
  package static func scan(
    _ content: ScreenshotContent, _ request: Scanner.Request, by scanner: Scanner, shares: Int,
    knowing knowledge: UserFeedback?, didRead: @Sendable () -> Void = {}
  ) async -> ScanReport? {
    guard let knowledge else { return await scanner.scan(content, request, shares: shares, didRead: didRead) }
    let history = knowledge.history
    let word = (try? await history.userWord(onSHA256: content.sha256)) ?? nil
    if word == nil, let entry = try? await history.correction(forSHA256: content.sha256),
      let corrected = try? entry.report()
    {
      return corrected.repeated(request, capturedAt: content.capturedAt)
    }
    return await scanner.scan(content, request, shares: shares, learnt: knowledge.learnt, didRead: didRead)?
      .honoring(word)
  }
}
