internal import ScanModel
internal import TextClassification

/// Tells what kind of screen a page is, by its words and its layout. `training/train_kinds.py` fits it on screens that
/// people sorted by hand.
struct ScreenKindModel: Sendable {
  private let classifier: PageClassifier

  /// Nil if the file has no such model, or one of other kinds.
  init?(_ classifier: TextClassifier) {
    let kinds = ScreenKind.allCases.map(\.rawValue)
    guard classifier.text("kinds") == kinds.joined(separator: "\n"),
      let own = PageClassifier(
        classifier, name: "kind", classes: kinds.count, numbers: "layout", count: ScreenLayout.names.count)
    else { return nil }
    self.classifier = own
  }

  /// The most likely kind, with its probability.
  func kind(of words: [[UInt8]], _ layout: ScreenLayout) -> JudgedScreen {
    let sums = classifier.logOdds(of: words, layout.values)
    let highest = sums.max() ?? 0
    let shares = sums.map { Logistic.exp($0 - highest) }
    let total = shares.reduce(0, +)
    let best = sums.indices.max { sums[$0] < sums[$1] } ?? sums.startIndex
    return JudgedScreen(kind: ScreenKind.allCases[best], confidence: shares[best] / total)
  }
}
