/// Something by which further messages of the same sender can be recognized: a link, a number, an account, the wording.
///
/// What is private is kept as a fingerprint only (SHA-256): enough to recognize it, not to read it at a glance. It is no
/// protection against somebody who has the file and tries all telephone numbers.
package struct Indicator: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The picture itself, by the hash of its bytes.
    case picture
    /// The domain that somebody registered, or, where many share one, the part that is one person's.
    case domain
    /// The whole host of a link.
    case host
    case email, phone, account, wallet
    /// The words of a message, and by which ways it could be answered.
    case wording
  }

  package var kind: Kind
  /// A domain, a host, a fingerprint in hexadecimal, or for wording a sketch (`MinHashSignature`).
  package var key: String
  /// What it is, for lists: "the phone number ending in 23".
  package var label: String
  /// Whether it may speak for a message. Never for what anyone can use: short links, free hosts, messengers.
  package var mayClear: Bool
  /// Whether it may speak against a message. Never for what honest senders use, too.
  package var mayAccuse: Bool

  package init(kind: Kind, key: String, label: String, mayClear: Bool, mayAccuse: Bool) {
    self.kind = kind
    self.key = key
    self.label = label
    self.mayClear = mayClear
    self.mayAccuse = mayAccuse
  }

  /// The picture with these bytes.
  /// - Parameters:
  ///   - sha256: Lower-case hexadecimal.
  ///   - name: How lists name it; nil for one without a file.
  package init(picture sha256: String, name: String?) {
    self.init(
      kind: .picture, key: sha256, label: name.map { "the picture \($0)" } ?? "a picture", mayClear: true,
      mayAccuse: true)
  }

  /// What is learnt from a message when the user says what it is.
  package static func lessons(of marks: [Indicator], _ verdict: UserVerdict) -> [Indicator] {
    if verdict == .notScam { return marks.filter(\.mayClear) }
    let contacts = marks.filter { $0.mayAccuse && $0.kind != .wording }
    // Scams copy the words of honest messages, so these are held against others only where there is nothing else to go by.
    return contacts.isEmpty ? marks.filter(\.mayAccuse) : contacts
  }
}

/// One thing that was learnt from what the user said.
package struct FeedbackItem: Sendable, Hashable {
  /// Counts up and is never used twice.
  package var id: Int64
  package var mark: Indicator
  package var verdict: UserVerdict
  /// When the user said so, milliseconds since 1970.
  package var learntAt: Int64
  /// The identifier of the history entry that it was learnt from.
  package var entry: String

  package init(id: Int64, mark: Indicator, verdict: UserVerdict, learntAt: Int64, entry: String) {
    self.id = id
    self.mark = mark
    self.verdict = verdict
    self.learntAt = learntAt
    self.entry = entry
  }
}

/// What was learnt from the user, as the analysis takes it.
package struct FeedbackList: Sendable {
  private struct Place: Hashable {
    var kind: Indicator.Kind
    var key: String
  }

  package static let empty = FeedbackList([])

  private var places: [Place: FeedbackItem] = [:]
  /// Wording is compared, not looked up.
  package private(set) var wordings: [FeedbackItem] = []

  package var isEmpty: Bool { places.isEmpty && wordings.isEmpty }

  /// - Parameter marks: In any order; of two about the same thing the later one holds.
  package init(_ marks: [FeedbackItem]) {
    for learnt in marks.sorted(by: { $0.id < $1.id }) {
      if learnt.mark.kind == .wording {
        wordings.append(learnt)
      } else {
        places[Place(kind: learnt.mark.kind, key: learnt.mark.key)] = learnt
      }
    }
  }

  /// What was learnt about a mark, if that may be said of it: a list of before may hold what now counts as shared.
  package func about(_ mark: Indicator) -> FeedbackItem? {
    guard let learnt = places[Place(kind: mark.kind, key: mark.key)] else { return nil }
    return (learnt.verdict == .scam ? mark.mayAccuse : mark.mayClear) ? learnt : nil
  }
}
