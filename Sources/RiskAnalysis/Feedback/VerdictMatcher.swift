internal import ScanModel

/// Applies earlier verdicts, the user's and those on earlier screenshots, to the passages of one text.
///
/// Weights are log-odds like those of rules. A verdict weighs as much as the strongest rules together, so only
/// overwhelming evidence outweighs it. "Harmless" counts only if every contact in the passage is known to be harmless:
/// a scam that copies an honest message still needs its own link or number.
struct VerdictMatcher {
  static let scamWeight = 8.0
  static let harmlessWeight = -8.0
  /// For the same message with the same contacts, whatever else is in it.
  static let sameMessageWeight = -20.0
  /// For a contact of an earlier screenshot of high risk: as much as one strong rule. `PassageScore` bounds its effect.
  static let sightingWeight = 4.0
  /// Only the newest messages are compared, at 5 µs for each message and passage.
  private static let maximumMessages = 200

  /// An earlier verdict that applies to a passage.
  struct Match {
    var item: FeedbackItem
    var tokens: Range<Int>

    /// In log-odds.
    var weight: Double {
      if item.origin == .earlierScreenshot { return sightingWeight }
      if item.verdict == .scam { return scamWeight }
      return item.indicator.kind == .wording ? sameMessageWeight : harmlessWeight
    }
  }

  /// The key of an indicator for wording: the message, and `IndicatorExtractor.fingerprint(of:)` its contacts.
  private typealias Wording = (signature: MinHashSignature, contacts: Substring)

  private typealias Contact = IndicatorExtractor.Contact

  private let features: PageFeatures
  private let messages: [(wording: Wording, item: FeedbackItem)]
  /// Ascending by token.
  private let contacts: [Contact]
  /// Passages that match a message the user called harmless.
  private var harmlessMessages: [(tokens: Range<Int>, item: FeedbackItem)] = []

  /// Nil for an empty list.
  init?(_ list: FeedbackList, _ indicators: IndicatorExtractor) {
    guard !list.isEmpty else { return nil }
    features = indicators.features
    messages = list.wordings.suffix(Self.maximumMessages).compactMap { item in
      Self.wording(item.indicator.key).map { ($0, item) }
    }
    contacts = indicators.contacts(in: 0..<features.tokens.count).map { contact in
      let known = contact.indicators.compactMap(list.about)
      let byUser = known.filter { $0.origin == .user }
      var contact = contact
      // Of host and domain, the one with a warning counts; but the user's verdict counts more than a sighting.
      contact.item = byUser.first { $0.verdict == .scam } ?? byUser.first ?? known.first
      return contact
    }
  }

  /// Finds messages that the user called harmless, so that all their parts count as harmless. Call before `match`.
  mutating func recognizeMessages(in passages: [Range<Int>], shouldStop: () -> Bool) {
    guard messages.contains(where: { $0.item.verdict == .notScam }) else { return }
    for (number, passage) in passages.enumerated() {
      if number & 0x3F == 0x3F, shouldStop() { return }
      if let item = sameMessage(passage, contacts(in: passage)), item.verdict == .notScam {
        harmlessMessages.append((passage, item))
      }
    }
  }

  /// The verdict that applies to a passage; nil if there is none.
  func match(in passage: Range<Int>) -> Match? {
    let contacts = contacts(in: passage)
    if let match = Self.match(contacts.first { $0.item?.verdict == .scam && $0.item?.origin == .user }) { return match }
    if let whole = harmlessMessages.first(where: { $0.tokens.contains(passage) }) {
      return Match(item: whole.item, tokens: passage)
    }
    if let item = sameMessage(passage, contacts) { return Match(item: item, tokens: passage) }
    let sighting = contacts.first {
      $0.item?.verdict == .scam && $0.item?.origin == .earlierScreenshot && !isOfSameMessage($0.item, passage)
    }
    if let match = Self.match(sighting) { return match }
    let areAllKnown = contacts.allSatisfy { $0.isOfficial || $0.item?.origin == .user }
    return areAllKnown ? Self.match(contacts.first { $0.item?.origin == .user }) : nil
  }

  /// Whether an earlier screenshot shows the message of this passage: what was found in it says nothing new of it.
  private func isOfSameMessage(_ item: FeedbackItem?, _ passage: Range<Int>) -> Bool {
    guard let item, !item.wordings.isEmpty, let signature = MinHashSignature(passage, features) else { return false }
    return item.wordings.contains { Self.wording($0)?.signature.isSame(as: signature) == true }
  }

  /// Nil for a key of anything else.
  private static func wording(_ key: String) -> Wording? {
    let parts = key.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let signature = MinHashSignature(parts[0]) else { return nil }
    return (signature, parts[1])
  }

  private static func match(_ contact: Contact?) -> Match? {
    guard let contact, let item = contact.item else { return nil }
    return Match(item: item, tokens: contact.token..<(contact.token + 1))
  }

  /// The newest message with a verdict that matches this passage.
  private func sameMessage(_ passage: Range<Int>, _ contacts: ArraySlice<Contact>) -> FeedbackItem? {
    guard !messages.isEmpty, let signature = MinHashSignature(passage, features) else { return nil }
    let hasOfficial = contacts.contains(where: \.isOfficial)
    let fingerprint = IndicatorExtractor.fingerprint(of: contacts)
    return messages.last { message in
      // The genuine messages that scams imitate have the same words, but link to their own address.
      let applies = message.item.verdict == .scam ? !hasOfficial : message.wording.contacts == fingerprint
      return applies && message.wording.signature.isSame(as: signature)
    }?.item
  }

  private func contacts(in passage: Range<Int>) -> ArraySlice<Contact> {
    let first = contacts.partitioningIndex { $0.token >= passage.lowerBound }
    return contacts[first...].prefix { $0.token < passage.upperBound }
  }
}
