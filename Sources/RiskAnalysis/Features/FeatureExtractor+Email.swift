internal import TextEntities

extension FeatureExtractor {
  /// The signals of an e-mail address: those of its domain, as for a link, and whether the sender's name fits it.
  mutating func addEmail(_ address: Entity, _ position: Range<Int>, nearBrands: ArraySlice<BrandHit>) {
    append(.emailAny, position)
    guard let domain = address.emailDomain else { return }
    let isFree = pack.lists.contains(domain, in: .freeMail)
    let signals = pack.urlClassifier.classifyAddress(of: Link(mailDomain: domain)).signals
    if isFree {
      append(.emailFree, position)
    } else {
      if signals.contains(.linkOfficial) { append(.emailOfficial, position) }
      if signals.contains(.linkUnfamiliar) { append(.emailUnfamiliar, position) }
      if signals.contains(.linkLookAlike) || signals.contains(.linkPunycode) { append(.emailLookAlike, position) }
    }
    guard isFree || signals.contains(.linkUnfamiliar) else { return }
    let spoofing = DisplayNameSpoofing(scalars: scalars, tokens: text.tokens, pack: pack)
    if spoofing.isSpoofed(address, at: position.lowerBound, brands: nearBrands) {
      append(.emailForeignToBrand, position)
    }
  }
}

extension Link {
  /// A link to the domain of an e-mail address.
  fileprivate init(mailDomain: String) {
    self.init(scheme: .none, host: mailDomain, path: "", hasForeignLetters: false, hasUserPart: false)
  }
}
