/// Something that identifies further messages of the same sender: a link, number, account, or the wording. Private
/// values are kept as fingerprints (SHA-256), which do not withstand someone who tries all phone numbers.
package struct Indicator: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The picture, by the SHA-256 of its bytes.
    case picture
    /// The registrable domain, or the part of a shared domain that belongs to one person.
    case domain
    /// The whole host of a link.
    case host
    case email, phone, account, wallet
    /// The words of a message and its contacts.
    case wording
  }

  package var kind: Kind
  /// A domain, a host, a fingerprint in hexadecimal, or for wording a `MinHashSignature` and a fingerprint.
  package var key: String
  /// A description for lists: "the phone number ending in 23".
  package var label: Message
  /// Whether it may clear a message. Never for what anyone can use: short links, free hosts, messengers.
  package var mayClear: Bool
  /// Whether it may accuse a message. Never for what honest senders also use.
  package var mayAccuse: Bool

  package init(kind: Kind, key: String, label: Message, mayClear: Bool, mayAccuse: Bool) {
    self.kind = kind
    self.key = key
    self.label = label
    self.mayClear = mayClear
    self.mayAccuse = mayAccuse
  }

  /// The indicator of a picture, by its SHA-256 in lower-case hexadecimal and, for lists, the name of its file.
  package init(picture sha256: String, name: String?) {
    self.init(
      kind: .picture, key: sha256, label: name.map { "the picture \($0)" } ?? "a picture", mayClear: true,
      mayAccuse: true)
  }

  /// The indicators of a message that take over the user's verdict on it.
  package static func lessons(of indicators: [Indicator], _ verdict: UserVerdict) -> [Indicator] {
    if verdict == .notScam { return indicators.filter(\.mayClear) }
    let contacts = indicators.filter { $0.mayAccuse && $0.kind != .wording }
    // Scams copy the words of honest messages, so the wording accuses only if there is nothing else.
    return contacts.isEmpty ? indicators.filter(\.mayAccuse) : contacts
  }
}

/// One indicator with the verdict on it.
package struct FeedbackItem: Sendable, Hashable {
  /// Whose verdict it is.
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
  /// Of an earlier screenshot: the keys of its wordings, so that it is not held against another picture of the same
  /// message.
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

  /// By their kinds and keys.
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
