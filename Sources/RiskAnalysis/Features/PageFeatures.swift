internal import TextEntities

/// Everything that rules and the encoder ask about one text.
struct PageFeatures {
  var tokens: [Token]
  /// `Token.entity` is an index into these.
  var entities: [Entity]
  /// Folded words of all tokens; `Token.folded` is a range of it.
  var folded: [UInt32]
  /// The first token of each block that has one.
  var blockStarts: [Int]
  /// The number on the page of each of these blocks.
  var blockNumbers: [Int]
  /// Signals and their places, by first token.
  var hits: [PhraseAutomaton.Hit]
  var confidence: RecognitionConfidence
  /// Scalars and automaton edges visited, the measure of the work done.
  var steps: Int

  /// The share of its weight, 0 to 1, that evidence on these tokens keeps.
  func certainty(of tokens: Range<Int>) -> Double { confidence.certainty(of: scalars(of: tokens)) }

  /// Scalars of the text from the first to the last of some tokens; empty for none.
  func scalars(of tokens: Range<Int>) -> Range<Int> {
    guard let last = tokens.last else { return 0..<0 }
    return self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[last].range.upperBound
  }
}
