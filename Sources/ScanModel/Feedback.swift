package struct FeedbackItem: Sendable, Hashable {
  package enum Origin: Sendable, Hashable {
    case user
    /// An earlier screenshot that was judged a high risk, without feedback from the user.
    case earlierScreenshot
  }

  /// Increases and is never reused, among items of the same origin.
  package var id: Int64
  package var indicator: Indicator
  package var verdict: UserVerdict
  /// When the verdict was given, milliseconds since 1970.
  package var recordedAt: Int64
  /// The identifier of the history entry it comes from.
  package var entry: String
  package var origin: Origin
  /// Keys of the wordings of an earlier screenshot, which is not held against another picture of the same message.
  package var wordings: [String]

  package init(
    id: Int64, indicator: Indicator, verdict: UserVerdict, recordedAt: Int64, entry: String, origin: Origin = .user,
    wordings: [String] = []
  ) {
    self.id = id
    self.indicator = indicator
    self.verdict = verdict
    self.recordedAt = recordedAt
    self.entry = entry
    self.origin = origin
    self.wordings = wordings
  }
}

/// The user's feedback and the sightings of earlier high-risk screenshots, indexed for the analysis.
package struct FeedbackList: Sendable {
  package static let empty = FeedbackList([])

  private var items: [Indicator.Kind: [String: FeedbackItem]] = [:]
  /// Items about wording, which is compared rather than looked up. Oldest first.
  package private(set) var wordings: [FeedbackItem] = []

  package var isEmpty: Bool { items.isEmpty && wordings.isEmpty }

  /// Of two items of feedback about the same indicator, the later one counts; sightings only for those without any.
  package init(_ feedback: [FeedbackItem], sightings: [FeedbackItem] = []) {
    wordings = feedback.filter { $0.indicator.kind == .wording }.sorted { $0.id < $1.id }
    for item in sightings + feedback.filter({ $0.indicator.kind != .wording }).sorted(by: { $0.id < $1.id }) {
      items[item.indicator.kind, default: [:]][item.indicator.key] = item
    }
  }

  /// The verdict on an indicator; nil if there is none, or if the indicator now counts as shared and must not have one.
  package func about(_ indicator: Indicator) -> FeedbackItem? {
    guard let item = items[indicator.kind]?[indicator.key] else { return nil }
    return (item.verdict == .scam ? indicator.mayAccuse : indicator.mayClear) ? item : nil
  }
}
