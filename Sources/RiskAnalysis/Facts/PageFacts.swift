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
  /// Whether everything was looked at, up to the limit.
  let isComplete: Bool

  static let names =
    CheckedLink.Standing.allCases.map { "link_\($0.rawValue)" }
    + CheckedSender.Agreement.allCases.map { "sender_\($0.rawValue)" }
    + [
      "sender_bare", "speaks", "speaker_own_domain", "speaker_only_other_domain", "number_abroad", "numbers",
      "two_senders", "companies",
    ]

  /// `shouldStop` is asked every 64 entities; those looked at so far count.
  init(_ features: PageFeatures, shouldStop: () -> Bool) {
    let pack = features.pack
    let finder = SenderFinder(features)
    var senders: [CheckedFacts.Sender] = []
    var links: [(token: Int, entity: Entity)] = []
    var numbers: [CheckedFacts.Number] = []
    var isComplete = true
    for (index, token) in features.tokens.enumerated() where token.entity >= 0 {
      if token.entity & 0x3F == 0x3F, shouldStop() {
        isComplete = false
        break
      }
      let entity = features.entities[token.entity]
      switch entity.kind {
      case .email where senders.count < Self.maximum:
        if let sender = finder.sender(entity, at: index) { senders.append(sender) }
      case .link where links.count < Self.maximum: links.append((index, entity))
      case .phone where numbers.count < Self.maximum:
        numbers.append(
          CheckedFacts.Number(
            text: features.scalars.string(entity.range), country: entity.digits.flatMap(CallingCodes.country),
            place: entity.range))
      default: break
      }
    }
    self.isComplete = isComplete
    let speaking = finder.speaker(senders)
    let classified = links.map { Self.link($0.entity, at: $0.token, of: features, speaker: speaking) }
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
    _ entity: Entity, at token: Int, of features: PageFeatures, speaker: Int?
  ) -> CheckedFacts.Link {
    let pack = features.pack
    let text = features.scalars.string(entity.range)
    // Where a redirect by a site that can be trusted to do so leads.
    guard let link = entity.link.map(pack.urlClassifier.destination), !link.host.isEmpty else {
      return .init(text: text, host: nil, domain: nil, owner: nil, standing: .unclear, place: entity.range)
    }
    let signals = Set(features.builtInSignals(at: token))
    let owners = pack.urlClassifier.classifyAddress(of: link).owners
    let owner = owners.first { $0 == speaker } ?? owners.first
    return .init(
      text: text, host: link.host, domain: PublicSuffixList.registrableDomain(of: link.host),
      owner: signals.contains(.linkMessenger) ? nil : owner.map { pack.brands[$0].name },
      standing: standing(signals, owner: owner, speaker: speaker),
      place: entity.range)
  }

  private static func standing(_ signals: Set<BuiltInSignal>, owner: Int?, speaker: Int?) -> CheckedLink.Standing {
    // Anybody can invite others there, so a messenger is known, but nobody's own.
    if signals.contains(.linkMessenger) { return owner == nil ? .unfamiliar : .otherCompany }
    if let owner { return speaker == nil || owner == speaker ? .own : .otherCompany }
    if signals.contains(.linkOfficial) { return .otherCompany }
    // Every plausible reading was considered; if none of its signals is left, the address may be misread.
    let doubts: Set<BuiltInSignal> = [
      .linkUnfamiliar, .linkShortener, .linkFreeHost, .linkAddress, .linkOddEnding, .linkPunycode, .linkLookAlike,
    ]
    if signals.contains(.linkAny), signals.isDisjoint(with: doubts) { return .unclear }
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
