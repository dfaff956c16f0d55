/// Something that identifies further messages of the same sender: a link, a number, an account, the wording.
///
/// Private values are kept as SHA-256 only: enough to recognize them, not to read them at a glance. This does not
/// protect against somebody who has the file and tries all telephone numbers.
package struct Indicator: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The screenshot itself, by the hash of its bytes.
    case picture
    /// The registered domain, or under a shared domain the part that belongs to one person.
    case domain
    /// The whole host of a link.
    case host
    case email, phone, account, wallet
    /// The words of a message and the contacts it names.
    case wording
  }

  package var kind: Kind
  /// A domain, a host, a hash in hexadecimal, or for wording a `MinHashSignature`.
  package var key: String
  /// What it is, for display: "the phone number ending in 23".
  package var label: String
  /// Whether it may count in favor of a message. Never for what anyone can use: short links, free hosts, messengers.
  package var mayClear: Bool
  /// Whether it may count against a message. Never for what honest senders use too.
  package var mayAccuse: Bool

  package init(kind: Kind, key: String, label: String, mayClear: Bool, mayAccuse: Bool) {
    self.kind = kind
    self.key = key
    self.label = label
    self.mayClear = mayClear
    self.mayAccuse = mayAccuse
  }

  /// The screenshot with these bytes.
  /// - Parameters:
  ///   - sha256: Lower-case hexadecimal.
  ///   - name: For display; nil for input without a file.
  package init(picture sha256: String, name: String?) {
    self.init(
      kind: .picture, key: sha256, label: name.map { "the picture \($0)" } ?? "a picture", mayClear: true,
      mayAccuse: true)
  }

  /// What to record about a message when the user gives a verdict on it.
  package static func lessons(of marks: [Indicator], _ verdict: UserVerdict) -> [Indicator] {
    if verdict == .notScam { return marks.filter(\.mayClear) }
    let contacts = marks.filter { $0.mayAccuse && $0.kind != .wording }
    // Scams copy the wording of honest messages, so wording counts against others only where there is nothing else.
    return contacts.isEmpty ? marks.filter(\.mayAccuse) : contacts
  }
}

/// One indicator with the user's verdict.
package struct FeedbackItem: Sendable, Hashable {
  /// Increases and is never reused.
  package var id: Int64
  package var mark: Indicator
  package var verdict: UserVerdict
  /// When the user gave the verdict, in milliseconds since 1970.
  package var learntAt: Int64
  /// The identifier of its history entry.
  package var entry: String

  package init(id: Int64, mark: Indicator, verdict: UserVerdict, learntAt: Int64, entry: String) {
    self.id = id
    self.mark = mark
    self.verdict = verdict
    self.learntAt = learntAt
    self.entry = entry
  }
}

/// The user's verdicts in the form the analysis takes.
package struct FeedbackList: Sendable {
  private struct Place: Hashable {
    var kind: Indicator.Kind
    var key: String
  }

  package static let empty = FeedbackList([])

  private var places: [Place: FeedbackItem] = [:]
  /// Wording is compared by similarity, not looked up.
  package private(set) var wordings: [FeedbackItem] = []

  package var isEmpty: Bool { places.isEmpty && wordings.isEmpty }

  /// - Parameter marks: In any order. Of two about the same thing the later one counts.
  package init(_ marks: [FeedbackItem]) {
    for learnt in marks.sorted(by: { $0.id < $1.id }) {
      if learnt.mark.kind == .wording {
        wordings.append(learnt)
      } else {
        places[Place(kind: learnt.mark.kind, key: learnt.mark.key)] = learnt
      }
    }
  }

  /// The verdict on an indicator, if the indicator may count that way. Older lists may contain what now counts as
  /// shared.
  package func about(_ mark: Indicator) -> FeedbackItem? {
    guard let learnt = places[Place(kind: mark.kind, key: mark.key)] else { return nil }
    return (learnt.verdict == .scam ? mark.mayAccuse : mark.mayClear) ? learnt : nil
  }
}
