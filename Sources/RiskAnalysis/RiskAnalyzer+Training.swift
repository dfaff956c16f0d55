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
    /// What the rules say, in log-odds, without the offset of the page.
    package var sum: Double
    /// Scalars of the text, `[start, length]`.
    package var range: [Int]
  }

  /// Every passage that a judgement compares, for training, and the tokens of the page.
  package func passages(of page: TextPage) -> (passages: [TrainingPassage], length: Int) {
    let scalars = Array(page.text.unicodeScalars.prefix(Self.maximumLength))
    let found = SignalFinder.find(
      in: scalars, blocks: page.blocks, reading: PageReading(page), pack: pack, shouldStop: { false })
    var judge = PassageJudge(pack: pack, found: found, layout: BlockLayout(page))
    let input = EncoderInput(scalars: scalars, found: found)
    var result: [TrainingPassage] = []
    _ = judge.worst(shouldStop: { false }) { passage, verdict in
      result.append(
        TrainingPassage(
          input: input.line(of: passage.tokens), length: passage.tokens.count, isRun: passage.isRun,
          rules: verdict.fired.map { pack.rules[$0.rule].id }, shares: verdict.fired.map(\.share),
          sum: verdict.sum - verdict.offset, range: [found.scalars(of: passage.tokens).lowerBound, found.scalars(of: passage.tokens).count]))
    }
    return (result, found.tokens.count)
  }
}
