internal import TextEntities

/// A company's name somewhere before an address means little: shops name payment services, sites on which they have
/// pages, and makers whose goods they repair. Only a name in the sender's place counts.
extension SenderFinder {
  /// Tokens between a display name and its address, at most.
  private static let reach = 8

  /// Whether the sender's name is that of a company that does not own the domain of an address, which belongs to no
  /// known company or to a free mail provider. `brands`: companies named in the text, in text order.
  func isSpoofed(_ address: Entity, at index: Int, brands: ArraySlice<PageFeatures.BrandHit>) -> Bool {
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

  /// Whether a company's name is in the sender's place.
  private func isName(
    _ hit: PageFeatures.BrandHit, of address: Entity, at index: Int, onLine: Range<Int>, isSender: Bool
  ) -> Bool {
    let between = hit.tokens.upperBound..<index
    let start = tokens[hit.tokens.upperBound - 1].range.upperBound
    let gap = start..<max(start, tokens[index].range.lowerBound)
    guard between.allSatisfy({ tokens[$0].kind == .word || tokens[$0].kind == .number }), !endsSentence(gap) else {
      return false
    }
    let isOnLine = hit.tokens.lowerBound >= onLine.lowerBound
    let name = isOnLine ? onLine : nameLine(above: lineStart(before: address.range.lowerBound), index)
    let isFirst = name.first(where: { !isCue($0) }) == hit.tokens.lowerBound
    // "Jane Chase <jane@...>" is a person.
    if isOnLine, isSender || isBracketed(address) { return isFirst || !pack.brands[hit.brand].isCaseSensitive }
    guard isFirst else { return false }
    if !isOnLine, isSender { return true }
    guard !hasColon(gap), !isProfile(pack.brands[hit.brand]) else { return false }
    // "PayPal anna@..." says how to pay; "PayPal Service anna@..." says who writes.
    let isMeansOfPayment = pack.brands[hit.brand].kind == .payment || pack.brands[hit.brand].kind == .crypto
    let hasMore = name.contains { $0 >= hit.tokens.upperBound && tokens[$0].kind == .word }
    if isMeansOfPayment, !hasMore { return false }
    return isOnLine || onLine.isEmpty
  }

  private func hasColon(_ gap: Range<Int>) -> Bool {
    gap.contains { position in
      // Not the colon of "10:42".
      scalars[position] == ":" && !(position + 1 < scalars.count && scalars[position + 1].isASCIIDigit)
    }
  }

  /// Whether a sentence ends between the name and the address.
  private func endsSentence(_ gap: Range<Int>) -> Bool {
    gap.contains { position in
      guard [".", "!", "?"].contains(scalars[position]), position + 1 < scalars.count,
        scalars[position + 1].isWhiteSpace
      else { return false }
      var start = position
      while start > 0, position - start < 5, scalars[start - 1].isASCIILetter { start -= 1 }
      return scalars[position] != "." || !SenderWords.abbreviations.contains(scalars.lowercasedString(start..<position))
    }
  }

  private func localPart(of address: Entity) -> [String] {
    let local = scalars.lowercasedString(address.range).prefix { $0 != "@" }
    return local.split { !$0.isLetter }.map(String.init)
  }

  /// Whether the part before the @ has the name of a company that does not own the domain.
  private func namesCompany(_ pieces: [String], _ domain: String, isSender: Bool) -> Bool {
    let isService = pieces.contains(where: SenderWords.serviceWords.contains)
    guard isSender || isService else { return false }
    return pieces.contains { piece in
      guard !SenderWords.serviceWords.contains(piece) else { return false }
      let named = pack.urlClassifier.brands(named: URLClassifier.canonical(piece))
        .filter { isDistinctive(pack.brands[$0], isService: isService) }
      return !named.isEmpty && !named.contains { owns(pack.brands[$0], domain) }
    }
  }

  /// Names that are also words or people's names ("Chase") count only for some companies, beside a word like "support".
  private func isDistinctive(_ brand: Brand, isService: Bool) -> Bool {
    !brand.domains.isEmpty && (!brand.isCaseSensitive || isService && (brand.kind == .tech || brand.kind == .delivery))
  }

  private func isProfile(_ brand: Brand) -> Bool {
    brand.kind == .messenger || brand.domains.contains { pack.lists.contains($0, in: .profiles) }
  }
}
