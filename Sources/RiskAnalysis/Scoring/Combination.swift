internal import TextClassification

/// How encoder, rules and the size of the page become one probability and a level; fitted on sources that the encoder was
/// not trained on (training/fit_combination.py), and kept in the model file.
struct Combination: Sendable, Equatable {
  /// What the encoder's log-odds count for, and the limits within which they count.
  var encoderWeight: Double
  var encoderLimits: ClosedRange<Double>
  /// What the sums of the rules for and against a scam count for.
  var ruleWeight: Double
  var vetoWeight: Double
  /// What a passage of several blocks must have more than a block alone.
  var runPenalty: Double
  /// How much lower a page starts for each factor of e that it is longer than `crowdLength` tokens.
  var crowdPenalty: Double
  var crowdLength: Double
  /// What rules add to the encoder's log-odds of their category.
  var categoryRuleWeight: Double
  /// Log-odds from which a cue is named.
  var cueThreshold: Double
  var calibration: Calibration

  init?(_ classifier: TextClassifier) {
    func value(_ name: String) -> Double? { classifier.parameter(name)?.first }
    guard let encoderWeight = value("encoder_weight"), let limits = classifier.parameter("encoder_limits"),
      limits.count == 2, limits[0] < limits[1], let ruleWeight = value("rule_weight"),
      let vetoWeight = value("veto_weight"), let runPenalty = value("run_penalty"),
      let crowdPenalty = value("crowd_penalty"), let crowdLength = value("crowd_length"), crowdLength >= 1,
      let categoryRuleWeight = value("category_rule_weight"), let cueThreshold = value("cue_threshold"),
      let calibration = classifier.parameter("calibration"), calibration.count == 2,
      let cuts = classifier.parameter("cuts"), cuts.count == 2, cuts[0] > 0, cuts[0] < cuts[1], cuts[1] < 1
    else { return nil }
    self.encoderWeight = encoderWeight
    encoderLimits = limits[0]...limits[1]
    self.ruleWeight = ruleWeight
    self.vetoWeight = vetoWeight
    self.runPenalty = runPenalty
    self.crowdPenalty = crowdPenalty
    self.crowdLength = crowdLength
    self.categoryRuleWeight = categoryRuleWeight
    self.cueThreshold = cueThreshold
    self.calibration = Calibration(intercept: calibration[0], slope: calibration[1], medium: cuts[0], high: cuts[1])
  }

  var ruleShares: RuleShares { RuleShares(for: ruleWeight, against: vetoWeight) }

  /// The encoder's share of a passage's sum, in log-odds.
  func encoderShare(_ scam: Float) -> Double {
    encoderWeight * min(encoderLimits.upperBound, max(encoderLimits.lowerBound, Double(scam)))
  }

  /// What the page is too long, or the passage put together, for; never positive.
  func offset(pageLength: Int, isRun: Bool) -> Double {
    -crowdPenalty * Exponential.log(max(1, Double(pageLength) / crowdLength)) - (isRun ? runPenalty : 0)
  }
}
