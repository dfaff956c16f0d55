internal import CodeContents
internal import ScanModel
internal import TextEntities

extension PageFeatures {
  /// Tokens between a company's name and a link that may belong together.
  static let brandReach = 60
  /// Only this many of the brands near a link are compared, which bounds the work.
  private static let maximumNearBrands = 64

  /// Runs tokenizer, entity scanners and phrase matching over the text of a page, which is cut at
  /// `RiskAnalyzer.maximumLength` and behind the last link that is looked for: links that count as words would cost
  /// more. `shouldStop` ends phrase matching; the phrases found so far count.
  init(of page: TextPage, codes: [PageCode] = [], pack: RulePack, shouldStop: () -> Bool) {
    var scalars = Array(page.text.unicodeScalars.prefix(RiskAnalyzer.maximumLength))
    var entities = EntityScanner.entities(in: scalars)
    let links = entities.filter { $0.kind == .link || $0.kind == .email }
    var isComplete = page.text.unicodeScalars.dropFirst(RiskAnalyzer.maximumLength).isEmpty
    if links.count >= EntityScanner.maximumLinks, let end = links.last?.range.upperBound {
      isComplete = false
      scalars.removeSubrange(end...)
      entities.removeAll { $0.range.upperBound > end }
    }
    let text = Tokenizer.tokens(of: scalars, entities: entities, lexicon: pack.lexicon)
    let blocks = Self.blocks(page.blocks, text.tokens)
    var steps = scalars.count
    let phrases = pack.automaton.hits(in: text, breaks: blocks.map(\.start), steps: &steps) {
      let stops = shouldStop()
      isComplete = isComplete && !stops
      return stops
    }
    self.init(
      page: page, pack: pack, scalars: scalars, confidence: RecognitionConfidence(page), tokens: text.tokens,
      entities: entities, folded: text.folded, blocks: blocks, steps: steps, isComplete: isComplete)
    addPhrases(phrases)
    addEntities()
    addCodes(codes)
    addStyles()
    hits.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
  }

  mutating func append(_ signal: BuiltInSignal, _ tokens: Range<Int>) {
    hits.append(PhraseAutomaton.Hit(signal: signal.index, tokens: tokens))
  }

  private static func blocks(_ blocks: [Range<Int>], _ tokens: [Token]) -> [(start: Int, number: Int)] {
    var found: [(start: Int, number: Int)] = []
    var token = 0
    for (number, block) in blocks.enumerated() {
      while token < tokens.count, tokens[token].range.lowerBound < block.lowerBound { token += 1 }
      if token < tokens.count, tokens[token].range.lowerBound < block.upperBound, found.last?.start != token {
        found.append((token, number))
      }
    }
    return found
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
    brands.append((tokens, brand))
    append(.brandAny, tokens)
    append(pack.brands[brand].kind.signal, tokens)
  }

  /// Whether the capitals are those of the name. A text in capitals throughout also passes.
  private func isWritten(_ range: Range<Int>, like name: String) -> Bool {
    let token = tokens[range.lowerBound]
    let written = Array(name.unicodeScalars.prefix(token.range.count))
    if name.unicodeScalars.dropFirst().contains(where: \.isASCIICapital), !token.isAllCaps {
      return written.elementsEqual(scalars[token.range.lowerBound..<(token.range.lowerBound + written.count)])
    }
    return token.isCapitalized || token.isAllCaps
  }

  private mutating func addEntities() {
    brands.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    var firstBrand = 0
    for (index, token) in tokens.enumerated() where token.entity >= 0 {
      let entity = entities[token.entity]
      let position = index..<(index + 1)
      if entity.kind == .link || entity.kind == .email {
        while firstBrand < brands.count, brands[firstBrand].tokens.upperBound + Self.brandReach < index {
          firstBrand += 1
        }
      }
      let nearBrands = brands[firstBrand...].prefix(Self.maximumNearBrands)
      switch entity.kind {
      case .link: addLink(entity, position, nearBrands: nearBrands)
      case .email: addEmail(entity, position, nearBrands: nearBrands)
      case .phone: addPhone(entity.digits ?? "", position)
      case .amount: addAmount(entity.amount ?? 0, position)
      case .wallet: append(.wallet, position)
      case .iban: append(.iban, position)
      case .card: append(.card, position)
      }
    }
  }

  private static let shoutedWords = 6
  private static let splitWords = 4
  /// Tokens. Recognition splits a word now and then, but not four of them this close together.
  private static let splitReach = 60

  /// Signals of how words are written: disguised letters, split words, capitals.
  private mutating func addStyles() {
    var shouted: [Int] = []
    var split: [Int] = []
    for (index, token) in tokens.enumerated() {
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
