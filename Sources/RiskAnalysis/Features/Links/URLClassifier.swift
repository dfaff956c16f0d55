internal import TextEntities

/// Says what speaks for or against a link, from its address alone.
struct URLClassifier: Sendable {
  struct Verdict {
    var signals: [EntitySignal]
    /// Brands (by index) to which the address belongs.
    var owners: [Int]
  }

  let brands: [Brand]
  /// Brands by their domains.
  let owners: HashIndex
  /// Brands by their domains in the form in which misread letters compare equal.
  let officialForms: HashIndex
  /// What companies have registered, without the ending: "ledger" of "ledger.com".
  let officialNames: HashIndex
  /// Brands by their names without spaces.
  let byName: HashIndex
  let hiddenBrands: BrandImpersonation
  let lists: DomainLists
  let baitWords: [[UInt32]]
  /// Of a host; an address with more of them is looked at no further.
  private static let maximumPieces = 12
  /// Shorter names belong to many.
  private static let minimumName = 5
  /// Countries and the oldest endings: companies have those, too, and the table does not know all of them.
  static let maximumPlainEnding = 3

  init(brands: [Brand], lists: DomainLists) {
    self.lists = lists
    hiddenBrands = BrandImpersonation(brands: brands, ordinaryWords: Self.ordinaryWords(lists))
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

  /// The verdict where recognition leaves open what was written: a mark against the link counts only if every plausible
  /// reading has it, because a genuine address that was misread must not be accused.
  /// - Parameters:
  ///   - link: As it was read.
  ///   - others: What may stand there instead.
  ///   - isUncertain: The engine was not sure of the letters, so that an official address one confusion away (rn and m,
  ///     l and 1, o and 0) is as plausible.
  /// - Returns: What is true of all readings.
  func verdict(on link: Link, others: [Link], isUncertain: Bool) -> Verdict {
    var verdict = verdict(on: link)
    for other in others where other != link {
      let second = self.verdict(on: other)
      verdict.signals.removeAll { !second.signals.contains($0) }
      verdict.owners.removeAll { !second.owners.contains($0) }
    }
    let target = destination(of: link)
    if isUncertain, verdict.owners.isEmpty, !target.hasUserPart,
      isOfficial(Self.form(of: PublicSuffixList.registrableDomain(of: target.host)))
    {
      verdict.signals = [.linkAny]
    }
    return verdict
  }

  private func isOfficial(_ form: [[UInt32]]) -> Bool {
    officialForms.numbers(of: Self.hash(of: form)).contains { brand in
      brands[Int(brand)].domains.contains { Self.form(of: $0) == form }
    }
  }

  static func hash(of domain: String) -> WordHash { WordHash(domain.unicodeScalars.lazy.map(\.value)) }

  private static func hash(of form: [[UInt32]]) -> WordHash { WordHash(Array(form.joined(separator: [0x2E]))) }

  /// Labels in canonical form.
  private static func form(of host: String) -> [[UInt32]] { host.split(separator: ".").map { canonical(String($0)) } }

  /// What the address itself says, whatever it leads on to.
  func verdictOnAddress(of link: Link) -> Verdict {
    let registrable = PublicSuffixList.registrableDomain(of: link.host)
    let owning = owners(ofHost: link.host, registrable: registrable)
    var signals: [EntitySignal] = [.linkAny]
    if !owning.isEmpty, !link.hasUserPart, !isFreeHost(link.host) {
      signals.append(.linkOfficial)
      return Verdict(signals: signals, owners: owning)
    }
    if isOfAuthority(link.host), !link.hasUserPart { return Verdict(signals: signals + [.linkOfficial], owners: []) }
    if lists.contains(registrable, in: .messengers) { signals.append(.linkMessenger) }
    var marks: [EntitySignal] = []
    if lists.contains(registrable, in: .shorteners) { marks.append(.linkShortener) }
    if link.isAddress { marks.append(.linkAddress) }
    if lists.contains(ending(of: link.host), in: .oddEndings) { marks.append(.linkOddEnding) }
    if isFreeHost(link.host) { marks.append(.linkFreeHost) }
    if link.host.contains("xn--") || link.hasForeignLetters { marks.append(.linkPunycode) }
    if lists.contains(registrable, in: .familiar), !link.hasUserPart {
      return Verdict(signals: signals + marks, owners: [])
    }
    if signals.count == 1 { signals.append(.linkUnfamiliar) }
    let pieces = Self.pieces(of: link.host)
    if link.hasUserPart || hasNameOfAnother(registrable)
      || pieces.prefix(Self.maximumPieces).contains(where: hiddenBrands.isHidden)
    {
      marks.append(.linkLookAlike)
    }
    // Honest services sign people in at "login." and "account." of their own domain; the name that was bought counts.
    if hasBaitWord(Self.pieces(of: registrable)) { marks.append(.linkBaitWord) }
    if link.host.utf8.count(where: { $0 == 0x2D }) >= 2 { marks.append(.linkManyHyphens) }
    if Self.looksRandom(link.path) { signals.append(.linkRandomPath) }
    if !marks.isEmpty { signals.append(.linkSuspicious) }
    return Verdict(signals: signals + marks, owners: [])
  }

  static func name(of registrable: String) -> [UInt32] {
    canonical(String(registrable.prefix { $0 != "." }))
  }

  /// "ledger.report": the name that a company has under an ending that anyone can buy it with.
  private func hasNameOfAnother(_ registrable: String) -> Bool {
    let ending = ending(of: registrable)
    guard ending.utf8.count > Self.maximumPlainEnding || lists.contains(ending, in: .oddEndings) else { return false }
    let name = Self.name(of: registrable)
    return officialNames.numbers(of: WordHash(name)).contains { number in
      brands[Int(number)].domains.contains { Self.name(of: $0) == name }
    }
  }

  func ending(of host: String) -> String { host.split(separator: ".").last.map(String.init) ?? "" }

  private func isFreeHost(_ host: String) -> Bool {
    let labels = host.split(separator: ".")
    return (1...3).contains { count in
      labels.count > count && lists.contains(labels.suffix(count).joined(separator: "."), in: .freeHosts)
    }
  }

  /// Whether the host lies under an ending that is given to authorities only; no table could name each of them.
  private func isOfAuthority(_ host: String) -> Bool {
    let labels = host.split(separator: ".")
    return (1...2).contains { count in
      labels.count > count && lists.contains(labels.suffix(count).joined(separator: "."), in: .authorities)
    }
  }

  private func hasBaitWord(_ pieces: [[UInt32]]) -> Bool {
    pieces.prefix(Self.maximumPieces).contains { piece in
      baitWords.contains { $0.count >= 5 ? Self.contains(piece, $0) : piece == $0 }
    }
  }

  /// Labels cut at hyphens, canonical; the ending left out.
  private static func pieces(of host: String) -> [[UInt32]] {
    host.split(separator: ".").dropLast().flatMap { $0.split(separator: "-") }.map { canonical(String($0)) }
  }

  /// A path such as "/7c3e11x": one part that mixes digits and letters.
  private static func looksRandom(_ path: String) -> Bool {
    let part = path.split(separator: "/").first ?? ""
    let letters = part.utf8.count { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    let digits = part.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
    return (4...14).contains(part.utf8.count) && letters > 0 && digits > 0
  }

  /// The form in which names and host names are compared: folded like words, without spaces.
  static func canonical(_ text: String) -> [UInt32] {
    var folding = WordFolding()
    for scalar in text.unicodeScalars { folding.append(ScalarFolding.fold(scalar)) }
    folding.finish()
    return folding.scalars
  }

  private static func contains(_ whole: [UInt32], _ part: [UInt32]) -> Bool {
    guard part.count <= whole.count, let first = part.first else { return false }
    for start in 0...(whole.count - part.count) where whole[start] == first {
      if whole[start..<(start + part.count)].elementsEqual(part) { return true }
    }
    return false
  }
}
