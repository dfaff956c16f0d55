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
  init(scalars: [Unicode.Scalar], features: PageFeatures, pack: RulePack, shouldStop: () -> Bool) {
    let spoofing = DisplayNameSpoofing(scalars: scalars, tokens: features.tokens, pack: pack)
    let finder = SenderFinder(features: features, spoofing: spoofing)
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
            text: scalars.string(entity.range), country: entity.digits.flatMap(CallingCodes.country),
            place: entity.range))
      default: break
      }
    }
    self.isComplete = isComplete
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
  ) -> CheckedFacts.Link {
    let text = scalars.string(entity.range)
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

/// Finds who writes on a page: names with addresses in the sender's place, and the company that speaks.
struct SenderFinder {
  let features: PageFeatures
  let spoofing: DisplayNameSpoofing
  private var pack: RulePack { spoofing.pack }

  /// The sender with this address; nil if the address stands for a recipient or merely occurs in the text.
  func sender(_ address: Entity, at index: Int) -> CheckedFacts.Sender? {
    guard let domain = address.emailDomain, let name = spoofing.shownName(of: address, at: index) else { return nil }
    let scalars = spoofing.scalars
    let words = name.map { scalars.string(features.tokens[$0].range) }
    let brands = features.brands.filter { name.contains($0.tokens.lowerBound) }.map { pack.brands[$0.brand] }
    let text = scalars.string(address.range)
    let agreement = SenderNameAgreement(spoofing: spoofing).agreement(
      name: words, brands: brands, localPart: String(text.prefix { $0 != "@" }), domain: domain)
    let start = name.first.map { features.tokens[$0].range.lowerBound } ?? address.range.lowerBound
    return .init(
      name: words.isEmpty ? nil : words.joined(separator: " "), address: text, domain: domain,
      agreement: words.isEmpty ? .unclear : agreement,
      place: min(start, address.range.lowerBound)..<address.range.upperBound)
  }

  /// The brand that seems to speak: one in a sender's name, else the one named first that is not just a messenger.
  func speaker(_ senders: [CheckedFacts.Sender]) -> Int? {
    let named = features.brands.filter { pack.brands[$0.brand].kind != .messenger }
    let inName = named.first { hit in
      senders.contains { $0.place.contains(features.tokens[hit.tokens.lowerBound].range.lowerBound) }
    }
    return (inName ?? named.first)?.brand
  }
}

/// Countries by the prefix of an international telephone number (ITU-T E.164, list of assigned country codes).
enum CallingCodes {
  /// - Parameter digits: With a leading "+" or "00"; national numbers do not tell their country.
  /// - Returns: ISO 3166-1 code; nil for national numbers and for prefixes that several countries share (+1, +7).
  static func country(_ digits: String) -> String? {
    guard let prefix = ["+", "00"].first(where: digits.hasPrefix) else { return nil }
    let bare = digits.dropFirst(prefix.count)
    return (2...3).lazy.compactMap { table[String(bare.prefix($0))] }.first
  }

  private static let table: [String: String] = Dictionary(
    uniqueKeysWithValues: list.split(separator: " ").map { entry in
      let parts = entry.split(separator: ":")
      return (String(parts[0]), String(parts[1]))
    })

  private static let list = """
    20:EG 27:ZA 30:GR 31:NL 32:BE 33:FR 34:ES 36:HU 40:RO 41:CH 43:AT 44:GB 45:DK 46:SE 47:NO 48:PL 49:DE 51:PE 52:MX \
    53:CU 54:AR 55:BR 56:CL 57:CO 58:VE 60:MY 61:AU 62:ID 63:PH 64:NZ 65:SG 66:TH 81:JP 82:KR 84:VN 86:CN 90:TR 91:IN \
    92:PK 93:AF 94:LK 95:MM 98:IR 211:SS 212:MA 213:DZ 216:TN 218:LY 220:GM 221:SN 222:MR 223:ML 224:GN 225:CI 226:BF \
    227:NE 228:TG 229:BJ 230:MU 231:LR 232:SL 233:GH 234:NG 235:TD 236:CF 237:CM 238:CV 239:ST 240:GQ 241:GA 242:CG \
    243:CD 244:AO 245:GW 248:SC 249:SD 250:RW 251:ET 252:SO 253:DJ 254:KE 255:TZ 256:UG 257:BI 258:MZ 260:ZM 261:MG \
    262:RE 263:ZW 264:NA 265:MW 266:LS 267:BW 268:SZ 269:KM 291:ER 297:AW 298:FO 299:GL 350:GI 351:PT 352:LU 353:IE \
    354:IS 355:AL 356:MT 357:CY 358:FI 359:BG 370:LT 371:LV 372:EE 373:MD 374:AM 375:BY 376:AD 377:MC 378:SM 380:UA \
    381:RS 382:ME 383:XK 385:HR 386:SI 387:BA 389:MK 420:CZ 421:SK 423:LI 501:BZ 502:GT 503:SV 504:HN 505:NI 506:CR \
    507:PA 509:HT 591:BO 592:GY 593:EC 595:PY 597:SR 598:UY 673:BN 675:PG 676:TO 679:FJ 852:HK 853:MO 855:KH 856:LA \
    880:BD 886:TW 960:MV 961:LB 962:JO 963:SY 964:IQ 965:KW 966:SA 967:YE 968:OM 970:PS 971:AE 972:IL 973:BH 974:QA \
    975:BT 976:MN 977:NP 992:TJ 993:TM 994:AZ 995:GE 996:KG 998:UZ
    """
}
