internal import ScanModel

/// The log-odds of a page: its model's, and what codes, the user and earlier screenshots say on top of that.
///
/// A text without places may be one message, or hold one among others: its worst passage counts in full, and the page with
/// a share, of which one half is judged as if that passage were all of it. Of unseen written messages 91 % are found, 85 %
/// by the passage alone (at alarms on 2 % of their harmless twins), and of those found 92 % stay found when harmless text is
/// put around them, 85 % by the whole page.
struct PageVerdict {
  /// Without feedback and sightings.
  let own: Double
  let total: Double
  let calibration: Calibration
  /// Nil for plain text.
  let screen: JudgedScreen?
  private let judged: (model: PageModel, input: PageInput)?

  /// The level without feedback and sightings.
  var ownLevel: RiskLevel { calibration.level(of: calibration.probability(ofSum: own)) }

  /// `PageModel.categoryLogOdds`, and the factor for the weights of rules. Nil without a model of pages.
  func categories() -> (logOdds: [Double], ruleWeight: Double)? {
    judged.map { ($0.model.categoryLogOdds($0.input), $0.model.categoryRuleWeight) }
  }

  // `fallback`: the calibration of passages, used if there is no model of pages.
  init(
    _ result: PassageScorer.Result, of features: PageFeatures, _ facts: PageFacts, encoder: PassageEncoder?,
    fallback: Calibration
  ) {
    let highest = result.highest
    guard let encoder, let model = encoder.classifier.page, !result.scores.isEmpty else {
      own = highest.own
      total = highest.total
      calibration = fallback
      (screen, judged) = (nil, nil)
      return
    }
    let layout = ScreenLayout(features.page)
    let input = { tokens in
      PageInput(tokens, result.scores, facts: facts, layout: layout, encoder: encoder.input)
    }
    let all = 0..<features.tokens.count
    let page = input(all)
    judged = (model, page)
    let isPlainText = features.page.words.isEmpty
    screen = isPlainText ? nil : model.screen(layout, words: page.words)
    calibration = isPlainText ? model.textCalibration : model.calibration
    var ofWords = model.logOdds(page)
    if isPlainText {
      let worst = result.worstWords.tokens
      // Most texts are one passage.
      let ofWorst = worst == all ? ofWords : model.logOdds(input(worst))
      ofWords = page.worstPassage + model.textShare * (ofWords + ofWorst) / 2
    }
    // The model sees of codes what they would do; what rules say of them counts in full.
    own = ofWords + result.ofCodes
    total = Self.total(own: own, highest: highest, highestOwn: result.scores.map(\.own).max() ?? 0, calibration)
  }

  private static func total(
    own: Double, highest: PassageScore, highestOwn: Double, _ calibration: Calibration
  ) -> Double {
    guard let feedback = highest.feedback, feedback.weight > 0 else {
      // What the user called harmless weighs as much less as the passage does.
      return own + min(0, highest.total - highestOwn)
    }
    guard feedback.item.origin == .earlierScreenshot else {
      // Harmless words around a link or sender do not weaken the verdict that it belongs to a scam.
      return max(own, calibration.leastMediumSum) + feedback.weight
    }
    // Something seen before in a scam makes a page of medium risk, and by itself no more than that.
    guard own < calibration.leastMediumSum else { return own }
    return min(max(own + feedback.weight, calibration.leastMediumSum), calibration.sumBelowHigh)
  }
}
