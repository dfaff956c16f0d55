internal import TextEntities

extension FeatureExtractor {
  /// What speaks for or against an e-mail address: its domain, as for a link, and who is said to write from it.
  mutating func takeEmail(_ address: Entity, _ at: Range<Int>, brands: ArraySlice<(tokens: Range<Int>, brand: Int)>) {
    append(.emailAny, at)
    guard let domain = address.emailDomain else { return }
    let isFree = pack.lists.contains(domain, in: .freeMail)
    let verdict = pack.linkJudge.verdictOnAddress(of: Link(mailDomain: domain))
    if isFree {
      append(.emailFree, at)
    } else {
      if verdict.signals.contains(.linkOfficial) { append(.emailOfficial, at) }
      if verdict.signals.contains(.linkUnfamiliar) { append(.emailUnfamiliar, at) }
      if verdict.signals.contains(.linkLookAlike) || verdict.signals.contains(.linkPunycode) {
        append(.emailLookAlike, at)
      }
    }
    guard isFree || verdict.signals.contains(.linkUnfamiliar) else { return }
    let senders = SenderFinder(scalars: scalars, tokens: text.tokens, pack: pack)
    if senders.isForeign(at: at.lowerBound, address, brands: brands) { append(.emailForeignToBrand, at) }
  }
}

extension Link {
  /// The domain of an e-mail address, to be judged as that of a link is.
  fileprivate init(mailDomain: String) {
    self.init(scheme: .none, host: mailDomain, path: "", hasForeignLetters: false, hasUserPart: false)
  }
}
