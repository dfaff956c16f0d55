internal import ScanModel

/// The score of one passage and its parts. All sums and weights are log-odds.
struct PassageScore {
  struct FiredRule {
    var rule: Int
    var tokens: Range<Int>
    /// The tokens that say what the scam wants, which are quoted.
    var claim: Range<Int>
    /// Recognition confidence of these words, 0 to 1.
    var certainty = 1.0
    /// The share of the rule's weight that counts here.
    var share = 1.0
    /// What it adds to the sum.
    var weight = 0.0
  }

  let passage: Passage
  var tokens: Range<Int> { passage.tokens }
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
  var feedback: VerdictMatcher.Match?
  /// The range of medium risk: bounds of the total, if only a sighting speaks against the passage. Nil for others.
  var sightingBounds: ClosedRange<Double>?

  /// Rules and encoder, without feedback and sightings.
  var own: Double { ruleSum + encoderShare }

  /// The words alone: `own` without what rules say of codes.
  var ofWords: Double { own - codeSum }

  /// All together. Harmless words around a link or sender do not weaken the verdict that it belongs to a scam.
  var total: Double {
    guard let feedback else { return own }
    let sum = ruleSum + (feedback.item.verdict == .scam ? max(0, encoderShare) : encoderShare) + feedback.weight
    guard feedback.item.origin == .earlierScreenshot, let sightingBounds else { return sum }
    return min(max(sum, sightingBounds.lowerBound), sightingBounds.upperBound)
  }

  /// Adds up the rules. Hints count in full only beside a claim, further rules of a group count less and less, and a
  /// rule on badly recognized words counts in proportion to their confidence.
  init(_ passage: Passage, firedRules: [FiredRule], offset: Double, pack: RulePack, factors: RuleFactors = .one) {
    self.passage = passage
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
      let weight = rule.weight * share
      self.firedRules[index].share = share
      self.firedRules[index].weight = weight
      ruleSum += weight
      if isAboutCode { codeSum += weight }
    }
  }

  func hasCodeReason(in pack: RulePack) -> Bool { firedRules.contains { isAboutCode(pack.rules[$0.rule]) } }

  private func isAboutCode(_ rule: Rule) -> Bool { rule.weight > 0 && rule.group == RuleScoring.codeGroup }

  /// The most likely category: the sum of the page's log-odds for `ScamClassifier.categories` and the weights of the rules
  /// that name a category, times `ruleWeight`; by the rules alone without a model of pages. A rule about a code that alone
  /// makes a page a scam also decides the category: the page's model reads "code" and "PIN" beside a payment, and takes
  /// that for theft of a sign-in code.
  func category(in pack: RulePack, ofPage page: (logOdds: [Double], ruleWeight: Double)?) -> RiskCategory {
    let deciding = firedRules.first {
      isAboutCode(pack.rules[$0.rule]) && pack.rules[$0.rule].isClaim
        && pack.rules[$0.rule].weight >= RuleScoring.decidingCodeWeight
    }
    if let deciding { return pack.rules[deciding.rule].category }
    var weights = Dictionary(uniqueKeysWithValues: zip(ScamClassifier.categories, page?.logOdds ?? []))
    for fired in firedRules {
      let rule = pack.rules[fired.rule]
      if rule.category != .unknown, rule.category != .none {
        weights[rule.category, default: 0] += fired.weight * (page?.ruleWeight ?? 1)
      }
    }
    let best = weights.max { $0.value == $1.value ? $0.key.rawValue > $1.key.rawValue : $0.value < $1.value }
    return best?.key ?? .unknown
  }
}
