internal import ScanModel
internal import TextClassification

/// Chooses the words that show what a message does: of its sentences and lines, the one that says it most plainly.
///
/// A linear model over the words of a sentence, its length and its place on the page. `training/train_quotes.py` fits it on
/// pages in which people marked what each sentence does: of pages of unseen briefs it points at a right one for 72 % of
/// what they do. Of the reasons that came from leaving out a part at a time (Zeiler & Fergus 2014, arXiv:1311.2901), 55 %
/// quoted one.
struct QuoteModel: Sendable {
  /// What a sentence can do; reassuring cues are properties of a whole page.
  private static let cues = RiskCue.allCases.filter { !$0.isReassuring }
  /// Natural logarithm of the length in scalars; where it begins, as a share of the page.
  private static let numbers = 2

  /// One class for each cue, and one for whatever makes a scam.
  private let classifier: PageClassifier

  /// Nil if the file has no such model.
  init?(_ classifier: TextClassifier) {
    guard
      let own = PageClassifier(
        classifier, name: "quote", classes: Self.cues.count + 1, numbers: "place", count: Self.numbers)
    else { return nil }
    self.classifier = own
  }

  /// The sentences and lines of a passage, each with log-odds of what it does.
  struct Judged {
    fileprivate var quotes: [(range: Range<Int>, logOdds: [Double])]

    /// Log-odds; words that show a cue less plainly are not quoted for it.
    private static let leastLogOdds = -2.5

    /// The words that show a cue most plainly, or, for nil, that it is a scam; nil if none do.
    func best(for cue: RiskCue?) -> (index: Int, range: Range<Int>, logOdds: Double)? {
      guard let number = cue.map({ QuoteModel.cues.firstIndex(of: $0) }) ?? QuoteModel.cues.count,
        let index = quotes.indices.max(by: { quotes[$0].logOdds[number] < quotes[$1].logOdds[number] }),
        quotes[index].logOdds[number] >= Self.leastLogOdds
      else { return nil }
      return (index, quotes[index].range, quotes[index].logOdds[number])
    }

    /// The same words, which are not given again: two reasons with the same words would say one thing twice.
    mutating func take(for cue: RiskCue?) -> Range<Int>? { best(for: cue).map { quotes.remove(at: $0.index).range } }
  }

  func judge(_ tokens: Range<Int>, of features: PageFeatures, _ quoted: QuotedWords, _ input: EncoderInput) -> Judged {
    Judged(
      quotes: Self.quotes(in: tokens, of: features, quoted).map { range, tokens in
        (range, classifier.logOdds(of: input.pieces(of: tokens).map(\.utf8), Self.place(of: range, quoted)))
      })
  }

  /// The sentences and lines of a passage, with their tokens.
  static func quotes(
    in tokens: Range<Int>, of features: PageFeatures, _ quoted: QuotedWords
  ) -> [(range: Range<Int>, tokens: Range<Int>)] {
    quoted.all(in: features.scalars(of: tokens)).map { range in
      let first = features.tokens.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
      let end = features.tokens.partitioningIndex { $0.range.lowerBound >= range.upperBound }
      return (range, first..<max(first, end))
    }
  }

  static func place(of range: Range<Int>, _ quoted: QuotedWords) -> [Float] {
    [Float(Logistic.log(Double(range.count))), Float(range.lowerBound) / Float(quoted.length)]
  }
}
