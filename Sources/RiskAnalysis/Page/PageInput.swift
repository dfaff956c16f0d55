/// What the page's model sees of a page, or of one passage as if it were the page: the words, and in numbers what encoder
/// and rules say of its passages, facts and layout.
struct PageInput {
  /// Totals of passages beyond this say nothing more.
  private static let limit = 12.0

  /// The pieces of the encoder's input.
  let words: [[UInt8]]
  let values: [Float]
  /// The log-odds of the passage that looks worst.
  let worstPassage: Double

  private static let outputKinds = ["best", "highest", "mean"]
  /// So many of the first values are outputs of the encoder.
  static let outputCount = outputKinds.count * ScamClassifier.outputNames.count

  static let names: [String] = {
    let sums = [
      "first", "second", "third", "together", "alarming", "doubtful", "gains", "losses", "least_losses", "tokens",
      "passages",
    ]
    return outputKinds.flatMap { kind in ScamClassifier.outputNames.map { "\(kind)_\($0)" } } + sums + PageFacts.names
      + ScreenLayout.names
  }()

  // `scores`: passages of the page with the encoder's outputs.
  init(
    _ tokens: Range<Int>, _ scores: [PassageScore], facts: PageFacts, layout: ScreenLayout, encoder: EncoderInput
  ) {
    words = encoder.pieces(of: tokens).map(\.utf8)
    let scores = scores.filter {
      tokens.lowerBound <= $0.tokens.lowerBound && $0.tokens.upperBound <= tokens.upperBound
    }
    let totals = scores.map { min(Self.limit, max(-Self.limit, $0.ofWords)) }.sorted(by: >)
    worstPassage = totals.first ?? -Self.limit
    let outputs = scores.compactMap(\.outputs?.values)
    let none = [Float](repeating: 0, count: ScamClassifier.outputNames.count)
    values =
      (outputs.max { $0[0] < $1[0] } ?? none) + Self.highest(outputs, none) + Self.mean(outputs, none)
      + Self.summary(scores, totals, tokens: tokens.count) + facts.values + layout.values
  }

  private static func summary(_ scores: [PassageScore], _ totals: [Double], tokens: Int) -> [Float] {
    func total(_ rank: Int) -> Double { rank < totals.count ? totals[rank] : -limit }
    let together = totals.reduce(0) { $0 + Logistic.sigmoid($1) }
    // The sum of the rules without what depends on sizes alone.
    let gains = scores.map { max(0, $0.ruleSum - $0.codeSum - $0.offset) }.max() ?? 0
    let losses = scores.map { min(0, $0.ruleSum - $0.codeSum - $0.offset) }
    return [
      total(0), total(1), total(2), Logistic.log(0.01 + together), Logistic.log(1 + Double(totals.count { $0 > 2 })),
      Logistic.log(1 + Double(totals.count { $0 > 0 })), min(limit, gains), max(-limit, losses.min() ?? 0),
      max(-limit, losses.max() ?? 0), Logistic.log(1 + Double(tokens)), Logistic.log(1 + Double(scores.count)),
    ].map { Float($0) }
  }

  private static func mean(_ rows: [[Float]], _ none: [Float]) -> [Float] {
    let sums = rows.reduce(none) { zip($0, $1).map(+) }
    return rows.isEmpty ? none : sums.map { $0 / Float(rows.count) }
  }

  private static func highest(_ rows: [[Float]], _ none: [Float]) -> [Float] {
    rows.first.map { first in rows.dropFirst().reduce(first) { zip($0, $1).map { max($0, $1) } } } ?? none
  }
}
