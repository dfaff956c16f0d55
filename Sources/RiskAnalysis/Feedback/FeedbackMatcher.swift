internal import ScanModel

/// What was learnt from the user, applied to the passages of one text.
///
/// Weights are log-odds like those of rules: the user's word weighs as much as the strongest rules together, so that only
/// overwhelming signs stand against it. Harmless counts only if everything in the passage by which one could answer it is
/// known to be so: a scam that copies an honest message still needs a link or a number of its own.
struct FeedbackMatcher {
  static let scamWeight = 8.0
  static let harmlessWeight = -8.0
  /// The very message that the user has called harmless, with the same contacts, is so whatever is in it.
  static let sameMessageWeight = -20.0
  /// Older ones are not compared: a bound on time, at 5 µs each and passage.
  private static let maximumMessages = 200

  struct Reason {
    var learnt: FeedbackItem
    var tokens: Range<Int>

    /// In log-odds.
    var weight: Double {
      if learnt.verdict == .scam { return scamWeight }
      return learnt.mark.kind == .wording ? sameMessageWeight : harmlessWeight
    }
  }

  /// A message that was learnt by its words.
  private struct Message {
    var sketch: MinHashSignature
    /// `IndicatorExtractor.fingerprint(of:)` of its contacts.
    var contacts: Substring
    var learnt: FeedbackItem

    init?(_ learnt: FeedbackItem) {
      let parts = learnt.mark.key.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let sketch = MinHashSignature(parts[0]) else { return nil }
      self.sketch = sketch
      contacts = parts[1]
      self.learnt = learnt
    }
  }

  private struct Place {
    var token: Int
    var identity: String
    var learnt: FeedbackItem?
    var isOfficial: Bool
  }

  private let found: FoundSignals
  private let messages: [Message]
  /// Ascending by their token.
  private let places: [Place]
  /// Passages that are the very message that was called harmless.
  private var harmless: [(tokens: Range<Int>, learnt: FeedbackItem)] = []

  /// Nil where nothing was learnt, which then costs nothing.
  init?(_ list: FeedbackList, finder: IndicatorExtractor, found: FoundSignals) {
    guard !list.isEmpty else { return nil }
    self.found = found
    messages = list.wordings.suffix(Self.maximumMessages).compactMap(Message.init)
    places = finder.contacts(in: 0..<found.tokens.count).map { contact in
      let known = contact.marks.compactMap(list.about)
      // Both the host and its domain may be known: the warning counts.
      return Place(
        token: contact.token, identity: contact.identity, learnt: known.first { $0.verdict == .scam } ?? known.first,
        isOfficial: contact.isOfficial)
    }
  }

  /// Looks for messages that were called harmless: what is a part of one is harmless, too.
  mutating func recognizeMessages(in passages: [Range<Int>], shouldStop: () -> Bool) {
    guard messages.contains(where: { $0.learnt.verdict == .notScam }) else { return }
    for (number, passage) in passages.enumerated() {
      if number & 0x3F == 0x3F, shouldStop() { return }
      let contacts = places[first(from: passage.lowerBound)..<first(from: passage.upperBound)]
      if let learnt = message(passage, contacts), learnt.verdict == .notScam { harmless.append((passage, learnt)) }
    }
  }

  /// What the user's word about a passage rests on; nil if it says nothing.
  func reason(in passage: Range<Int>) -> Reason? {
    let contacts = places[first(from: passage.lowerBound)..<first(from: passage.upperBound)]
    if let scam = contacts.first(where: { $0.learnt?.verdict == .scam }), let learnt = scam.learnt {
      return Reason(learnt: learnt, tokens: scam.token..<(scam.token + 1))
    }
    if let whole = harmless.first(where: { $0.tokens.contains(passage) }) {
      return Reason(learnt: whole.learnt, tokens: passage)
    }
    if let same = message(passage, contacts) { return Reason(learnt: same, tokens: passage) }
    let isKnown = contacts.allSatisfy { $0.isOfficial || $0.learnt != nil }
    if isKnown, let known = contacts.first(where: { $0.learnt != nil }), let learnt = known.learnt {
      return Reason(learnt: learnt, tokens: known.token..<(known.token + 1))
    }
    return nil
  }

  /// The newest message that was learnt and is the same as this passage.
  private func message(_ passage: Range<Int>, _ contacts: ArraySlice<Place>) -> FeedbackItem? {
    guard !messages.isEmpty, let sketch = MinHashSignature(passage, found) else { return nil }
    let hasOfficial = contacts.contains(where: \.isOfficial)
    let fingerprint = IndicatorExtractor.fingerprint(of: contacts.lazy.filter { !$0.isOfficial }.map(\.identity))
    return messages.last { message in
      // Genuine messages of those whom scams imitate are worded alike, but lead to their own address.
      let concerns = message.learnt.verdict == .scam ? !hasOfficial : message.contacts == fingerprint
      return concerns && message.sketch.isSame(as: sketch)
    }?.learnt
  }

  private func first(from token: Int) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle].token < token { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
