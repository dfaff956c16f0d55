internal import Glibc
internal import ScanModel

/// Turns the total of a passage into a probability and a level (Platt scaling).
struct Calibration: Sendable, Equatable {
  /// Log-odds of a text on which nothing fired.
  var intercept: Double
  /// Factor for the total. Below 1, because several rules say the same thing.
  var slope: Double
  /// Probability from which a text is of medium risk.
  var medium: Double
  /// Probability from which a text is of high risk.
  var high: Double
  /// `unsure` as it was measured; nil for a third of `medium`.
  var measuredUnsure: Double?

  /// What rule files and compiled packs may give.
  static let ranges: [(name: String, any WritableKeyPath<Calibration, Double> & Sendable, ClosedRange<Double>)] = [
    ("intercept", \.intercept, -20...0), ("slope", \.slope, 0.05...5), ("medium", \.medium, 0.01...0.99),
    ("high", \.high, 0.01...0.999),
  ]

  /// Probability from which nobody can say that a text of low risk is clear.
  var unsure: Double { measuredUnsure ?? medium / 3 }

  /// The probability for a total, within 0.001...0.999: the training data supports nothing closer to certainty.
  func probability(ofSum sum: Double) -> Double { min(0.999, max(0.001, Logistic.sigmoid(intercept + slope * sum))) }

  func sum(of probability: Double) -> Double { (Logistic.log(probability / (1 - probability)) - intercept) / slope }

  /// A total that is just of medium risk.
  var leastMediumSum: Double { sum(of: medium) + 0.01 }

  /// A total that is just not of high risk.
  var sumBelowHigh: Double { sum(of: high) - 0.01 }

  func level(of probability: Double) -> RiskLevel {
    probability >= high ? .high : probability >= medium ? .medium : .low
  }
}

/// The logistic function and the natural logarithm, from the C library.
enum Logistic {
  /// The probability for log-odds: 1 / (1 + e^-x).
  static func sigmoid(_ logOdds: Double) -> Double { 1 / (1 + exp(-logOdds)) }

  static func exp(_ value: Double) -> Double { Glibc.exp(value) }

  static func log(_ value: Double) -> Double { Glibc.log(value) }
}
