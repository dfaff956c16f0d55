package import CodeContents
package import ScanModel

extension RiskAnalyzer {
  /// One passage with everything the scripts in `training/` need. Property names are the keys of the JSON they read.
  package struct TrainingPassage: Sendable, Encodable {
    /// The encoder's input, pieces separated by spaces.
    package var input: String
    /// Number of tokens.
    package var length: Int
    /// As `Passage.isRun`.
    package var isRun: Bool
    package var rules: [String]
    /// The share of each rule's weight that counted, 0 to 1.
    package var shares: [Double]
    /// Log-odds of the rules that speak for a scam, at least 0.
    package var gains: Double
    /// Log-odds of the rules that speak against one, at most 0.
    package var losses: Double
    /// The encoder's outputs in the order of the model; nil without an encoder.
    package var outputs: [Float]?
    /// Unicode scalars of the text, `[start, length]`.
    package var range: [Int]
  }

  /// Every passage of the page, also those that the encoder would not get, and the number of tokens of the page.
  package func passages(of page: TextPage) -> (passages: [TrainingPassage], length: Int) {
    let features = PageFeatures(of: page, pack: pack, shouldStop: { false })
    var scorer = PassageScorer(features)
    let input = EncoderInput(features)
    let passages = scorer.highestScore(shouldStop: { false }).scores.map { score in
      let outputs = classifier.map { $0.outputs(of: $0.input(of: input.pieces(of: score.tokens))) }
      let weights = score.firedRules.map(\.weight)
      let range = features.scalars(of: score.tokens)
      return TrainingPassage(
        input: input.line(of: score.tokens), length: score.tokens.count, isRun: score.passage.isRun,
        rules: score.firedRules.map { pack.rules[$0.rule].id }, shares: score.firedRules.map(\.share),
        gains: weights.reduce(0) { $0 + max(0, $1) }, losses: weights.reduce(0) { $0 + min(0, $1) },
        outputs: outputs?.values, range: [range.lowerBound, range.count])
    }
    return (passages, features.tokens.count)
  }

  /// A page or a passage as the page's model sees it, for `training/train_page.py`.
  package struct TrainingPage: Sendable {
    /// Pieces separated by spaces.
    package var input: String
    /// In the order of `PageInput.names`.
    package var values: [Float]
    /// Log-odds that its codes add.
    package var ofCodes: Double

    init(_ input: PageInput, ofCodes: Double) {
      self.input = input.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      values = input.values
      self.ofCodes = ofCodes
    }
  }

  /// A page, and a text without places also as if its worst passage were all of it; empty without an encoder.
  package func trainingPages(_ page: TextPage, codes: [PageCode]) -> [TrainingPage] {
    guard let classifier else { return [] }
    let features = PageFeatures(of: page, codes: codes, pack: pack, shouldStop: { false })
    let encoder = PassageEncoder(classifier, features)
    var scorer = PassageScorer(features, encoder: encoder)
    let result = scorer.highestScore(shouldStop: { false })
    let facts = PageFacts(features, codes: codes, shouldStop: { false })
    let layout = ScreenLayout(page)
    let parts = [0..<features.tokens.count] + (page.words.isEmpty ? [result.worstWords.tokens] : [])
    return parts.map {
      TrainingPage(
        PageInput($0, result.scores, facts: facts, layout: layout, encoder: encoder.input), ofCodes: result.ofCodes)
    }
  }

  /// A sentence or line as `QuoteModel` sees it, for `training/train_quotes.py`.
  package struct TrainingQuote: Sendable, Encodable {
    package var input: String
    package var place: [Float]
    /// Unicode scalars of the text, `[start, length]`.
    package var range: [Int]
  }

  /// All words of a page that could be quoted for a reason.
  package func quotes(of page: TextPage) -> [TrainingQuote] {
    let features = PageFeatures(of: page, pack: pack, shouldStop: { false })
    let (input, quoted) = (EncoderInput(features), QuotedWords(page, scalars: features.scalars))
    return QuoteModel.quotes(in: 0..<features.tokens.count, of: features, quoted).map { range, tokens in
      TrainingQuote(
        input: input.line(of: tokens), place: QuoteModel.place(of: range, quoted),
        range: [range.lowerBound, range.count])
    }
  }

  package static var pageValueNames: [String] { PageInput.names }
}
