package import ScanModel

extension RiskAnalyzer {
  /// One passage as training sees it.
  package struct TrainingPassage: Sendable, Encodable {
    /// What the encoder reads, pieces separated by spaces.
    package var input: String
    /// Its tokens.
    package var length: Int
    package var isRun: Bool
    /// Identifiers of the rules that fired, and for each which part of its weight counts.
    package var rules: [String]
    package var shares: [Double]
    /// What the rules say for and against a scam, in log-odds, without the offset of the page.
    package var gains: Double
    package var losses: Double
    /// What the encoder says, in the order of the model's outputs; nil without one.
    package var outputs: [Float]?
    /// Scalars of the text, `[start, length]`.
    package var range: [Int]
  }

  /// Every passage that a judgement compares, for training, and the tokens of the page.
  package func passages(of page: TextPage) -> (passages: [TrainingPassage], length: Int) {
    let scalars = Array(page.text.unicodeScalars.prefix(Self.maximumLength))
    let found = FeatureExtractor.find(
      in: scalars, blocks: page.blocks, reading: PageConfidence(page), pack: pack, shouldStop: { false })
    var judge = PassageScorer(pack: pack, found: found, layout: BlockLayout(page))
    let input = EncoderInput(scalars: scalars, found: found)
    var result: [TrainingPassage] = []
    _ = judge.worst(shouldStop: { false }) { passage, verdict in
      let outputs = classifier?.outputs(of: input.pieces(of: passage.tokens))
      let weights = verdict.fired.map { verdict.weight(of: $0, in: pack) }
      result.append(
        TrainingPassage(
          input: input.line(of: passage.tokens), length: passage.tokens.count, isRun: passage.isRun,
          rules: verdict.fired.map { pack.rules[$0.rule].id }, shares: verdict.fired.map(\.share),
          gains: weights.reduce(0) { $0 + max(0, $1) }, losses: weights.reduce(0) { $0 + min(0, $1) },
          outputs: outputs.map { [$0.scam] + $0.categories + $0.cues },
          range: [found.scalars(of: passage.tokens).lowerBound, found.scalars(of: passage.tokens).count]))
    }
    return (result, found.tokens.count)
  }
}
