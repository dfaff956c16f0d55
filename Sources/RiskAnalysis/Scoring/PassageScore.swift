internal import ScanModel

/// The score of one passage and its parts. All sums and weights are log-odds.
struct PassageScore {
  struct FiredRule {
    /// Index of the rule in the pack.
    var rule: Int
    /// The tokens it fired on.
    var tokens: Range<Int>
    /// Recognition confidence of these words, 0 to 1.
    var certainty = 1.0
    /// The share of the rule's weight that counts here.
    var share = 1.0
  }

  var tokens: Range<Int>
  /// By descending weight of the rule.
  var firedRules: [FiredRule]
  /// The rules' part of the total, including `offset`.
  var ruleSum: Double
  /// The part that depends only on the size of page and passage.
  var offset: Double
  /// The part of the rules about codes, which the page's model has not seen.
  var codeSum = 0.0
  /// Nil without an encoder.
  var outputs: ScamClassifier.Outputs?
  /// The encoder's part of the total; 0 without an encoder.
  var encoderShare = 0.0
  /// An earlier verdict on a message like this one.
  var feedback: FeedbackMatcher.Match?
  /// Bounds of the total for a passage of low risk by itself, if a sighting is the only thing against it: the range of
  /// medium risk. Nil for other passages.
  var sightingBounds: ClosedRange<Double>?

  /// Rules and encoder, without feedback and sightings.
  var own: Double { ruleSum + encoderShare }

  /// The words alone: `own` without what rules say of codes.
  var ofWords: Double { own - codeSum }

  /// Rules, encoder and feedback together. Harmless words around a link or sender do not weaken the verdict that it
  /// belongs to a scam.
  var total: Double {
    guard let feedback else { return own }
    let sum = ruleSum + (feedback.item.verdict == .scam ? max(0, encoderShare) : encoderShare) + feedback.weight
    guard feedback.item.origin == .earlierScreenshot, let sightingBounds else { return sum }
    return min(max(sum, sightingBounds.lowerBound), sightingBounds.upperBound)
  }

  /// Adds up the rules. Hints count in full only beside a claim, further rules of a group count less and less, and a
  /// rule on badly recognized words counts in proportion to their confidence.
  init(tokens: Range<Int>, firedRules: [FiredRule], offset: Double, pack: RulePack, factors: RuleFactors = .one) {
    self.tokens = tokens
    self.offset = offset
    let hasClaim = firedRules.contains { pack.rules[$0.rule].isClaim }
    var groupSizes: [Substring: Int] = [:]
    self.firedRules = firedRules.sorted {
      let left = pack.rules[$0.rule].weight
      let right = pack.rules[$1.rule].weight
      return left == right ? $0.rule < $1.rule : left > right
    }
    ruleSum = offset
    for index in self.firedRules.indices {
      let rule = pack.rules[self.firedRules[index].rule]
      let certainty = self.firedRules[index].certainty
      let isAboutCode = rule.group == RuleScoring.codeGroup
      var share = certainty * factors.against
      if rule.weight > 0 {
        let position = groupSizes[rule.group, default: 0]
        groupSizes[rule.group] = position + 1
        let groupShare = RuleScoring.groupShares[min(position, RuleScoring.groupShares.count - 1)]
        // The encoder knows part of what other rules say, but nothing about codes.
        share = groupShare * (hasClaim ? 1 : RuleScoring.withoutClaim) * certainty * (isAboutCode ? 1 : factors.for)
      }
      self.firedRules[index].share = share
      ruleSum += rule.weight * share
      if isAboutCode { codeSum += rule.weight * share }
    }
  }

  /// What a rule that fired adds to the sum.
  func weight(of fired: FiredRule, in pack: RulePack) -> Double { pack.rules[fired.rule].weight * fired.share }

  /// Whether a rule about a code speaks for a scam.
  func hasCodeReason(in pack: RulePack) -> Bool { firedRules.contains { isAboutCode(pack.rules[$0.rule]) } }

  private func isAboutCode(_ rule: Rule) -> Bool { rule.weight > 0 && rule.group == RuleScoring.codeGroup }

  /// The most likely category: the sum of the page's log-odds for `ScamClassifier.categories` and the weights of the rules
  /// that name a category, times `ruleWeight`. A rule about a code that alone makes a page a scam also decides the category:
  /// the page's model reads "code" and "PIN" beside a payment, and takes that for theft of a sign-in code.
  func category(in pack: RulePack, ofPage logOdds: [Double], ruleWeight: Double) -> RiskCategory {
    let deciding = firedRules.first {
      isAboutCode(pack.rules[$0.rule]) && pack.rules[$0.rule].isClaim
        && pack.rules[$0.rule].weight >= RuleScoring.decidingCodeWeight
    }
    if let deciding { return pack.rules[deciding.rule].category }
    var weights = Dictionary(uniqueKeysWithValues: zip(ScamClassifier.categories, logOdds))
    for fired in firedRules {
      let rule = pack.rules[fired.rule]
      if rule.category != .unknown, rule.category != .none {
        weights[rule.category, default: 0] += weight(of: fired, in: pack) * ruleWeight
      }
    }
    let best = weights.max { $0.value == $1.value ? $0.key.rawValue > $1.key.rawValue : $0.value < $1.value }
    return best?.key ?? .unknown
  }
}

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

/// How much lower a passage starts because of the size of page and passage.
struct SizeHandicap {
  /// Log-odds by which a passage of several blocks starts lower than a single block: unrelated things on a screen add
  /// up by chance.
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
