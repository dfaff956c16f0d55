internal import TextEntities

/// Finds e-mail addresses whose owner is called like a company that does not own them: "PayPal Service
/// <pp@mail-87.example>", or the name in the line above, as mail programs show a sender.
///
/// A company's name somewhere before an address says little: shops name those through which they are paid, sites on
/// which they have pages, makers whose goods they repair. Only what stands where a sender stands counts.
struct SenderFinder {
  typealias BrandHit = (tokens: Range<Int>, brand: Int)

  /// A display name is at most so many tokens away from its address.
  private static let reach = 8
  /// A line above an address that is a name has at most so many tokens.
  private static let maximumName = 6
  private static let cueLength = 3
  private static let openingMarks: Set<Unicode.Scalar> = ["<", "\u{2039}", "\u{AB}", "\u{2264}", "["]
  let scalars: [Unicode.Scalar]
  let tokens: [Token]
  let pack: RulePack

  /// Whether the sender at this token poses as a company.
  /// - Parameters:
  ///   - index: The token of the address.
  ///   - address: Its entity, whose domain belongs to nobody known or is one where anyone gets an address.
  ///   - brands: The companies named in the text, in its order.
  /// - Returns: Whether a company is named where the sender stands, and the address is not one of its own.
  func isForeign(at index: Int, _ address: Entity, brands: ArraySlice<BrandHit>) -> Bool {
    guard let domain = address.emailDomain else { return false }
    let line = lineStart(before: address.range.lowerBound)
    let onLine = firstToken(from: line, before: index)..<index
    if hasCue(SenderWords.recipientCues, in: onLine) { return false }
    let isSender =
      hasCue(SenderWords.senderCues, in: onLine) || hasCue(SenderWords.senderCues, in: nameLine(above: line, index))
    if namesCompany(localPart(of: address), domain, isSender: isSender || isBracketed(address)) { return true }
    let near = brands.filter { $0.tokens.upperBound <= index && index - $0.tokens.upperBound <= Self.reach }
    if near.contains(where: { owns(pack.brands[$0.brand], domain) }) { return false }
    return near.contains { hit in
      !pack.brands[hit.brand].domains.isEmpty && isName(hit, of: address, at: index, onLine: onLine, isSender: isSender)
    }
  }

  /// Whether a company's name stands where that of the sender stands.
  private func isName(
    _ hit: BrandHit, of address: Entity, at index: Int, onLine: Range<Int>, isSender: Bool
  ) -> Bool {
    let between = hit.tokens.upperBound..<index
    guard between.allSatisfy({ tokens[$0].kind == .word || tokens[$0].kind == .number }), !hasEnd(between, index) else {
      return false
    }
    let isOnLine = hit.tokens.lowerBound >= onLine.lowerBound
    let name = isOnLine ? onLine : nameLine(above: lineStart(before: address.range.lowerBound), index)
    let isFirst = name.first(where: { !isCue($0) }) == hit.tokens.lowerBound
    // "Jane Chase <jane@...>" is a person.
    if isOnLine, isSender || isBracketed(address) { return isFirst || !pack.brands[hit.brand].isCased }
    guard isFirst else { return false }
    if !isOnLine, isSender { return true }
    guard !hasColon(between, index), !isProfile(pack.brands[hit.brand]) else { return false }
    // "PayPal anna@..." says where to pay; "PayPal Service anna@..." who writes.
    let isMeansOfPayment = pack.brands[hit.brand].kind == .payment || pack.brands[hit.brand].kind == .crypto
    let hasMore = name.contains { $0 >= hit.tokens.upperBound && tokens[$0].kind == .word }
    if isMeansOfPayment, !hasMore { return false }
    return isOnLine || onLine.isEmpty
  }

  /// The tokens of the line above that can be a name; empty if it is none.
  private func nameLine(above line: Int, _ index: Int) -> Range<Int> {
    var end = line
    while end > 0, scalars[end - 1].isWhiteSpace, line - end < 4 { end -= 1 }
    guard end > 0, end < line else { return index..<index }
    let start = lineStart(before: end)
    let last = firstToken(from: line, before: index)
    let first = firstToken(from: start, before: last)
    let isName = (1...Self.maximumName).contains(last - first) && (first..<last).allSatisfy(isPartOfName)
    return isName ? first..<last : index..<index
  }

  /// Words, and the hour at which the mail came.
  private func isPartOfName(_ index: Int) -> Bool {
    tokens[index].kind == .word || tokens[index].kind == .number && tokens[index].range.count <= 2
  }

  /// Where the line begins in which a position is; looks back a short way only, which keeps long lines cheap.
  private func lineStart(before position: Int) -> Int {
    var start = position
    while start > 0, position - start < 256, !Self.isLineBreak(scalars[start - 1]) { start -= 1 }
    return start
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// The first token that begins at a position or later.
  private func firstToken(from position: Int, before index: Int) -> Int {
    var first = index
    while first > 0, tokens[first - 1].range.lowerBound >= position { first -= 1 }
    return first
  }

  /// One of the first words is a cue and a colon follows it: without one, "an" and "de" are ordinary words.
  private func hasCue(_ cues: Set<String>, in line: Range<Int>) -> Bool {
    line.prefix(Self.cueLength).contains { index in
      let end = tokens[index].range.upperBound
      var next = end
      while next < scalars.count, next < end + 2, scalars[next] == " " { next += 1 }
      guard next < scalars.count, scalars[next] == ":" else { return false }
      // The "to" of "Reply-To" is whom an answer goes to: the sender.
      let word = index > line.lowerBound && text(of: index - 1) == "reply" ? "reply" : text(of: index)
      return cues.contains(word)
    }
  }

  private func isCue(_ index: Int) -> Bool {
    SenderWords.senderCues.contains(text(of: index))
      || index > 0 && text(of: index - 1) == "reply" && text(of: index) == "to"
  }

  private func text(of index: Int) -> String { scalars.string(tokens[index].range.prefix(24)).lowercased() }

  private func isBracketed(_ address: Entity) -> Bool {
    var position = address.range.lowerBound
    while position > 0, scalars[position - 1] == " " { position -= 1 }
    return position > 0 && Self.openingMarks.contains(scalars[position - 1])
  }

  private func gap(_ between: Range<Int>, _ index: Int) -> Range<Int> {
    let start = between.isEmpty ? tokens[index - 1].range.upperBound : tokens[between.lowerBound - 1].range.upperBound
    return start..<max(start, tokens[index].range.lowerBound)
  }

  private func hasColon(_ between: Range<Int>, _ index: Int) -> Bool {
    gap(between, index).contains { position in
      // That of "10:42" does not count.
      scalars[position] == ":" && !(position + 1 < scalars.count && scalars[position + 1].isASCIIDigit)
    }
  }

  /// A sentence ends between the name and the address.
  private func hasEnd(_ between: Range<Int>, _ index: Int) -> Bool {
    let gap = gap(between, index)
    return gap.contains { position in
      guard scalars[position] == "." || scalars[position] == "!" || scalars[position] == "?" else { return false }
      guard position + 1 < scalars.count, scalars[position + 1].isWhiteSpace else { return false }
      var start = position
      while start > 0, position - start < 5, scalars[start - 1].isASCIILetter { start -= 1 }
      return scalars[position] != "." || !SenderWords.abbreviations.contains(scalars.lowercasedString(start..<position))
    }
  }

  /// The words of the part before the @.
  private func localPart(of address: Entity) -> [String] {
    let local = scalars.lowercasedString(address.range).prefix { $0 != "@" }
    return local.split { !$0.isLetter }.map(String.init)
  }

  /// The part before the @ is a company's name and says that the company writes.
  private func namesCompany(_ pieces: [String], _ domain: String, isSender: Bool) -> Bool {
    let isService = pieces.contains(where: SenderWords.serviceWords.contains)
    guard isSender || isService else { return false }
    return pieces.contains { piece in
      guard !SenderWords.serviceWords.contains(piece) else { return false }
      let named = pack.linkJudge.brandsNamed(piece).filter { isTelling(pack.brands[$0], isService: isService) }
      return !named.isEmpty && !named.contains { owns(pack.brands[$0], domain) }
    }
  }

  /// Names that are ordinary words, or people's ("Chase", "Visa"), say something only for few kinds and beside a word
  /// such as "support".
  private func isTelling(_ brand: Brand, isService: Bool) -> Bool {
    !brand.domains.isEmpty && (!brand.isCased || isService && (brand.kind == .tech || brand.kind == .delivery))
  }

  private func isProfile(_ brand: Brand) -> Bool {
    brand.kind == .messenger || brand.domains.contains { pack.lists.contains($0, in: .profiles) }
  }

  /// It is the company's domain, or its name in a country that the table does not know, or its own part of a service
  /// that sends newsletters.
  private func owns(_ brand: Brand, _ domain: String) -> Bool {
    let registrable = PublicSuffixList.registrableDomain(of: domain)
    if brand.domains.contains(where: { $0 == registrable || $0 == domain }) { return true }
    if pack.linkJudge.isPlainNamesake(registrable, of: brand) { return true }
    let isService = [registrable, PublicSuffixList.registrableDomain(of: domain, section: .registries)]
      .contains { pack.lists.contains($0, in: .mailServices) }
    guard isService else { return false }
    let labels = domain.split(separator: ".").dropLast(2).flatMap { $0.split(separator: "-") }
    let names = [URLClassifier.canonical(brand.name)] + brand.domains.map(URLClassifier.name(of:))
    return labels.contains { names.contains(URLClassifier.canonical(String($0))) }
  }
}
