internal import ScanModel
internal import TextEntities

extension PageFeatures {
  /// Values in any currency.
  private static let largeAmount = 500.0
  private static let hugeAmount = 100_000.0
  private static let smallAmount = 10.0

  private static let tollFreePrefixes = [
    "0800", "800", "888", "877", "866", "855", "844", "833", "1800", "1888", "1877", "1866", "1855", "1844", "1833",
  ]
  /// British and North American numbers billed at a premium rate; they have 11 digits.
  private static let premiumPrefixes = ["090", "0871", "0872", "0873", "1900"]

  mutating func addLink(_ entity: Entity, _ position: Range<Int>, nearBrands: ArraySlice<BrandHit>) {
    guard let link = entity.link else { return }
    if isHalfOfAddress(entity.range) { return append(.linkAny, position) }
    let classification = pack.urlClassifier.classify(
      link, lines: linksOfLines(entity.range), alternatives: engineReading(of: entity.range),
      isUncertain: confidence.isUncertain(entity.range))
    for signal in classification.signals { append(signal, position) }
    guard classification.owners.isEmpty,
      classification.signals.contains(.linkUnfamiliar) || classification.signals.contains(.linkShortener)
    else { return }
    for hit in nearBrands {
      if hit.tokens.lowerBound > position.lowerBound + Self.brandReach { break }
      if pack.brands[hit.brand].kind == .messenger || pack.brands[hit.brand].domains.isEmpty { continue }
      append(.linkForeignToBrand, position)
      return
    }
  }

  /// The link in the recognizer's own reading.
  private func engineReading(of range: Range<Int>) -> [Link] {
    let reading = confidence.engineReading(of: range).map { Array($0.unicodeScalars) } ?? []
    return Array(Self.links(in: reading).prefix(1))
  }

  /// The links of each line of a link that was put together from several; empty if its first line is none.
  func linksOfLines(_ range: Range<Int>) -> [Link] {
    let links = confidence.lines(of: range).map { Self.links(in: Array(scalars[$0])) }
    return links.first?.first.map(Self.isWhole) == true ? links.flatMap(\.self) : []
  }

  /// Whether a link of a screenshot is part of a company's address that was cut within a word: "https://www.pay",
  /// "pal.com/signin". It is nobody's, because the lines may as well be two.
  func isHalfOfAddress(_ range: Range<Int>) -> Bool {
    confidence.lineEnds(of: range).contains { last, first in
      guard last.upperBound == range.upperBound || first.lowerBound == range.lowerBound,
        scalars[last.upperBound..<first.lowerBound].elementsEqual(["\n"]),
        last.count + first.count <= Self.maximumAddress,
        let entity = EntityScanner.entities(in: Array(scalars[last] + scalars[first])).first,
        let whole = entity.link, entity.range.lowerBound < last.count, entity.range.upperBound > last.count,
        whole.scheme != .none || whole.host.hasPrefix("www.")
      else { return false }
      return Self.links(in: Array(scalars[last])).first.map(Self.isWhole) != true
        && !pack.urlClassifier.classify(whole).owners.isEmpty
    }
  }

  private static let maximumAddress = 2048

  private static func links(in scalars: [Unicode.Scalar]) -> [Link] {
    EntityScanner.entities(in: scalars).compactMap(\.link)
  }

  /// Whether it is an address without what follows: "www.bank" is none.
  private static func isWhole(_ link: Link) -> Bool {
    link.isAddress || link.isComplete && link.host.withoutWWW.contains(".")
  }

  mutating func addPhone(_ digits: String, _ position: Range<Int>) {
    append(.phoneAny, position)
    let bare = digits.first == "+" ? String(digits.dropFirst()) : digits
    if Self.tollFreePrefixes.contains(where: bare.hasPrefix) { append(.phoneTollFree, position) }
    if bare.utf8.count == 11, Self.premiumPrefixes.contains(where: bare.hasPrefix) { append(.phonePremium, position) }
  }

  mutating func addAmount(_ value: Double, _ position: Range<Int>) {
    append(.amountAny, position)
    if value > 0, value <= Self.smallAmount { append(.amountSmall, position) }
    if value >= Self.largeAmount { append(.amountLarge, position) }
    if value >= Self.hugeAmount { append(.amountHuge, position) }
  }

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
    let finder = SenderFinder(self)
    if finder.isSpoofed(address, at: position.lowerBound, brands: nearBrands) { append(.emailForeignToBrand, position) }
  }
}

extension URLClassifier {
  /// One link of several lines may as well be one on each of them, which then have the marks of any and the owner of all.
  func classify(_ link: Link, lines: [Link]) -> Classification {
    var result = classify(link)
    let apart = lines.map { classify($0) }
    guard let first = apart.first else { return result }
    let isOfficial = apart.allSatisfy { $0.signals.contains(.linkOfficial) }
    let signals = apart.flatMap(\.signals).filter { isOfficial || $0 != .linkOfficial }
    result.keep(Classification(signals: signals, owners: first.owners))
    for line in apart { result.owners.removeAll { !line.owners.contains($0) } }
    return result
  }
}

extension URLClassifier.Classification {
  /// Keeps what another reading has as well.
  mutating func keep(_ other: Self) {
    signals.removeAll { !other.signals.contains($0) }
    owners.removeAll { !other.owners.contains($0) }
  }
}
