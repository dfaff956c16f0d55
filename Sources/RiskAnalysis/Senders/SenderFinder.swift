internal import ScanModel
internal import TextEntities

/// Finds who writes on a page: names with addresses in the sender's place, "PayPal Service <pp@mail-87.example>" or
/// with the name in the line above, as mail programs show a sender; and the company that speaks.
struct SenderFinder {
  /// Tokens of a line that is a display name, at most.
  private static let maximumName = 6
  private static let cueLength = 3
  /// Tokens from a verb of writing to the address.
  private static let contactReach = 8
  private static let openingMarks: Set<Unicode.Scalar> = ["<", "\u{2039}", "\u{AB}", "\u{2264}", "["]

  let scalars: [Unicode.Scalar]
  let tokens: [Token]
  let pack: RulePack
  private let brands: [PageFeatures.BrandHit]
  private let confidence: RecognitionConfidence

  init(_ features: PageFeatures) {
    scalars = features.scalars
    tokens = features.tokens
    pack = features.pack
    brands = features.brands
    confidence = features.confidence
  }

  /// The sender with this address; nil if the address stands for a recipient or merely occurs in the text.
  func sender(_ address: Entity, at index: Int) -> CheckedFacts.Sender? {
    guard let domain = address.emailDomain, let name = shownName(of: address, at: index) else { return nil }
    let words = name.map { scalars.string(tokens[$0].range) }
    let named = brands.filter { name.contains($0.tokens.lowerBound) }.map { pack.brands[$0.brand] }
    let text = scalars.string(address.range)
    let agreement = agreement(
      name: words, brands: named, localPart: String(text.prefix { $0 != "@" }), domain: domain)
    let start = name.first.map { tokens[$0].range.lowerBound } ?? address.range.lowerBound
    let shown = name.isEmpty ? nil : shownName(start..<tokens[name.upperBound - 1].range.upperBound)
    return .init(
      name: shown, address: text, domain: domain,
      agreement: words.isEmpty ? .unclear : agreement,
      place: min(start, address.range.lowerBound)..<address.range.upperBound)
  }

  /// The page's own characters from the first to the last word of a name, in one line.
  private func shownName(_ range: Range<Int>) -> String {
    var range = range
    // "Laine & Co." is an abbreviation, and "Haus (Berlin)" has its brackets in pairs.
    while range.upperBound < scalars.count, [".", ")"].contains(scalars[range.upperBound]) {
      range = range.lowerBound..<(range.upperBound + 1)
    }
    return scalars.string(range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether one is asked to write to the address, which is not that of a sender: a verb of writing is before it, and
  /// nothing tells that it is the reader's own, to which something was sent, or that one is not to write.
  func isContact(_ index: Int) -> Bool {
    let onLine = firstToken(from: lineStart(before: tokens[index].range.lowerBound), before: index)..<index
    if hasCue(SenderWords.recipientCues, in: onLine) { return false }
    let near = (max(0, index - Self.contactReach)..<index).filter { tokens[$0].kind == .word }
    let words = near.map(text)
    let unasked = SenderWords.ownAddressWords.union(SenderWords.negations)
    guard unasked.isDisjoint(with: words) else { return false }
    return zip(near, words).contains { position, word in
      let end = tokens[position].range.upperBound
      // "Contact:" is a heading.
      return SenderWords.writingVerbs.contains(word) && !(end < scalars.count && scalars[end] == ":")
    }
  }

  /// The brand that seems to speak: one in a sender's name, else the one named first that is not just a messenger.
  func speaker(_ senders: [CheckedFacts.Sender]) -> Int? {
    let named = brands.filter { pack.brands[$0.brand].kind != .messenger }
    let inName = named.first { hit in
      senders.contains { $0.place.contains(tokens[hit.tokens.lowerBound].range.lowerBound) }
    }
    return (inName ?? named.first)?.brand
  }

  /// The tokens of the name at an address, empty if none is shown; nil if the address is not that of a sender.
  private func shownName(of address: Entity, at index: Int) -> Range<Int>? {
    let line = lineStart(before: address.range.lowerBound)
    let onLine = firstToken(from: line, before: index)..<index
    if hasCue(SenderWords.recipientCues, in: onLine) { return nil }
    let isAnnounced = hasCue(SenderWords.senderCues, in: onLine)
    let words = onLine.drop { isCue($0) }
    // "Tickets for the summer party are sold by our friends (anna@...)" is a sentence.
    guard words.count <= Self.maximumName else { return isAnnounced ? index..<index : nil }
    if isAnnounced || isBracketed(address) && !words.isEmpty { return words }
    let above = nameLine(above: line, index)
    // An address on a line of its own below a name.
    return isBracketed(address) || onLine.isEmpty && !above.isEmpty ? above : nil
  }

  /// The tokens of the line above if it can be a display name; otherwise empty.
  func nameLine(above line: Int, _ index: Int) -> Range<Int> {
    var end = line
    while end > 0, scalars[end - 1].isWhiteSpace, line - end < 4 { end -= 1 }
    guard end > 0, end < line else { return index..<index }
    let start = lineStart(before: end)
    let last = firstToken(from: line, before: index)
    let first = firstToken(from: start, before: last)
    let isName = (1...Self.maximumName).contains(last - first) && (first..<last).allSatisfy(isPartOfName)
    return isName ? first..<last : index..<index
  }

  /// Words, and the digits of a time of day.
  private func isPartOfName(_ index: Int) -> Bool {
    tokens[index].kind == .word || tokens[index].kind == .number && tokens[index].range.count <= 2
  }

  /// The start of the line at a position. Looks back at most 256 scalars to keep long lines cheap.
  func lineStart(before position: Int) -> Int {
    var start = position
    while start > 0, position - start < 256, !["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalars[start - 1]) {
      start -= 1
    }
    return start
  }

  /// The first token at or after a position.
  func firstToken(from position: Int, before index: Int) -> Int {
    var first = index
    while first > 0, tokens[first - 1].range.lowerBound >= position { first -= 1 }
    return first
  }

  /// Whether one of the first words is a cue followed by a colon; without a colon, "an" and "de" are ordinary words.
  func hasCue(_ cues: Set<String>, in line: Range<Int>) -> Bool {
    line.prefix(Self.cueLength).contains { index in
      let end = tokens[index].range.upperBound
      var next = end
      while next < scalars.count, next < end + 2, scalars[next] == " " { next += 1 }
      guard next < scalars.count, scalars[next] == ":" else { return false }
      // "Reply-To" introduces the sender, too.
      let word = index > line.lowerBound && text(of: index - 1) == "reply" ? "reply" : text(of: index)
      return cues.contains(word)
    }
  }

  func isCue(_ index: Int) -> Bool {
    SenderWords.senderCues.contains(text(of: index))
      || index > 0 && text(of: index - 1) == "reply" && text(of: index) == "to"
  }

  private func text(of index: Int) -> String { scalars.string(tokens[index].range.prefix(24)).lowercased() }

  func isBracketed(_ address: Entity) -> Bool {
    var position = address.range.lowerBound
    while position > 0, scalars[position - 1] == " " { position -= 1 }
    return position > 0 && Self.openingMarks.contains(scalars[position - 1])
  }

  /// Whether the domain is the company's own, its name under another country code, or its part of a newsletter service.
  func owns(_ brand: Brand, _ domain: String) -> Bool {
    let registrable = PublicSuffixList.registrableDomain(of: domain)
    return pack.urlClassifier.isPlainNamesake(registrable, of: brand) || isKnown(domain, of: brand)
  }

  /// Whether a sender agrees only by its domain's name, under a country code that the table does not have for the company:
  /// "paypal.cm" may be anybody's. To the models, which have learnt so, it agrees.
  func isNamesake(_ sender: CheckedFacts.Sender) -> Bool {
    guard sender.agreement == .agrees else { return false }
    let named = brands.filter { sender.place.contains(tokens[$0.tokens.lowerBound].range.lowerBound) }
      .map { pack.brands[$0.brand] }.filter { !$0.domains.isEmpty }
    return !named.isEmpty && !named.contains { isKnown(sender.domain, of: $0) }
  }

  /// Whether recognition may have misread a sender's address.
  func mayBeMisread(_ sender: CheckedFacts.Sender) -> Bool {
    let end = sender.place.upperBound
    return confidence.isUncertain((end - sender.address.unicodeScalars.count)..<end)
  }

  private func isKnown(_ domain: String, of brand: Brand) -> Bool {
    let registrable = PublicSuffixList.registrableDomain(of: domain)
    if brand.domains.contains(where: { $0 == registrable || $0 == domain }) { return true }
    let isService = [registrable, PublicSuffixList.registrableDomain(of: domain, section: .registries)]
      .contains { pack.lists.contains($0, in: .mailServices) }
    guard isService else { return false }
    let labels = domain.split(separator: ".").dropLast(2).flatMap { $0.split(separator: "-") }
    let names = URLClassifier.names(of: brand)
    return labels.contains { names.contains(URLClassifier.canonical(String($0))) }
  }
}
