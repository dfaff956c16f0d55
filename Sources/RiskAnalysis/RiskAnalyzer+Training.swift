package import ScanModel

extension RiskAnalyzer {
  /// One passage as training sees it.
  package struct Passage: Sendable, Encodable {
    /// Folded words; entities and numbers as classes in angle brackets.
    package var words: [String]
    /// Names of the entity signals present.
    package var signals: [String]
    /// What the rules say, in log-odds.
    package var sum: Double
    /// Whether a rule says why the passage is harmless.
    package var hasReasonAgainst: Bool
  }

  /// Every passage that a judgement compares, for training.
  package func passages(of page: TextPage) -> [Passage] {
    let scalars = Array(page.text.unicodeScalars.prefix(Self.maximumLength))
    let found = SignalFinder.find(
      in: scalars, blocks: page.blocks, reading: PageReading(page), pack: pack, shouldStop: { false })
    var judge = PassageJudge(pack: pack, found: found, layout: BlockLayout(page))
    var result: [Passage] = []
    _ = judge.worst(shouldStop: { false }) { verdict in
      let words = verdict.tokens.map { index in
        let token = found.tokens[index]
        if token.kind != .word { return TextFeatures.className(token) }
        return String(String.UnicodeScalarView(found.folded[token.folded].compactMap { Unicode.Scalar($0) }))
      }
      let inside = Set(found.hits.filter { verdict.tokens.contains($0.tokens) }.map(\.signal))
      result.append(
        Passage(
          words: words, signals: EntitySignal.allCases.filter { inside.contains($0.index) }.map(\.rawValue),
          sum: verdict.sum, hasReasonAgainst: verdict.hasReasonAgainst(in: pack)))
    }
    return result
  }
}
