internal import ScanModel
internal import TextClassification

/// Tells what kind of screen a page is, by its words and its layout: a linear model, fitted by `training/train_kinds.py`
/// on screens that people sorted by hand.
struct ScreenKindModel: Sendable {
  private let words: NGramClassifier
  /// For each kind, a weight of each value of `ScreenLayout`.
  private let layout: [[Double]]

  /// Nil if the file has no such model, or one of other kinds.
  init?(_ classifier: TextClassifier) {
    let kinds = ScreenKind.allCases.count
    guard classifier.text("kinds") == ScreenKind.allCases.map(\.rawValue).joined(separator: "\n"),
      let table = classifier.table("kind_ngrams"), let scale = classifier.parameter("kind_ngram_scale")?.first,
      let bias = classifier.parameter("kind_bias"), bias.count == kinds,
      let words = NGramClassifier(weights: table, scale: scale, bias: bias),
      let layout = classifier.parameter("kind_layout"), layout.count == kinds * ScreenLayout.names.count
    else { return nil }
    self.words = words
    let size = ScreenLayout.names.count
    self.layout = (0..<kinds).map { Array(layout[($0 * size)..<(($0 + 1) * size)]) }
  }

  /// The most likely kind, with its probability.
  func kind(of pieces: [EncoderInput.Piece], _ screen: ScreenLayout) -> JudgedScreen {
    let sums = zip(words.logOdds(of: pieces.map(\.utf8)), layout).map { words, layout in
      words + zip(layout, screen.values).reduce(0) { $0 + $1.0 * Double($1.1) }
    }
    let highest = sums.max() ?? 0
    let shares = sums.map { Logistic.exp($0 - highest) }
    let total = shares.reduce(0, +)
    let best = sums.indices.max { sums[$0] < sums[$1] } ?? sums.startIndex
    return JudgedScreen(kind: ScreenKind.allCases[best], confidence: shares[best] / total)
  }
}
