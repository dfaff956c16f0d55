/// How the weights of the rules that fired become a probability and a level.
package struct Calibration: Sendable, Equatable {
  /// Log-odds of a text on which nothing fired.
  package var intercept: Double
  /// Calibration: the sum of weights is multiplied by it, which corrects for rules that say the same thing twice.
  package var slope: Double
  /// Probabilities from which a text is of medium and of high risk.
  package var medium: Double
  package var high: Double

  /// What a passage of several blocks must have more than a block alone, in log-odds: things on a screen that have
  /// nothing to do with each other also add up. Chosen on the development texts: on pages of eight unrelated harmless
  /// texts, with passages of 160 tokens and weights fitted anew, 0 gave 11.1 % alarms, 1 8.6 %, 2 7.1 %; of scams
  /// standing alone 59.8 %, 59.7 % and 59.0 % were found.
  static let runPenalty = 2.0
  /// What haste, links and hints count for while nothing says what the scam would want: ordinary mail has them too.
  static let withoutClaim = 0.5
  /// What the strongest, second and each further rule of a group counts for: they say nearly the same.
  static let groupShares = [1.0, 0.5, 0.25]
  /// How much lower a passage starts for each factor of e that the page is longer than `crowdLength` tokens: among many
  /// unrelated texts one looks bad by chance, and a page holds at most one scam as a rule.
  static let crowdPenalty = 1.0
  static let crowdLength = 150.0

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
