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
    let classification = pack.urlClassifier.classify(
      link, alternatives: alternativeReadings(of: entity.range), isUncertain: confidence.isUncertain(entity.range))
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

  /// Links that the screenshot may really contain: the recognizer's own reading, and the first line of a joined link.
  private func alternativeReadings(of range: Range<Int>) -> [Link] {
    let firstPart = confidence.firstPart(of: range).map { Array(scalars[$0]) }
    let readings = [firstPart, confidence.engineReading(of: range).map { Array($0.unicodeScalars) }]
    return readings.compactMap(\.self).compactMap { EntityScanner.entities(in: $0).first { $0.kind == .link }?.link }
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
    if finder.isSpoofed(address, at: position.lowerBound, brands: nearBrands) {
      append(.emailForeignToBrand, position)
    }
  }
}
