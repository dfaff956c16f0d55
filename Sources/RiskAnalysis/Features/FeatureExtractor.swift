internal import CodeContents
internal import ScanModel
internal import TextEntities

/// Runs tokenizer, entity scanners and phrase matching over a text.
struct FeatureExtractor {
  typealias BrandHit = (tokens: Range<Int>, brand: Int)

  let pack: RulePack
  let scalars: [Unicode.Scalar]
  let confidence: RecognitionConfidence
  let text: TokenizedText
  private let entities: [Entity]
  private var hits: [PhraseAutomaton.Hit] = []
  private var brandHits: [BrandHit] = []
  var placedCodes: [PlacedCode] = []

  /// Tokens between a company's name and a link that may belong together.
  static let brandReach = 60
  /// Only this many of the brands near a link are compared, which bounds the work.
  private static let maximumNearBrands = 64

  /// Extracts the features of a text, which may be only the beginning of the page's, and cuts it behind the last link
  /// that is looked for: links that count as words would cost more. `shouldStop` ends phrase matching; the phrases found
  /// so far count.
  static func extract(
    from scalars: inout [Unicode.Scalar], of page: TextPage, codes: [PageCode] = [], pack: RulePack,
    shouldStop: () -> Bool
  ) -> PageFeatures {
    let confidence = RecognitionConfidence(page)
    var entities = EntityScanner.entities(in: scalars)
    let links = entities.filter { $0.kind == .link || $0.kind == .email }
    var isComplete = links.count < EntityScanner.maximumLinks
    if !isComplete, let end = links.last?.range.upperBound {
      scalars.removeSubrange(end...)
      entities.removeAll { $0.range.upperBound > end }
    }
    var extractor = FeatureExtractor(scalars, entities, confidence, pack)
    var steps = scalars.count
    let (starts, numbers) = extractor.blockStarts(page.blocks)
    let phrases = pack.automaton.hits(in: extractor.text, breaks: starts, steps: &steps) {
      let stops = shouldStop()
      isComplete = isComplete && !stops
      return stops
    }
    extractor.addPhrases(phrases)
    extractor.addEntities()
    extractor.addCodes(codes, on: page)
    extractor.addStyles()
    extractor.hits.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    return PageFeatures(
      tokens: extractor.text.tokens, entities: extractor.entities, folded: extractor.text.folded, blockStarts: starts,
      blockNumbers: numbers, hits: extractor.hits, brands: extractor.brandHits, confidence: confidence,
      codes: extractor.placedCodes, steps: steps, isComplete: isComplete)
  }

  private init(
    _ scalars: [Unicode.Scalar], _ entities: [Entity], _ confidence: RecognitionConfidence, _ pack: RulePack
  ) {
    self.pack = pack
    self.scalars = scalars
    self.confidence = confidence
    self.entities = entities
    text = Tokenizer.tokens(of: scalars, entities: entities, lexicon: pack.lexicon)
  }

  mutating func append(_ signal: BuiltInSignal, _ tokens: Range<Int>) {
    hits.append(PhraseAutomaton.Hit(signal: signal.index, tokens: tokens))
  }

  func hasHit(_ signal: BuiltInSignal, at token: Int) -> Bool {
    hits.contains { $0.signal == signal.index && $0.tokens.contains(token) }
  }

  /// The domain of a link or an e-mail address; nil if it cannot be told.
  func entityDomain(_ number: Int) -> String? {
    guard let host = entities[number].link?.host else { return entities[number].emailDomain }
    return host.isEmpty ? nil : host
  }

  /// The first token and the number of each block that has tokens.
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

  private mutating func addPhrases(_ found: [PhraseAutomaton.Hit]) {
    var exclusions: [Int32: [Range<Int>]] = [:]
    let cancelling = Set(pack.exclusionOfSignal.values)
    for hit in found where cancelling.contains(hit.signal) { exclusions[hit.signal, default: []].append(hit.tokens) }
    for hit in found {
      if let brand = pack.brandOfSignal[hit.signal] {
        addBrand(hit.tokens, Int(brand))
      } else if let exclusion = pack.exclusionOfSignal[hit.signal],
        Self.overlaps(hit.tokens, exclusions[exclusion] ?? [])
      {
        continue
      } else {
        hits.append(hit)
      }
    }
  }

  // `sorted`: by their ends, so that a binary search finds the first candidate.
  private static func overlaps(_ range: Range<Int>, _ sorted: [Range<Int>]) -> Bool {
    let first = sorted.partitioningIndex { $0.upperBound > range.lowerBound }
    // A phrase has at most a few dozen tokens, so only a few ranges can begin before the end of this one.
    return sorted[first...].prefix(32).contains { $0.overlaps(range) }
  }

  private mutating func addBrand(_ tokens: Range<Int>, _ brand: Int) {
    if pack.brands[brand].isCaseSensitive, !isWritten(tokens, like: pack.brands[brand].name) { return }
    brandHits.append((tokens, brand))
    append(.brandAny, tokens)
    append(pack.brands[brand].kind.signal, tokens)
  }

  /// Whether the capitals are those of the name. A text in capitals throughout also passes.
  private func isWritten(_ range: Range<Int>, like name: String) -> Bool {
    let token = text.tokens[range.lowerBound]
    let written = Array(name.unicodeScalars.prefix(token.range.count))
    if name.unicodeScalars.dropFirst().contains(where: { ("A"..."Z").contains($0) }), !token.isAllCaps {
      return written.elementsEqual(scalars[token.range.lowerBound..<(token.range.lowerBound + written.count)])
    }
    return token.isCapitalized || token.isAllCaps
  }

  private mutating func addEntities() {
    brandHits.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    var firstBrand = 0
    for (index, token) in text.tokens.enumerated() where token.entity >= 0 {
      let entity = entities[token.entity]
      let position = index..<(index + 1)
      if entity.kind == .link || entity.kind == .email {
        while firstBrand < brandHits.count, brandHits[firstBrand].tokens.upperBound + Self.brandReach < index {
          firstBrand += 1
        }
      }
      let nearBrands = brandHits[firstBrand...].prefix(Self.maximumNearBrands)
      switch entity.kind {
      case .link: addLink(entity, position, nearBrands: nearBrands)
      case .email: addEmail(entity, position, nearBrands: nearBrands)
      case .phone: addPhone(entity.digits ?? "", position)
      case .amount: addAmount(entity.amount ?? 0, position)
      case .wallet: append(.wallet, position)
      case .iban: append(.iban, position)
      case .card: append(.card, position)
      case .number: break
      }
    }
  }

  private static let shoutedWords = 6
  private static let splitWords = 4
  /// Tokens. Recognition splits a word now and then, but not four of them this close together.
  private static let splitReach = 60

  /// Signals of how words are written: disguised letters, split words, capitals.
  mutating func addStyles() {
    var shouted: [Int] = []
    var split: [Int] = []
    for (index, token) in text.tokens.enumerated() {
      let position = index..<(index + 1)
      if token.isMixedScript { append(.mixedScript, position) }
      if token.isStyled { append(.styledLetters, position) }
      if token.isSplit {
        split.append(index)
        if split.count >= Self.splitWords, index - split[split.count - Self.splitWords] < Self.splitReach {
          append(.splitWords, split[split.count - Self.splitWords]..<(index + 1))
        }
      }
      if token.isAllCaps, token.range.count > 3 { shouted.append(index) }
      guard shouted.count >= Self.shoutedWords, shouted.last == index else { continue }
      let first = shouted[shouted.count - Self.shoutedWords]
      // Only if close together: a heading in capitals and an abbreviation elsewhere are not shouting.
      if index - first < Self.shoutedWords * 2 { append(.shouting, first..<(index + 1)) }
    }
  }
}
