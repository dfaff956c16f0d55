/// How the weights of the rules that fired become a probability and a level.
package struct RiskModel: Sendable, Equatable {
  /// Log-odds of a text on which nothing fired.
  package var intercept: Double
  /// Calibration: the sum of weights is multiplied by it, which corrects for rules that say the same thing twice.
  package var slope: Double
  /// Probabilities from which a text is of medium and of high risk.
  package var medium: Double
  package var high: Double

  /// What haste, links and the like count for while nothing says which scam it would be: ordinary mail has them too.
  /// What a passage of several blocks must have more than a block alone, in log-odds: things on a screen that have
  /// nothing to do with each other also add up. Chosen on the development texts: on pages of eight unrelated harmless
  /// texts, with passages of 160 tokens and weights fitted anew, 0 gave 11.1 % alarms, 1 8.6 %, 2 7.1 %; of scams
  /// standing alone 59.8 %, 59.7 % and 59.0 % were found.
  static let runPenalty = 2.0
  static let genericAlone = 0.4

  package init(intercept: Double, slope: Double, medium: Double, high: Double) {
    self.intercept = intercept
    self.slope = slope
    self.medium = medium
    self.high = high
  }

  /// The probability for a sum of weights, within 0.001...0.999: nothing here is known better than that.
  func probability(ofSum sum: Double) -> Double {
    let logOdds = intercept + slope * sum
    return min(0.999, max(0.001, 1 / (1 + Exponential.exp(-logOdds))))
  }
}
