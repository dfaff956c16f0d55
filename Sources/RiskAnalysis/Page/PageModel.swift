internal import ScanModel
internal import TextClassification

/// Judges a page as a whole: a linear model over `PageInput`. `training/train_page.py` fits it.
///
/// A passage is judged as if all of it were a message to the reader. On a screen most of the words are not: whether
/// somebody tries to defraud the reader depends on what kind of screen it is, and on all passages together.
struct PageModel: Sendable {
  private let words: NGramClassifier
  private let weights: [Float]
  /// The kind of screen, by words and layout; `training/train_kinds.py` fits it on screens that people sorted by hand.
  private let kinds: PageClassifier
  let quotes: QuoteModel
  /// The kind of scam, by words and the encoder's outputs for what it read; `training/train_categories.py` fits it. Of
  /// unseen written scams that are found 81 % get the right category, 73 % by the worst passage alone.
  private let categories: PageClassifier
  /// Factor for the weights of rules that name a category.
  let categoryRuleWeight: Double
  /// Of screens.
  let calibration: Calibration
  /// Factor for the page's log-odds, which are added to those of the worst passage of a text without places.
  let textShare: Double
  let textCalibration: Calibration

  /// Nil if the file has no model of pages, or one of another version.
  init?(_ classifier: TextClassifier) {
    guard let weights = classifier.parameter("page_weights"),
      classifier.text("page_values") == PageInput.names.joined(separator: "\n"),
      weights.count == PageInput.names.count,
      let words = NGramClassifier(classifier, name: "page", classes: 1),
      let calibration = classifier.parameter("page_calibration"), calibration.count == 2,
      let cuts = classifier.parameter("page_cuts"), cuts.count == 3, cuts[0] > 0, cuts[0] < cuts[1], cuts[1] < cuts[2],
      cuts[2] < 1, let quotes = QuoteModel(classifier),
      classifier.text("kinds") == ScreenKind.allCases.map(\.rawValue).joined(separator: "\n"),
      let kinds = PageClassifier(
        classifier, name: "kind", classes: ScreenKind.allCases.count, numbers: "layout",
        count: ScreenLayout.names.count),
      let categories = PageClassifier(
        classifier, name: "category", classes: ScamClassifier.categories.count, numbers: "outputs",
        count: PageInput.outputCount),
      let categoryRuleWeight = classifier.parameter("category_rule_weight")?.first,
      let text = classifier.parameter("text_page"), text.count == 6, text[3] > 0, text[3] < text[4], text[4] < text[5],
      text[5] < 1
    else { return nil }
    self.words = words
    self.weights = weights.map { Float($0) }
    self.kinds = kinds
    self.quotes = quotes
    self.categories = categories
    self.categoryRuleWeight = categoryRuleWeight
    self.calibration = Calibration(
      intercept: calibration[0], slope: calibration[1], medium: cuts[1], high: cuts[2], measuredUnsure: cuts[0])
    textShare = text[0]
    textCalibration = Calibration(
      intercept: text[1], slope: text[2], medium: text[4], high: text[5], measuredUnsure: text[3])
  }

  /// The most likely kind of screen, whether or not somebody tries to defraud the reader on it, with its probability.
  func screen(_ layout: ScreenLayout, words: [[UInt8]]) -> JudgedScreen {
    let sums = kinds.logOdds(of: words, layout.values)
    let highest = sums.max() ?? 0
    let shares = sums.map { Logistic.exp($0 - highest) }
    let best = sums.indices.max { sums[$0] < sums[$1] } ?? sums.startIndex
    return JudgedScreen(kind: ScreenKind.allCases[best], confidence: shares[best] / shares.reduce(0, +))
  }

  /// For each of `ScamClassifier.categories`, log-odds up to a constant, if somebody tries to defraud the reader.
  func categoryLogOdds(_ input: PageInput) -> [Double] {
    // The outputs are the first values.
    categories.logOdds(of: input.words, input.values)
  }

  /// Log-odds that somebody tries to defraud the reader on this page.
  func logOdds(_ input: PageInput) -> Double {
    var sum = words.logOdds(of: input.words)[0]
    for (value, weight) in zip(input.values, weights) { sum += Double(value * weight) }
    return sum
  }
}
