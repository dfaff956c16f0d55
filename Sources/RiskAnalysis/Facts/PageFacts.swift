internal import CodeContents
internal import ScanModel
internal import TextEntities

/// What can be checked on a page: whose links, senders and numbers these are, and whether they fit the company that
/// speaks. The page's model weighs the same facts that a person is shown.
struct PageFacts {
  /// Entities of each kind that are looked at; a page of scams has fewer.
  private static let maximum = 64
  /// More would not be read.
  private static let maximumContacts = 2

  /// As people are shown them on a clear page; `values` has what the models were trained on.
  let checked: CheckedFacts
  /// Whether the page's address has the name of a company that the page names, and is not that company's.
  let isPosing: Bool
  private let accounts: [(country: String, holder: String?)]
  /// Links to well-known sites where anybody can put up a page, by their places in `checked`.
  private let openLinks: [Int]
  /// The company of the table that seems to speak, of those with addresses; nil if none does.
  let speaker: Brand?
  /// Whose address each look-alike has in it.
  private let lookAlikes: [(link: CheckedFacts.Link, brand: Brand, imitated: URLClassifier.Imitated)]
  private let ownDomains: [String]
  /// Domains of addresses that one is asked to write to.
  private let contacts: [(domain: String, isFree: Bool)]
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
    ] + PageFeatures.codeValueNames

  /// `shouldStop` is asked every 64 entities; those looked at so far count.
  init(_ features: PageFeatures, codes: [PageCode] = [], shouldStop: () -> Bool) {
    let pack = features.pack
    let finder = SenderFinder(features)
    var senders: [CheckedFacts.Sender] = []
    var links: [(token: Int, entity: Entity)] = []
    var numbers: [CheckedFacts.Number] = []
    var contacts: [(domain: String, isFree: Bool)] = []
    var isComplete = true
    for (index, token) in features.tokens.enumerated() where token.entity >= 0 {
      if token.entity & 0x3F == 0x3F, shouldStop() {
        isComplete = false
        break
      }
      let entity = features.entities[token.entity]
      switch entity.kind {
      case .email where senders.count < Self.maximum:
        if let sender = finder.sender(entity, at: index) {
          senders.append(sender)
        } else if contacts.count < Self.maximumContacts, let domain = entity.emailDomain,
          !contacts.contains(where: { $0.domain == domain }), finder.isContact(index)
        {
          contacts.append((domain, pack.lists.contains(domain, in: .freeMail)))
        }
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
    let pose = Self.pose(links.map(\.entity), on: features)
    let classified = links.indices.map { index in
      Self.link(
        links[index].entity, at: links[index].token, of: features, speaker: speaking,
        posed: pose?.link == index ? pose?.company : nil)
    }
    let standings = classified.map(\.standing)
    self.contacts = contacts
    let showsOnlyOthers = Self.showsOnlyOthers(standings, senders)
    values =
      Self.values(
        standings, senders, numbers, speaks: speaking != nil, companies: Set(features.brands.map(\.brand)).count)
      + features.values(of: codes)
    // From here on as people are shown them.
    let accountPlaces = Self.accountPlaces(features)
    // What a code pays is told with the code.
    let inCodes = features.codes.filter(\.addsWords).map { features.scalars(of: $0.tokens) }
    let onPage = accountPlaces.lazy.filter { place in !inCodes.contains { $0.overlaps(place) } }
    accounts = onPage.prefix(Self.maximumContacts).compactMap { place in
      let country = place.lowerBound..<(place.lowerBound + 2)
      if features.confidence.isUncertain(country) { return nil }
      return (features.scalars.string(country).uppercased(), AccountHolder(features).name(at: place))
    }
    let shownNumbers = Self.shown(numbers, beside: accountPlaces, on: features)
    for index in senders.indices {
      let isUnclear = senders[index].agreement == .differs && finder.mayBeMisread(senders[index])
      if isUnclear || finder.isNamesake(senders[index]) { senders[index].agreement = .unclear }
    }
    checked = CheckedFacts(links: classified.map(\.shown), senders: senders, numbers: shownNumbers)
    isPosing = pose != nil
    openLinks = classified.indices.filter { classified[$0].isOpen }
    lookAlikes = classified.compactMap { link in
      guard link.shown.standing == .lookAlike, let imitated = link.imitated else { return nil }
      return (link.shown, pack.brands[imitated.brand], imitated)
    }
    let brand = (pose?.company.brand ?? speaking).map { pack.brands[$0] }
    speaker = brand.flatMap { $0.domains.isEmpty ? nil : $0 }
    // If a link poses as a company, it is that one's address that helps.
    let posed = showsOnlyOthers ? lookAlikes.first?.brand ?? brand : nil
    ownDomains = posed.map(CompanyAddress(features, checked).domains) ?? []
  }

  /// As people are shown them: beside an alarm a well-known site is no comfort if anybody can put up a page there.
  func shown(isClear: Bool) -> CheckedFacts {
    var facts = checked
    for link in isClear ? [] : openLinks { facts.links[link].standing = .freeHost }
    return facts
  }

  /// What is said of them without weight: which address the company uses itself, if the page shows only others, whose
  /// name is in a look-alike, and, if the page is not clear, where it has one write or pay.
  func notes(isClear: Bool) -> [Evidence] {
    let company = lookAlikes.first?.imitated.name ?? speaker?.shownName
    let own = company.flatMap { RiskWording.ownAddress(of: $0, ownDomains) }
    var notes = [own].compactMap(\.self).map { Evidence(rule: ScanReport.Item.speakerRule, message: $0) }
    if !isClear {
      notes += contacts.map {
        Evidence(rule: ScanReport.Item.contactRule, message: RiskWording.contact(at: $0.domain, isFree: $0.isFree))
      }
      notes += checked.numbers.filter(\.isNational).prefix(Self.maximumContacts).map {
        Evidence(rule: ScanReport.Item.contactRule, message: RiskWording.contact(number: $0.text))
      }
      notes += accounts.map {
        Evidence(rule: ScanReport.Item.accountRule, message: RiskWording.account(in: $0.country, holder: $0.holder))
      }
    }
    return notes
      + lookAlikes.map { item in
        Evidence(
          rule: ScanReport.Item.lookAlikeRule,
          message: RiskWording.lookAlike(
            item.link.domain ?? item.link.text, of: item.imitated.name, isMisspelled: item.imitated.isMisspelled))
      }
  }

  /// The page's own address, and the company that the page poses as with it.
  private static func pose(
    _ links: [Entity], on features: PageFeatures
  ) -> (link: Int, company: URLClassifier.Imitated)? {
    for (index, entity) in links.prefix(maximumContacts).enumerated()
    where CheckedLink.isAddressOfPage(features.scalars.string(entity.range), in: features.page.text) {
      return entity.link.flatMap { features.pack.urlClassifier.posed(by: $0, on: features) }.map { (index, $0) }
    }
    return nil
  }

  private static func accountPlaces(_ features: PageFeatures) -> [Range<Int>] {
    let all =
      AccountNumberForm.ranges(in: features.scalars, features.entities)
      + features.entities.filter { $0.kind == .iban }.map(\.range)
    return all.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
      .reduce(into: []) { if $0.last?.overlaps($1) != true { $0.append($1) } }
  }

  /// Those that are no parts of accounts, and those that go on in the next line, with their countries.
  private static func shown(
    _ numbers: [CheckedFacts.Number], beside accounts: [Range<Int>], on features: PageFeatures
  ) -> [CheckedFacts.Number] {
    let wrapped = PhoneNumberParser.wrapped(in: features.scalars).prefix(maximum).map { found in
      // As one reads it, without the end of the line.
      let text = features.scalars.string(found.range).replacing("\n", with: " ")
      return CheckedFacts.Number(text: text, country: CallingCodes.country(found.digits), place: found.range)
    }
    let others = accounts + wrapped.map(\.place)
    var shown = numbers.filter { number in !others.contains { $0.overlaps(number.place) } } + wrapped
    shown.sort { $0.place.lowerBound < $1.place.lowerBound }
    for index in shown.indices where shown[index].country == nil {
      shown[index].country = CallingCodes.mainCountry(shown[index].text)
    }
    return shown
  }

  /// A link with its standing for the models, and as it is shown.
  private struct ClassifiedLink {
    var standing: CheckedLink.Standing
    var shown: CheckedFacts.Link
    var imitated: URLClassifier.Imitated?
    /// Whether it leads to what anybody can put up on a well-known site, of another company than the one that speaks.
    var isOpen = false
  }

  private static func link(
    _ entity: Entity, at token: Int, of features: PageFeatures, speaker: Int?, posed: URLClassifier.Imitated?
  ) -> ClassifiedLink {
    let classifier = features.pack.urlClassifier
    let text = features.scalars.string(entity.range)
    let owners = entity.link.map { classifier.classify($0, lines: features.linksOfLines(entity.range)).owners } ?? []
    // Where a redirect by a site that can be trusted to do so leads.
    guard let link = entity.link.map(classifier.destination), !link.host.isEmpty,
      !owners.isEmpty || !classifier.looksOwned(link), !features.isHalfOfAddress(entity.range)
    else {
      let shown = CheckedFacts.Link(
        text: text, host: nil, domain: nil, owner: nil, standing: .unclear, place: entity.range)
      return ClassifiedLink(standing: .unclear, shown: shown)
    }
    let signals = Set(features.builtInSignals(at: token))
    let owner = owners.first { $0 == speaker } ?? owners.first
    let standing = standing(signals, owner: owner, speaker: speaker)
    let domain = PublicSuffixList.registrableDomain(of: link.host)
    let isCertain = !features.confidence.isUncertain(entity.range)
    let shownStanding =
      posed != nil && standing == .unfamiliar
      ? .lookAlike : shown(standing, of: link, domain, signals, isCertain: isCertain, speaker, classifier)
    let shown = CheckedFacts.Link(
      text: text, host: link.host, domain: domain,
      owner: signals.contains(.linkMessenger) ? nil : classifier.shownOwner(owners, of: domain, speaker: speaker),
      standing: shownStanding, place: entity.range)
    let imitated = shownStanding == .lookAlike ? posed ?? classifier.imitated(by: link, speaker: speaker) : nil
    let isKnown = shownStanding == .otherCompany || shownStanding == .own && owner != speaker
    let isOpen = isKnown && classifier.lists.contains(domain, in: .openSites)
    return ClassifiedLink(standing: standing, shown: shown, imitated: imitated, isOpen: isOpen)
  }

  /// The standing that people are shown. Well-known sites are unclear to the models, hosts where anybody can put up a page
  /// look like those of the company that they belong to, and short names within a host count only if their company speaks.
  private static func shown(
    _ standing: CheckedLink.Standing, of link: Link, _ domain: String, _ signals: Set<BuiltInSignal>, isCertain: Bool,
    _ speaker: Int?, _ classifier: URLClassifier
  ) -> CheckedLink.Standing {
    switch standing {
    case .unclear where isCertain && signals == [.linkAny] && classifier.lists.contains(domain, in: .familiar):
      .otherCompany
    case .own, .otherCompany, .lookAlike, .unfamiliar, .unclear:
      if classifier.lists.contains(link.host, in: .freeHosts) {
        .freeHost
      } else if standing == .unfamiliar, let speaker, classifier.name(of: classifier.brands[speaker], in: link) != nil {
        .lookAlike
      } else {
        standing
      }
    case .short, .freeHost, .number: standing
    }
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

  private static func showsOnlyOthers(
    _ standings: [CheckedLink.Standing], _ senders: [CheckedFacts.Sender]
  ) -> Bool {
    !standings.contains(.own) && !senders.contains { $0.agreement == .agrees }
      && (standings.contains { $0 != .unclear } || senders.contains { $0.agreement == .differs })
  }

  private static func values(
    _ standings: [CheckedLink.Standing], _ senders: [CheckedFacts.Sender], _ numbers: [CheckedFacts.Number],
    speaks: Bool, companies: Int
  ) -> [Float] {
    let agreements = senders.map(\.agreement)
    let domains = Set(senders.map(\.domain))
    let isOwn = standings.contains(.own) || agreements.contains(.agrees)
    let isOther = showsOnlyOthers(standings, senders)
    let countries = Set(numbers.compactMap(\.country))
    func flag(_ value: Bool) -> Float { value ? 1 : 0 }
    return CheckedLink.Standing.allCases.map { flag(standings.contains($0)) }
      + CheckedSender.Agreement.allCases.map { flag(agreements.contains($0)) }
      + [
        flag(senders.contains { $0.name == nil }), flag(speaks), flag(speaks && isOwn), flag(speaks && isOther),
        flag(countries.count > 1), flag(!numbers.isEmpty), flag(domains.count > 1),
        Float(Logistic.log(1 + Double(companies))),
      ]
  }
}
