internal import ScanModel
internal import TextEntities

/// What can be checked on a page: whose links, senders and numbers these are, and whether they fit the company that
/// speaks. The page's model weighs the same facts that a person is shown.
struct PageFacts {
  /// Entities of each kind that are looked at; a page of scams has fewer.
  private static let maximum = 64

  let checked: CheckedFacts
  /// The company of the table that seems to speak, and its own address; nil if none does.
  let speaker: (name: String, domain: String)?
  /// For the model, in the order of `names`.
  let values: [Float]

  static let names =
    CheckedLink.Standing.allCases.map { "link_\($0.rawValue)" }
    + CheckedSender.Agreement.allCases.map { "sender_\($0.rawValue)" }
    + [
      "sender_bare", "speaks", "speaker_own_domain", "speaker_only_other_domain", "number_abroad", "numbers",
      "two_senders", "companies",
    ]

  init(scalars: [Unicode.Scalar], features: PageFeatures, pack: RulePack) {
    let spoofing = DisplayNameSpoofing(scalars: scalars, tokens: features.tokens, pack: pack)
    let finder = SenderFinder(scalars: scalars, features: features, pack: pack, spoofing: spoofing)
    var senders: [CheckedSender] = []
    var links: [(token: Int, entity: Entity)] = []
    var numbers: [CheckedNumber] = []
    for (index, token) in features.tokens.enumerated() where token.entity >= 0 {
      let entity = features.entities[token.entity]
      switch entity.kind {
      case .email where senders.count < Self.maximum:
        if let sender = finder.sender(entity, at: index) { senders.append(sender) }
      case .link where links.count < Self.maximum: links.append((index, entity))
      case .phone where numbers.count < Self.maximum:
        numbers.append(
          CheckedNumber(
            text: scalars.string(entity.range), country: entity.digits.flatMap(CallingCodes.country),
            range: entity.range))
      default: break
      }
    }
    let speaking = finder.speaker(senders)
    let classified = links.map { Self.link($0.entity, at: $0.token, scalars, features, pack, speaker: speaking) }
    checked = CheckedFacts(links: classified, senders: senders, numbers: numbers)
    speaker = speaking.flatMap { brand in
      pack.brands[brand].domains.first.map { (name: pack.brands[brand].name, domain: $0) }
    }
    values = Self.values(checked, speaks: speaking != nil, companies: Set(features.brands.map(\.brand)).count)
  }

  /// Which address the company that speaks uses itself, if the page shows others and not this one.
  var ownAddress: Evidence? {
    guard let speaker, !checked.links.contains(where: { $0.standing == .own }),
      !checked.senders.contains(where: { $0.agreement == .agrees }),
      checked.links.contains(where: { $0.standing != .unclear })
        || checked.senders.contains(where: { $0.agreement == .differs })
    else { return nil }
    return Evidence(
      rule: ScanReport.Item.speakerRule, weight: 0,
      message: RiskWording.ownAddress(of: speaker.name, domain: speaker.domain), excerpt: "", range: 0..<0)
  }

  private static func link(
    _ entity: Entity, at token: Int, _ scalars: [Unicode.Scalar], _ features: PageFeatures, _ pack: RulePack,
    speaker: Int?
  ) -> CheckedLink {
    let text = scalars.string(entity.range)
    guard let link = entity.link, !link.host.isEmpty else {
      return CheckedLink(text: text, host: nil, domain: nil, owner: nil, standing: .unclear, range: entity.range)
    }
    let signals = features.builtInSignals(at: token)
    let owners = pack.urlClassifier.classifyAddress(of: link).owners
    let owner = owners.first { $0 == speaker } ?? owners.first
    return CheckedLink(
      text: text, host: link.host, domain: PublicSuffixList.registrableDomain(of: link.host),
      owner: owner.map { pack.brands[$0].name }, standing: standing(signals, owner: owner, speaker: speaker),
      range: entity.range)
  }

  private static func standing(_ signals: Set<BuiltInSignal>, owner: Int?, speaker: Int?) -> CheckedLink.Standing {
    if let owner { return speaker == nil || owner == speaker ? .own : .otherCompany }
    if signals.contains(.linkOfficial) { return .otherCompany }
    // Every plausible reading was considered; if none of its signals is left, the address may be misread.
    if signals.isDisjoint(with: [.linkUnfamiliar, .linkShortener, .linkFreeHost, .linkAddress, .linkMessenger]),
      signals.contains(.linkAny), signals.isDisjoint(with: [.linkOddEnding, .linkPunycode, .linkLookAlike])
    {
      return .unclear
    }
    if signals.contains(.linkLookAlike) || signals.contains(.linkPunycode) { return .lookAlike }
    if signals.contains(.linkAddress) { return .number }
    if signals.contains(.linkShortener) { return .short }
    return signals.contains(.linkFreeHost) ? .freeHost : .unfamiliar
  }

  private static func values(_ checked: CheckedFacts, speaks: Bool, companies: Int) -> [Float] {
    let standings = checked.links.map(\.standing)
    let agreements = checked.senders.map(\.agreement)
    let domains = Set(checked.senders.map(\.domain))
    let isOwn = standings.contains(.own) || agreements.contains(.agrees)
    let isOther = !isOwn && (standings.contains { $0 != .unclear } || agreements.contains(.differs))
    let countries = Set(checked.numbers.compactMap(\.country))
    func flag(_ value: Bool) -> Float { value ? 1 : 0 }
    return CheckedLink.Standing.allCases.map { flag(standings.contains($0)) }
      + CheckedSender.Agreement.allCases.map { flag(agreements.contains($0)) }
      + [
        flag(checked.senders.contains { $0.name == nil }), flag(speaks), flag(speaks && isOwn), flag(speaks && isOther),
        flag(countries.count > 1), flag(!checked.numbers.isEmpty), flag(domains.count > 1),
        Float(Logistic.log(1 + Double(companies))),
      ]
  }
}
