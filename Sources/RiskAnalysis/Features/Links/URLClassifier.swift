internal import TextEntities

/// Classifies a link by its address alone: what indicates a scam and what does not.
struct URLClassifier: Sendable {
  struct Classification {
    var signals: [BuiltInSignal]
    /// Indices of the brands that own the address.
    var owners: [Int]
  }

  let brands: [Brand]
  /// Brands by their domains.
  let owners: HashIndex
  /// Brands by their domains, folded so that letters that are easily misread compare equal.
  let officialForms: HashIndex
  /// Brands by their registered names without the suffix: "ledger" of "ledger.com".
  let officialNames: HashIndex
  /// Brands by their names without spaces.
  let byName: HashIndex
  let brandImpersonation: BrandImpersonation
  let lists: DomainLists
  let baitWords: [[UInt32]]
  /// Words of a host; further ones are ignored.
  private static let maximumWords = 12
  /// Shorter registered names belong to many companies.
  static let minimumName = 5
  /// Length of country codes and the oldest top-level domains. Companies have more of those than the table lists.
  static let maximumPlainEnding = 3

  init(brands: [Brand], lists: DomainLists) {
    self.lists = lists
    brandImpersonation = BrandImpersonation(brands: brands, ordinaryWords: Self.ordinaryWords(lists))
    self.brands = brands
    let domains = brands.enumerated().flatMap { index, brand in brand.domains.map { ($0, Int32(index)) } }
    owners = HashIndex(domains.map { (Self.hash(of: $0), $1) })
    officialForms = HashIndex(domains.map { (Self.hash(of: Self.form(of: $0)), $1) })
    let names = domains.map { (Self.name(of: $0), $1) }.filter { $0.0.count >= Self.minimumName }
    officialNames = HashIndex(names.map { (WordHash($0), $1) })
    byName = HashIndex(brands.enumerated().map { (WordHash(Self.canonical($1.name)), Int32($0)) })
    baitWords = Self.baitWords(lists)
  }

  static func ordinaryWords(_ lists: DomainLists) -> Set<[UInt32]> {
    Set(lists.entries(of: .ordinaryWords).map(canonical))
  }

  static func baitWords(_ lists: DomainLists) -> [[UInt32]] { lists.entries(of: .baitWords).map(canonical) }

  /// Classifies a link that may have been misread. A genuine address must not be accused because of a misreading, so
  /// signals and owners count only if every plausible reading has them. If recognition `isUncertain`, an official
  /// address that differs only in easily confused letters (rn and m, l and 1, o and 0) is just as plausible.
  func classify(_ link: Link, lines: [Link] = [], alternatives: [Link], isUncertain: Bool) -> Classification {
    var result = classify(link, lines: lines)
    for alternative in alternatives where alternative != link { result.keep(classify(alternative)) }
    let target = destination(of: link)
    if isUncertain, result.owners.isEmpty, target.isCertain, isOfficial(Self.form(of: target.writtenDomain)) {
      result.signals = [.linkAny]
    }
    return result
  }

  private func isOfficial(_ form: [[UInt32]]) -> Bool {
    officialForms.numbers(of: Self.hash(of: form)).contains { brand in
      brands[Int(brand)].domains.contains { Self.form(of: $0) == form }
    }
  }

  static func hash(of domain: String) -> WordHash { WordHash(domain.unicodeScalars.lazy.map(\.value)) }

  private static func hash(of form: [[UInt32]]) -> WordHash { WordHash(Array(form.joined(separator: [0x2E]))) }

  /// Labels in canonical form, the suffix included.
  private static func form(of host: String) -> [[UInt32]] { host.split(separator: ".").map { canonical(String($0)) } }

  /// Classifies the address itself, wherever it redirects to.
  func classifyAddress(of link: Link) -> Classification {
    let registrable = PublicSuffixList.registrableDomain(of: link.host)
    let ownerIndices = owners(ofHost: link.host)
    var signals: [BuiltInSignal] = [.linkAny]
    // Anybody may send others through a shortener, or invite them in a messenger, that belongs to a company. Some companies
    // have hosts below theirs that lead to nothing else ("maps.app.goo.gl").
    let isMessenger = [registrable, link.host].contains { lists.contains($0, in: .messengers) }
    let isOpenPage = isOpenPage(link)
    let isFreeHost = isBelow(link.host, .freeHosts, labels: 1...3)
    let isOpenToAll = isMessenger || isOpenPage || isFreeHost || lists.contains(link.host, in: .shorteners)
    if !ownerIndices.isEmpty, link.isCertain, !isOpenToAll {
      return Classification(signals: signals + [.linkOfficial], owners: ownerIndices)
    }
    if isBelow(link.host, .authorities, labels: 1...2), link.isCertain {
      return Classification(signals: signals + [.linkOfficial], owners: [])
    }
    if isMessenger, !ownerIndices.isEmpty, link.isCertain {
      return Classification(signals: signals + [.linkMessenger], owners: ownerIndices)
    }
    if isMessenger { signals.append(.linkMessenger) }
    var warnings: [BuiltInSignal] = []
    if lists.contains(registrable, in: .shorteners) { warnings.append(.linkShortener) }
    if link.isAddress { warnings.append(.linkAddress) }
    if lists.contains(link.host.lastLabel, in: .oddEndings) { warnings.append(.linkOddEnding) }
    if isOpenPage || isFreeHost { warnings.append(.linkFreeHost) }
    if link.host.contains("xn--") || link.hasForeignLetters { warnings.append(.linkPunycode) }
    if isOpenPage || lists.contains(registrable, in: .familiar), link.isCertain {
      return Classification(signals: signals + warnings, owners: [])
    }
    if signals.count == 1 { signals.append(.linkUnfamiliar) }
    let words = Self.words(of: link.writtenHost)
    // A company's host is none of its look-alikes, even if another may be opened.
    let isCompanys = link.isAmbiguous && !ownerIndices.isEmpty
    let hasName =
      !isCompanys
      && (hasNameOfCompany(link.writtenDomain)
        || words.prefix(Self.maximumWords).contains { brandImpersonation.impersonated(by: $0) != nil })
    if link.hasUserPart || hasName { warnings.append(.linkLookAlike) }
    // Only the registered name counts: honest services use "login." and "account." below their own domain.
    if hasBaitWord(Self.words(of: link.writtenDomain)) { warnings.append(.linkBaitWord) }
    if link.writtenHost.utf8.count(where: { $0 == 0x2D }) >= 2 { warnings.append(.linkManyHyphens) }
    if Self.looksRandom(link.path) { signals.append(.linkRandomPath) }
    if !warnings.isEmpty { signals.append(.linkSuspicious) }
    return Classification(signals: signals + warnings, owners: [])
  }

  /// The registered name in canonical form: "mustermode" of "muster-mode.example".
  static func name(of registrable: String) -> [UInt32] { canonical(String(registrable.prefix { $0 != "." })) }

  /// A company's name and those of its domains, in canonical form.
  static func names(of brand: Brand) -> [[UInt32]] { [canonical(brand.name)] + brand.domains.map(name(of:)) }

  /// A company's name under a suffix that anyone can buy: "ledger.report".
  private func hasNameOfCompany(_ registrable: String) -> Bool {
    let ending = registrable.lastLabel
    guard ending.utf8.count > Self.maximumPlainEnding || lists.contains(ending, in: .oddEndings) else { return false }
    return brand(withDomainNamed: Self.name(of: registrable)) != nil
  }

  func brand(withDomainNamed name: [UInt32]) -> Int? {
    officialNames.numbers(of: WordHash(name)).map(Int.init)
      .first { brands[$0].domains.contains { Self.name(of: $0) == name } }
  }

  /// Whether the host lies below a suffix of a list. No table could name all hosts of authorities.
  private func isBelow(_ host: String, _ list: DomainLists.List, labels counts: ClosedRange<Int>) -> Bool {
    let labels = host.split(separator: ".")
    return counts.contains { count in
      labels.count > count && lists.contains(labels.suffix(count).joined(separator: "."), in: list)
    }
  }

  /// Whether it is a page that anybody can make on a company's own host: a form, a site.
  private func isOpenPage(_ link: Link) -> Bool {
    let parts = link.barePath.split(separator: "/", maxSplits: 3).map { PercentEncoding.decoded($0).lowercased() }
    // The same for one of several accounts, or for a company's: "/u/1/forms", "/a/example.org/forms".
    let part = parts.count > 2 && ["a", "u"].contains(parts[0]) ? parts[2] : parts.first ?? ""
    return ["*", part].contains { lists.contains("\(link.host)/\($0)", in: .openPages) }
  }

  private func hasBaitWord(_ words: [[UInt32]]) -> Bool {
    words.prefix(Self.maximumWords).contains { piece in
      baitWords.contains { $0.count >= 5 ? Self.contains(piece, $0) : piece == $0 }
    }
  }

  /// The words of a host in canonical form: labels without the top-level domain, split at hyphens.
  static func words(of host: String) -> [[UInt32]] {
    host.split(separator: ".").dropLast().flatMap { $0.split(separator: "-") }.map { canonical(String($0)) }
  }

  /// A first path segment that mixes digits and letters: "/7c3e11x".
  private static func looksRandom(_ path: String) -> Bool {
    let part = path.split(separator: "/").first ?? ""
    let letters = part.utf8.count { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    let digits = part.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
    return (4...14).contains(part.utf8.count) && letters > 0 && digits > 0
  }

  /// The form in which names and host names are compared: folded like words, without separators.
  static func canonical(_ text: String) -> [UInt32] {
    var folding = WordFolding()
    for scalar in text.unicodeScalars { folding.append(ScalarFolding.fold(scalar)) }
    folding.finish()
    return folding.scalars
  }

  static func contains(_ whole: [UInt32], _ part: [UInt32]) -> Bool {
    guard part.count <= whole.count, let first = part.first else { return false }
    for start in 0...(whole.count - part.count) where whole[start] == first {
      if whole[start..<(start + part.count)].elementsEqual(part) { return true }
    }
    return false
  }

  /// The brands that own a host: its registrable domain, the host itself, a whole suffix ("gov.it"), or a domain below
  /// which they hand out names ("withgoogle.com").
  func owners(ofHost host: String) -> [Int] {
    for domain in [PublicSuffixList.registrableDomain(of: host), host] {
      let found = owners(of: domain)
      if !found.isEmpty { return found }
    }
    let below = owners(of: PublicSuffixList.registrableDomain(of: host, section: .registries))
    if !below.isEmpty { return below }
    return PublicSuffixList.suffix(of: host, section: .registries).map(owners(of:)) ?? []
  }

  private func owners(of domain: String) -> [Int] {
    owners.numbers(of: Self.hash(of: domain)).map(Int.init).filter { brands[$0].domains.contains(domain) }
  }

  /// Indices of the brands with this name in canonical form, ascending.
  func brands(named name: [UInt32]) -> [Int] {
    byName.numbers(of: WordHash(name)).map(Int.init).filter { Self.canonical(brands[$0].name) == name }
  }

  /// Whether the domain is the company's name under a country code that the table does not know.
  func isPlainNamesake(_ registrable: String, of brand: Brand) -> Bool {
    let ending = registrable.lastLabel
    return ending.utf8.count <= Self.maximumPlainEnding && !lists.contains(ending, in: .oddEndings)
      && brand.domains.contains { Self.name(of: $0) == Self.name(of: registrable) }
  }

  /// Links nested deeper are not unwrapped, and cannot be read.
  private static let maximumDepth = 3

  /// Classifies the destination of a link: the target, if a trusted site redirects to it. Any other site keeps its own
  /// signals and also gets the warnings of the target: an official address in a parameter makes no site trustworthy.
  func classify(_ link: Link, depth: Int = 0) -> Classification {
    let own = classifyAddress(of: link)
    guard let target = target(of: link) else { return own }
    let isTrusted = isTrustedRedirector(link, own)
    switch depth < Self.maximumDepth ? target : .unreadable {
    case .unreadable:
      return isTrusted
        ? Classification(signals: [.linkAny, .linkWrapped], owners: [])
        : Classification(signals: own.signals + [.linkWrapped], owners: own.owners)
    case .link(let inner):
      var result = classify(inner, depth: depth + 1)
      if !isTrusted {
        let warnings = result.signals.filter { $0 != .linkOfficial && !own.signals.contains($0) }
        result = Classification(signals: own.signals + warnings, owners: own.owners)
      }
      if !result.signals.contains(.linkWrapped) { result.signals.append(.linkWrapped) }
      return result
    }
  }

  /// The target of a redirect by a trusted site, or the link itself.
  func destination(of link: Link) -> Link {
    var link = link
    for _ in 0..<Self.maximumDepth {
      guard case .link(let inner)? = target(of: link), isTrustedRedirector(link, classifyAddress(of: link))
      else { break }
      link = inner
    }
    return link
  }

  /// What a link redirects to. That a company's sign-in returns to a site that few know is usual, and means nothing.
  private func target(of link: Link) -> Redirect.Target? {
    if let target = Redirect.target(of: link) { return target }
    guard let inner = Redirect.returnTarget(of: link), isTrustedRedirector(link, classifyAddress(of: link)),
      classifyAddress(of: inner).signals.contains(.linkSuspicious)
    else { return nil }
    return .link(inner)
  }

  /// A messenger, and a host of pages that anybody can make, ignores what looks like a target: "wa.me/1?url=https://…".
  private func isTrustedRedirector(_ link: Link, _ classification: Classification) -> Bool {
    let signals = classification.signals
    guard link.isCertain, !signals.contains(.linkMessenger), !lists.contains(link.host, in: .freeHosts),
      !signals.contains(.linkFreeHost) || isPassage(link.host)
    else { return false }
    return !signals.contains(.linkUnfamiliar)
      || [link.host, PublicSuffixList.registrableDomain(of: link.host, section: .registries)]
        .contains { lists.contains($0, in: .redirectors) }
  }

  /// Whether a host below which anybody can have pages is none of those: "www.tumblr.com".
  private func isPassage(_ host: String) -> Bool {
    host.hasSuffix(".translate.goog") || lists.contains(host.withoutWWW, in: .redirectors)
  }
}
