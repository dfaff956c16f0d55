/// How the rules are added up without an encoder. `ScoreFusion` has its own numbers from the model file.
enum RuleScoring {
  /// The penalty for runs was chosen on the development texts: on pages of eight unrelated harmless texts, with
  /// passages of 160 tokens and refitted weights, 0 raised 11.1 % alarms, 1 8.6 %, 2 7.1 %; of scams on their own
  /// 59.8 %, 59.7 % and 59.0 % were found.
  static let handicap = SizeHandicap(runPenalty: 2, crowdPenalty: 1, crowdLength: 150)
  /// Rules about codes, which count in full beside the encoder (docs/decisions/0072-weights-of-code-rules.md).
  static let codeGroup: Substring = "code"
  /// From this weight on, a rule about codes alone is enough for a high level, whatever else the page says.
  static let decidingCodeWeight = 6.0
  /// Factor for urgency, links and hints if no rule says what the scam wants: ordinary mail has them, too.
  static let withoutClaim = 0.5
  /// Factors for the strongest, the second and each further rule of a group, which say nearly the same.
  static let groupShares = [1.0, 0.5, 0.25]
}

/// Factors for the weights of rules. Beside the encoder they are below 1, because it knows part of what the rules say.
struct RuleFactors {
  static let one = RuleFactors(for: 1, against: 1)
  /// For rules that indicate a scam.
  var `for`: Double
  /// For rules that indicate the opposite.
  var against: Double
}

/// How much lower a passage starts because of the size of page and passage.
struct SizeHandicap {
  /// Log-odds by which a passage of several blocks starts lower: unrelated things on a screen add up by chance.
  var runPenalty: Double
  /// Log-odds by which a passage starts lower for each factor of e by which its page is longer than `crowdLength`
  /// tokens. Among many unrelated texts one looks bad by chance, and a page rarely holds more than one scam.
  var crowdPenalty: Double
  var crowdLength: Double

  /// The initial sum of a passage in log-odds; never positive.
  func offset(pageLength: Int, isRun: Bool) -> Double {
    -crowdPenalty * Logistic.log(max(1, Double(pageLength) / crowdLength)) - (isRun ? runPenalty : 0)
  }
}
