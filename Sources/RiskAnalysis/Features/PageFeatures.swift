internal import ScanModel
internal import TextEntities

/// A page with everything that rules, encoder and facts need to know about its text.
struct PageFeatures {
  /// A company of the table, by its index, that some tokens name.
  typealias BrandHit = (tokens: Range<Int>, brand: Int)

  let page: TextPage
  let pack: RulePack
  /// The scalars of the text that are looked at.
  let scalars: [Unicode.Scalar]
  let confidence: RecognitionConfidence
  let tokens: [Token]
  /// `Token.entity` is an index into these.
  let entities: [Entity]
  /// Folded words of all tokens; `Token.folded` is a range of these.
  let folded: [UInt32]
  /// The first token of each block that has one, and the number of this block on the page.
  let blocks: [(start: Int, number: Int)]
  /// Signals and their places, by first token.
  var hits: [PhraseAutomaton.Hit] = []
  /// By first token.
  var brands: [BrandHit] = []
  /// The codes of the page: the tokens they stand for or beside, and their signals.
  var codes: [PlacedCode] = []
  /// Scalars and automaton edges visited, the measure of the work done.
  let steps: Int
  /// Whether phrases and links were looked for in the whole text.
  let isComplete: Bool

  /// The share of its weight, 0 to 1, that evidence on these tokens keeps.
  func certainty(of tokens: Range<Int>) -> Double { confidence.certainty(of: scalars(of: tokens)) }

  func builtInSignals(at token: Int) -> [BuiltInSignal] {
    let first = hits.partitioningIndex { $0.tokens.lowerBound >= token }
    return hits[first...].prefix { $0.tokens.lowerBound == token }.compactMap { BuiltInSignal(index: $0.signal) }
  }

  /// Scalars of the text from the first to the last of some tokens; empty for none.
  func scalars(of tokens: Range<Int>) -> Range<Int> {
    guard let last = tokens.last else { return 0..<0 }
    return self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[last].range.upperBound
  }
}

/// A code among the tokens of a page.
struct PlacedCode {
  /// The words that the code adds to the page, or else the nearest word.
  var tokens: Range<Int>
  var signals: [BuiltInSignal]
  var addsWords: Bool

  /// An account, wallet or key to pay to that is in the code but not in the text. Rules about codes use it; the encoder
  /// must not see it, or every checkout and every bill would look like a message that asks for payment.
  var isHiddenAccount: Bool { addsWords && signals.contains(.codePayment) }

  func isSubject(of rule: Rule) -> Bool {
    let wanted = rule.condition.positiveSignals
    return signals.contains { $0 != .codeAny && wanted.contains($0.index) }
  }
}
