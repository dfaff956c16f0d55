internal import ScanModel
internal import TextClassification

/// Judges a page as a whole: a linear model over its words and `PageVector`. `training/train_page.py` fits it.
///
/// A passage is judged as if all of it were a message to the reader. On a screen most of the words are not: whether
/// somebody tries to defraud the reader depends on what kind of screen it is, and on all passages together.
struct PageModel: Sendable {
  private let words: NGramClassifier
  private let weights: [Float]
  private let kinds: ScreenKindModel
  /// Of screens.
  let calibration: Calibration
  /// Of the page's log-odds, the share that counts in a text without places beside its worst passage.
  let textShare: Double
  let textCalibration: Calibration

  /// Nil if the file has no model of pages, or one of another version.
  init?(_ classifier: TextClassifier) {
    guard let weights = classifier.parameter("page_weights"),
      classifier.text("page_values") == PageVector.names.joined(separator: "\n"),
      weights.count == PageVector.names.count,
      let table = classifier.table("page_ngrams"), let scale = classifier.parameter("page_ngram_scale")?.first,
      let bias = classifier.parameter("page_bias")?.first,
      let words = NGramClassifier(weights: table, scale: scale, bias: bias),
      let calibration = classifier.parameter("page_calibration"), calibration.count == 2,
      let cuts = classifier.parameter("page_cuts"), cuts.count == 3, cuts[0] > 0, cuts[0] < cuts[1], cuts[1] < cuts[2],
      cuts[2] < 1, let kinds = ScreenKindModel(classifier),
      let text = classifier.parameter("text_page"), text.count == 6, text[3] > 0, text[3] < text[4], text[4] < text[5],
      text[5] < 1
    else { return nil }
    self.words = words
    self.weights = weights.map { Float($0) }
    self.kinds = kinds
    self.calibration = Calibration(
      intercept: calibration[0], slope: calibration[1], medium: cuts[1], high: cuts[2], measuredUnsure: cuts[0])
    textShare = text[0]
    textCalibration = Calibration(
      intercept: text[1], slope: text[2], medium: text[4], high: text[5], measuredUnsure: text[3])
  }

  /// The kind of screen, whether or not somebody tries to defraud the reader on it.
  func screen(_ layout: ScreenLayout, pieces: [EncoderInput.Piece]) -> JudgedScreen { kinds.kind(of: pieces, layout) }

  /// Log-odds that somebody tries to defraud the reader on this page.
  func logOdds(_ vector: PageVector, pieces: [EncoderInput.Piece]) -> Double {
    var sum = words.logOdds(of: pieces.map(\.utf8))
    for (value, weight) in zip(vector.values, weights) { sum += Double(value * weight) }
    return sum
  }
}

/// Tells what kind of screen a page is, by its words and its layout: a linear model, fitted by `training/train_kinds.py`
/// on screens that people sorted by hand.
struct ScreenKindModel: Sendable {
  private let words: WordBagClassifier
  /// For each kind, a weight of each value of `ScreenLayout`.
  private let layout: [[Double]]
  private let bias: [Double]

  /// Nil if the file has no such model, or one of other kinds.
  init?(_ classifier: TextClassifier) {
    let kinds = ScreenKind.allCases.count
    guard classifier.text("kinds") == ScreenKind.allCases.map(\.rawValue).joined(separator: "\n"),
      let table = classifier.table("kind_words"), let scale = classifier.parameter("kind_words_scale")?.first,
      let words = WordBagClassifier(weights: table, classes: kinds, scale: scale),
      let bias = classifier.parameter("kind_bias"), bias.count == kinds,
      let layout = classifier.parameter("kind_layout"), layout.count == kinds * ScreenLayout.names.count
    else { return nil }
    self.words = words
    self.bias = bias
    let size = ScreenLayout.names.count
    self.layout = (0..<kinds).map { Array(layout[($0 * size)..<(($0 + 1) * size)]) }
  }

  /// The most likely kind, with its probability.
  func kind(of pieces: [EncoderInput.Piece], _ screen: ScreenLayout) -> JudgedScreen {
    let sums = zip(words.logOdds(of: pieces.map(\.utf8)), zip(bias, layout)).map { words, rest in
      words + rest.0 + zip(rest.1, screen.values).reduce(0) { $0 + $1.0 * Double($1.1) }
    }
    let highest = sums.max() ?? 0
    let shares = sums.map { Logistic.exp($0 - highest) }
    let total = shares.reduce(0, +)
    let best = sums.indices.max { sums[$0] < sums[$1] } ?? sums.startIndex
    return JudgedScreen(kind: ScreenKind.allCases[best], confidence: shares[best] / total)
  }
}
