internal import ScanModel

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Turns the total of a passage into a probability and a level (Platt scaling).
package struct Calibration: Sendable, Equatable {
  /// Log-odds of a text on which nothing fired.
  package var intercept: Double
  /// Factor for the total. Below 1, because several rules say the same thing.
  package var slope: Double
  /// Probability from which a text is of medium risk.
  package var medium: Double
  /// Probability from which a text is of high risk.
  package var high: Double
  /// Measured probability from which nobody can say that a text of low risk is clear; nil if there is none.
  private var measuredUnsure: Double?

  /// `unsure`: probability from which nobody can say that a text of low risk is clear; nil for a third of `medium`.
  package init(intercept: Double, slope: Double, medium: Double, high: Double, unsure: Double? = nil) {
    self.intercept = intercept
    self.slope = slope
    self.medium = medium
    self.high = high
    measuredUnsure = unsure
  }

  /// Probability from which nobody can say that a text of low risk is clear.
  var unsure: Double { measuredUnsure ?? medium / 3 }

  /// The probability for a total, within 0.001...0.999: the training data supports nothing closer to certainty.
  func probability(ofSum sum: Double) -> Double {
    min(0.999, max(0.001, Logistic.sigmoid(intercept + slope * sum)))
  }

  /// The total that has a probability, between 0 and 1.
  func sum(of probability: Double) -> Double {
    (Logistic.log(probability / (1 - probability)) - intercept) / slope
  }

  /// A total that is just of medium risk.
  var leastMediumSum: Double { sum(of: medium) + 0.01 }

  /// A total that is just not of high risk.
  var sumBelowHigh: Double { sum(of: high) - 0.01 }

  /// `low`, `medium` or `high`.
  func level(of probability: Double) -> RiskLevel {
    probability >= high ? .high : probability >= medium ? .medium : .low
  }
}

/// The logistic function and the natural logarithm, from the C library.
enum Logistic {
  /// The probability for log-odds: 1 / (1 + e^-x).
  static func sigmoid(_ logOdds: Double) -> Double {
    #if canImport(Glibc)
      1 / (1 + Glibc.exp(-logOdds))
    #else
      1 / (1 + Musl.exp(-logOdds))
    #endif
  }

  static func exp(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.exp(value)
    #else
      Musl.exp(value)
    #endif
  }

  static func log(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.log(value)
    #else
      Musl.log(value)
    #endif
  }
}
