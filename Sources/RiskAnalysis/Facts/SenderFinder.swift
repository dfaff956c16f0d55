internal import ScanModel
internal import TextEntities

/// Finds who writes on a page: names with addresses in the sender's place, and the company that speaks.
struct SenderFinder {
  let scalars: [Unicode.Scalar]
  let features: PageFeatures
  let pack: RulePack
  let spoofing: DisplayNameSpoofing

  /// The sender with this address; nil if the address stands for a recipient or merely occurs in the text.
  func sender(_ address: Entity, at index: Int) -> CheckedSender? {
    guard let domain = address.emailDomain, let name = spoofing.shownName(of: address, at: index) else { return nil }
    let words = name.tokens.map { scalars.string(features.tokens[$0].range) }
    let brands = features.brands.filter { name.tokens.contains($0.tokens.lowerBound) }.map { pack.brands[$0.brand] }
    let text = scalars.string(address.range)
    let agreement = NameAgreement(pack: pack).agreement(
      name: words, brands: brands, localPart: String(text.prefix { $0 != "@" }), domain: domain, spoofing: spoofing)
    let start = name.tokens.first.map { features.tokens[$0].range.lowerBound } ?? address.range.lowerBound
    return CheckedSender(
      name: words.isEmpty ? nil : words.joined(separator: " "), address: text, domain: domain,
      agreement: words.isEmpty ? .unclear : agreement,
      range: min(start, address.range.lowerBound)..<address.range.upperBound)
  }

  /// The brand that seems to speak: one in a sender's name, else the one named first that is not just a messenger.
  func speaker(_ senders: [CheckedSender]) -> Int? {
    let named = features.brands.filter { pack.brands[$0.brand].kind != .messenger }
    let inName = named.first { hit in
      senders.contains { $0.range.contains(features.tokens[hit.tokens.lowerBound].range.lowerBound) }
    }
    return (inName ?? named.first)?.brand
  }
}
