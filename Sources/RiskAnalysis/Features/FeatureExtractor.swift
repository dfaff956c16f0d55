internal import ScanModel
internal import TextEntities

/// Everything a rule can ask about one text, found in one pass.
struct FoundSignals {
  var tokens: [Token]
  /// What `Token.entity` counts.
  var entities: [Entity]
  /// The folded words of the tokens.
  var folded: [UInt32]
  /// Token positions at which blocks begin, with the end of the last at the end.
  var blockStarts: [Int]
  /// For each of these blocks the number it has on the page.
  var blockNumbers: [Int]
  /// Sorted by the first token.
  var hits: [PhraseAutomaton.Hit]
  /// How sure the text is.
  var reading: PageConfidence
  var steps: Int

  /// Which part of its weight a reason counts that rests on these tokens.
  func certainty(of tokens: Range<Int>) -> Double { reading.certainty(of: scalars(of: tokens)) }

  /// Scalar offsets in the text, from the first to the last of some tokens; empty for none.
  func scalars(of tokens: Range<Int>) -> Range<Int> {
    guard let last = tokens.last else { return 0..<0 }
    return self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[last].range.upperBound
  }
}

/// Runs tokenizer, scanners and phrase matching over a text.
struct FeatureExtractor {
  let pack: RulePack
  let scalars: [Unicode.Scalar]
  private let reading: PageConfidence
  private let entities: [Entity]
  private(set) var text: TokenizedText
  private var hits: [PhraseAutomaton.Hit] = []
  private var brandHits: [(tokens: Range<Int>, brand: Int)] = []

  /// How far, in tokens, a company's name and a link belong together.
  private static let brandReach = 60
  private static let shoutedWords = 6
  private static let brokenWords = 4
  private static let brokenReach = 60
  private static let largeAmount = 500.0
  private static let hugeAmount = 100_000.0
  private static let smallAmount = 10.0

  static func find(
    in scalars: [Unicode.Scalar], blocks: [Range<Int>], reading: PageConfidence, pack: RulePack, shouldStop: () -> Bool
  ) -> FoundSignals {
    var finder = FeatureExtractor(scalars, reading, pack)
    var steps = scalars.count
    let (starts, numbers) = finder.blockStarts(blocks)
    let phrases = finder.pack.automaton.hits(
      in: finder.text, breaks: starts, steps: &steps, shouldStop: shouldStop)
    finder.takePhrases(phrases)
    finder.takeEntities()
    finder.takeShapes()
    finder.hits.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    return FoundSignals(
      tokens: finder.text.tokens, entities: finder.entities, folded: finder.text.folded, blockStarts: starts,
      blockNumbers: numbers,
      hits: finder.hits, reading: reading, steps: steps)
  }

  private init(_ scalars: [Unicode.Scalar], _ reading: PageConfidence, _ pack: RulePack) {
    self.pack = pack
    self.scalars = scalars
    self.reading = reading
    entities = EntityScanner.entities(in: scalars)
    text = Tokenizer.tokens(of: scalars, entities: entities, lexicon: pack.lexicon)
  }

  /// The first token of each block that has one, and the block's number.
  private func blockStarts(_ blocks: [Range<Int>]) -> (starts: [Int], numbers: [Int]) {
    var starts: [Int] = []
    var numbers: [Int] = []
    var token = 0
    for (number, block) in blocks.enumerated() {
      while token < text.tokens.count, text.tokens[token].range.lowerBound < block.lowerBound { token += 1 }
      if token < text.tokens.count, text.tokens[token].range.lowerBound < block.upperBound, starts.last != token {
        starts.append(token)
        numbers.append(number)
      }
    }
    return (starts, numbers)
  }

  private mutating func takePhrases(_ found: [PhraseAutomaton.Hit]) {
    var exclusions: [Int32: [Range<Int>]] = [:]
    let cancelling = Set(pack.exclusionOfSignal.values)
    for hit in found where cancelling.contains(hit.signal) { exclusions[hit.signal, default: []].append(hit.tokens) }
    for hit in found {
      if let brand = pack.brandOfSignal[hit.signal] {
        takeBrand(hit, Int(brand))
      } else if let exclusion = pack.exclusionOfSignal[hit.signal],
        Self.overlaps(hit.tokens, exclusions[exclusion] ?? [])
      {
        continue
      } else {
        hits.append(hit)
      }
    }
  }

  /// Ranges are in the order of their ends, so a binary search finds the first candidate.
  private static func overlaps(_ range: Range<Int>, _ sorted: [Range<Int>]) -> Bool {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    // A phrase is at most a few dozen tokens long, so only a few ranges can begin before this one's end.
    return sorted[low...].prefix(32).contains { $0.overlaps(range) }
  }

  private mutating func takeBrand(_ hit: PhraseAutomaton.Hit, _ brand: Int) {
    if pack.brands[brand].isCased, !isWrittenLike(pack.brands[brand].name, hit.tokens) { return }
    brandHits.append((hit.tokens, brand))
    append(.brandAny, hit.tokens)
    append(pack.brands[brand].kind.signal, hit.tokens)
  }

  /// The capitals stand where the name has them; a text all in capitals passes too.
  private func isWrittenLike(_ name: String, _ range: Range<Int>) -> Bool {
    let token = text.tokens[range.lowerBound]
    let written = Array(name.unicodeScalars.prefix(token.range.count))
    if name.unicodeScalars.dropFirst().contains(where: { ("A"..."Z").contains($0) }), !token.isShouted {
      return written.elementsEqual(scalars[token.range.lowerBound..<(token.range.lowerBound + written.count)])
    }
    return token.isCapitalized || token.isShouted
  }

  mutating func append(_ signal: EntitySignal, _ tokens: Range<Int>) {
    hits.append(PhraseAutomaton.Hit(signal: signal.index, tokens: tokens))
  }

  private mutating func takeEntities() {
    brandHits.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    var firstBrand = 0
    for (index, token) in text.tokens.enumerated() where token.entity >= 0 {
      let entity = entities[token.entity]
      let at = index..<(index + 1)
      switch entity.kind {
      case .link:
        while firstBrand < brandHits.count, brandHits[firstBrand].tokens.upperBound + Self.brandReach < index {
          firstBrand += 1
        }
        takeLink(entity, at, firstBrand: firstBrand)
      case .email:
        while firstBrand < brandHits.count, brandHits[firstBrand].tokens.upperBound + Self.brandReach < index {
          firstBrand += 1
        }
        takeEmail(entity, at, brands: brandHits[firstBrand...].prefix(64))
      case .phone: takePhone(entity.digits ?? "", at)
      case .amount: takeAmount(entity.amount ?? 0, at)
      case .wallet: append(.wallet, at)
      case .iban: append(.iban, at)
      case .card: append(.card, at)
      case .number: break
      }
    }
  }

  private mutating func takeLink(_ entity: Entity, _ at: Range<Int>, firstBrand: Int) {
    guard let link = entity.link else { return }
    let verdict = pack.linkJudge.verdict(
      on: link, others: otherReadings(of: entity.range), isUncertain: reading.isUncertain(entity.range))
    for signal in verdict.signals { append(signal, at) }
    guard verdict.owners.isEmpty, verdict.signals.contains(.linkUnfamiliar) || verdict.signals.contains(.linkShortener)
    else { return }
    for hit in brandHits[firstBrand...].prefix(64) {
      if hit.tokens.lowerBound > at.lowerBound + Self.brandReach { break }
      if pack.brands[hit.brand].kind == .messenger || pack.brands[hit.brand].domains.isEmpty { continue }
      append(.linkForeignToBrand, at)
      return
    }
  }

  /// The links that may stand there instead of the one that was found: what the engine read before a repair, and of a
  /// link that was put together from two lines the part on the first.
  private func otherReadings(of range: Range<Int>) -> [Link] {
    let firstPart = reading.firstPart(of: range).map { Array(scalars[$0]) }
    let readings = [firstPart, reading.engineReading(of: range).map { Array($0.unicodeScalars) }].compactMap(\.self)
    return readings.compactMap { EntityScanner.entities(in: $0).first { $0.kind == .link }?.link }
  }

  private mutating func takePhone(_ digits: String, _ at: Range<Int>) {
    append(.phoneAny, at)
    let tollFree = [
      "0800", "800", "888", "877", "866", "855", "844", "833", "1800", "1888", "1877", "1866", "1855", "1844", "1833",
    ]
    let bare = digits.first == "+" ? String(digits.dropFirst()) : digits
    if tollFree.contains(where: bare.hasPrefix) { append(.phoneTollFree, at) }
    // Numbers billed at a premium: British 09 and 087 (11 digits), North American 900.
    let isBritish = bare.utf8.count == 11 && ["090", "0871", "0872", "0873"].contains(where: bare.hasPrefix)
    if isBritish || bare.utf8.count == 11 && bare.hasPrefix("1900") { append(.phonePremium, at) }
  }

  private mutating func takeAmount(_ value: Double, _ at: Range<Int>) {
    append(.amountAny, at)
    if value > 0, value <= Self.smallAmount { append(.amountSmall, at) }
    if value >= Self.largeAmount { append(.amountLarge, at) }
    if value >= Self.hugeAmount { append(.amountHuge, at) }
  }

  private mutating func takeShapes() {
    var shouted: [Int] = []
    var broken: [Int] = []
    for (index, token) in text.tokens.enumerated() {
      let at = index..<(index + 1)
      if token.isMixedScript { append(.mixedScript, at) }
      if token.isStyled { append(.styledLetters, at) }
      if token.isBroken {
        broken.append(index)
        // Recognition breaks a word now and then, but not many of them so close together.
        if broken.count >= Self.brokenWords, index - broken[broken.count - Self.brokenWords] < Self.brokenReach {
          append(.brokenWords, broken[broken.count - Self.brokenWords]..<(index + 1))
        }
      }
      if token.isShouted, token.range.count > 3 { shouted.append(index) }
      guard shouted.count >= Self.shoutedWords, shouted.last == index else { continue }
      let first = shouted[shouted.count - Self.shoutedWords]
      // Close together: a heading in capitals here and an abbreviation there is not shouting.
      if index - first < Self.shoutedWords * 2 { append(.shouting, first..<(index + 1)) }
    }
  }
}
