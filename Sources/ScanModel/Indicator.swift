/// Something that identifies further messages of the same sender: a link, number, account, or the wording. Private
/// values are kept as fingerprints (SHA-256), which do not withstand someone who tries all phone numbers.
package struct Indicator: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The picture, by the SHA-256 of its bytes.
    case picture
    /// The registrable domain, or the part of a shared domain that belongs to one person.
    case domain
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
