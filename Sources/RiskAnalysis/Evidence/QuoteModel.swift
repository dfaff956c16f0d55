internal import ScanModel
internal import TextClassification
internal import TextEntities

/// Chooses the words that show what a message does: of its sentences and lines, the one that says it most plainly.
///
/// A linear model over the words of a sentence, its length and its place on the page. `training/train_quotes.py` fits it on
/// pages in which people marked what each sentence does: of pages of unseen briefs it points at a right one for 76 % of
/// what they do. Of the reasons that came from leaving out a part at a time (Zeiler & Fergus 2014, arXiv:1311.2901), 55 %
/// quoted one.
struct QuoteModel: Sendable {
  /// What a sentence can do; reassuring cues are properties of a whole page.
  fileprivate static let cues = RiskCue.allCases.filter { !$0.isReassuring }
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

  /// Log-odds; words that show a cue less plainly are not quoted for it.
  private static let leastLogOdds = -2.5
  /// A lone word ("Today") shows nothing.
  private static let minimumWords = 2

  /// The sentences and lines of a passage, each with log-odds of what it does.
  struct Judged {
    let quotes: [(range: Range<Int>, words: Int, logOdds: [Double])]

    /// The words that show a cue most plainly; nil if none do.
    func best(for cue: RiskCue) -> (range: Range<Int>, logOdds: Double)? {
      best(QuoteModel.cues.firstIndex(of: cue), leastWords: 0)
    }

    /// The words that show most plainly that it is a scam; nil if none do.
    var worst: Range<Int>? { best(QuoteModel.cues.count, leastWords: QuoteModel.minimumWords)?.range }

    private func best(_ number: Int?, leastWords: Int) -> (range: Range<Int>, logOdds: Double)? {
      guard let number,
        let best = quotes.filter({ $0.words >= leastWords }).max(by: { $0.logOdds[number] < $1.logOdds[number] }),
        best.logOdds[number] >= QuoteModel.leastLogOdds
      else { return nil }
      return (best.range, best.logOdds[number])
    }

    /// The words to quote for each cue, none for two: of all cues and words, those that fit best find each other first,
    /// so that no cue gets what another left over.
    func assigned(to cues: [RiskCue]) -> [RiskCue: Range<Int>] {
      let numbers = cues.compactMap { QuoteModel.cues.firstIndex(of: $0) }
      let pairs = numbers.flatMap { cue in
        quotes.indices.filter {
          quotes[$0].words >= QuoteModel.minimumWords && quotes[$0].logOdds[cue] >= QuoteModel.leastLogOdds
        }
        .map { (cue: cue, quote: $0, logOdds: quotes[$0].logOdds[cue]) }
      }
      var assigned: [RiskCue: Range<Int>] = [:]
      var taken: Set<Int> = []
      for pair in pairs.sorted(by: { ($1.logOdds, $0.cue, $0.quote) < ($0.logOdds, $1.cue, $1.quote) })
      where assigned[QuoteModel.cues[pair.cue]] == nil && taken.insert(pair.quote).inserted {
        assigned[QuoteModel.cues[pair.cue]] = quotes[pair.quote].range
      }
      return assigned
    }
  }

  func judge(_ tokens: Range<Int>, of features: PageFeatures, _ quoted: QuotedWords, _ input: EncoderInput) -> Judged {
    Judged(
      quotes: Self.quotes(in: tokens, of: features, quoted).map { range, tokens in
        (
          range, tokens.count,
          classifier.logOdds(of: input.pieces(of: tokens).map(\.utf8), Self.place(of: range, quoted))
        )
      })
  }

  /// The sentences and lines of a passage, with their tokens. An address alone does nothing that a sentence does.
  static func quotes(
    in tokens: Range<Int>, of features: PageFeatures, _ quoted: QuotedWords
  ) -> [(range: Range<Int>, tokens: Range<Int>)] {
    quoted.all(in: features.scalars(of: tokens)).filter { !isAddress($0, of: features) }.map { range in
      let first = features.tokens.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
      let end = features.tokens.partitioningIndex { $0.range.lowerBound >= range.upperBound }
      return (range, first..<max(first, end))
    }
  }

  private static func isAddress(_ range: Range<Int>, of features: PageFeatures) -> Bool {
    let addresses = features.entities.filter { ($0.kind == .link || $0.kind == .email) && $0.range.overlaps(range) }
    return !addresses.isEmpty
      && range.allSatisfy { place in
        addresses.contains { $0.range.contains(place) } || !features.scalars[place].properties.isAlphabetic
      }
  }

  static func place(of range: Range<Int>, _ quoted: QuotedWords) -> [Float] {
    [Float(Logistic.log(Double(range.count))), Float(range.lowerBound) / Float(quoted.scalars.count)]
  }
}
