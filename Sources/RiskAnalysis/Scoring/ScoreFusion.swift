internal import TextClassification

/// Combines encoder, n-grams, rules and size of the page into one total (score-level fusion) and its calibration. The
/// numbers come with the model file. They were fitted on sources that the encoder was not trained on.
struct ScoreFusion: Sendable {
  /// Factor for the n-grams' log-odds, which are added to the encoder's.
  var ngramWeight: Double
  /// Factor for that sum, which is clamped to `encoderLimits` first.
  var encoderWeight: Double
  var encoderLimits: ClosedRange<Double>
  var ruleFactors: RuleFactors
  var handicap: SizeHandicap
  /// Log-odds from which a cue is reported.
  var cueThreshold: Double
  var calibration: Calibration

  /// Nil if the model file lacks a number or one is out of range.
  init?(_ classifier: TextClassifier) {
    func value(_ name: String) -> Double? { classifier.parameter(name)?.first }
    guard let ngramWeight = value("ngram_weight"), let encoderWeight = value("encoder_weight"),
      let limits = classifier.parameter("encoder_limits"),
      limits.count == 2, limits[0] < limits[1], let ruleWeight = value("rule_weight"),
      let vetoWeight = value("veto_weight"), let runPenalty = value("run_penalty"),
      let crowdPenalty = value("crowd_penalty"), let crowdLength = value("crowd_length"), crowdLength >= 1,
      let cueThreshold = value("cue_threshold"),
      let calibration = classifier.parameter("calibration"), calibration.count == 2,
      let cuts = classifier.parameter("cuts"), cuts.count == 2, cuts[0] > 0, cuts[0] < cuts[1], cuts[1] < 1
    else { return nil }
    self.ngramWeight = ngramWeight
    self.encoderWeight = encoderWeight
    encoderLimits = limits[0]...limits[1]
    ruleFactors = RuleFactors(for: ruleWeight, against: vetoWeight)
    handicap = SizeHandicap(runPenalty: runPenalty, crowdPenalty: crowdPenalty, crowdLength: crowdLength)
    self.cueThreshold = cueThreshold
    self.calibration = Calibration(intercept: calibration[0], slope: calibration[1], medium: cuts[0], high: cuts[1])
  }

  /// The encoder's share of a passage's total, in log-odds.
  func encoderShare(_ scam: Float) -> Double {
    encoderWeight * min(encoderLimits.upperBound, max(encoderLimits.lowerBound, Double(scam)))
  }
}
