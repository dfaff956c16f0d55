internal import ScanModel

/// The verdict on one passage.
struct PassageVerdict {
  struct Fired {
    /// Index of the rule in the pack.
    var rule: Int
    /// Tokens of the words it fired on.
    var tokens: Range<Int>
    /// How sure the reading of these words is, in 0...1.
    var certainty = 1.0
    /// Which part of the rule's weight counts here.
    var share = 1.0
  }

  var tokens: Range<Int>
  var fired: [Fired]
  /// Sum of what the rules count for, and of `offset`.
  var sum: Double
  /// What counts besides the reasons.
  var offset: Double
  /// What the encoder says; nil where rules are judged alone.
  var outputs: ScamClassifier.Outputs?
  /// What the encoder's words count for, in log-odds; 0 without it.
  var wording = 0.0
  /// What the user has said of messages like this one.
  var learnt: FeedbackMatcher.Reason?
  /// What decides: the rules, the encoder, and the user's word. Who has called a link or a sender a scam is not contradicted
  /// by harmless words around it.
  var total: Double {
    guard let learnt else { return sum + wording }
    return sum + (learnt.learnt.verdict == .scam ? max(0, wording) : wording) + learnt.weight
  }

  /// Adds up: hints count in full only beside a claim, rules of one group less and less, and a reason that rests on
  /// badly read words in proportion to how sure they are.
  init(tokens: Range<Int>, fired: [Fired], offset: Double, pack: RulePack, shares ruleShares: RuleShares = .whole) {
    self.tokens = tokens
    self.offset = offset
    let hasClaim = fired.contains { pack.rules[$0.rule].isClaim }
    var members: [Substring: Int] = [:]
    self.fired = fired.sorted {
      let left = pack.rules[$0.rule].weight
      let right = pack.rules[$1.rule].weight
      return left == right ? $0.rule < $1.rule : left > right
    }
    sum = offset
    for index in self.fired.indices {
      let rule = pack.rules[self.fired[index].rule]
      guard rule.weight > 0 else {
        self.fired[index].share = self.fired[index].certainty * ruleShares.against
        sum += rule.weight * self.fired[index].share
        continue
      }
      let place = members[rule.group, default: 0]
      members[rule.group] = place + 1
      let shares = Calibration.groupShares
      let share = shares[min(place, shares.count - 1)] * (hasClaim || rule.isClaim ? 1 : Calibration.withoutClaim)
      self.fired[index].share = share * self.fired[index].certainty * ruleShares.for
      sum += rule.weight * self.fired[index].share
    }
  }

  /// The weight of a reason in this passage.
  func weight(of item: Fired, in pack: RulePack) -> Double { pack.rules[item.rule].weight * item.share }

  /// The likeliest category: what the encoder says and the weights of rules that name one, added up.
  func category(in pack: RulePack, combination: Combination?) -> RiskCategory {
    var weights: [RiskCategory: Double] = [:]
    if let outputs {
      for (category, value) in zip(ScamClassifier.categories, outputs.categories) { weights[category] = Double(value) }
    }
    for item in fired {
      let rule = pack.rules[item.rule]
      if rule.category != .unknown, rule.category != .none {
        weights[rule.category, default: 0] += weight(of: item, in: pack) * (combination?.categoryRuleWeight ?? 1)
      }
    }
    let best = weights.max { $0.value == $1.value ? $0.key.rawValue > $1.key.rawValue : $0.value < $1.value }
    return best?.key ?? .unknown
  }
}

/// What the weights of rules count for beside the encoder, which knows part of what they say.
struct RuleShares {
  static let whole = RuleShares(for: 1, against: 1)
  var `for`: Double
  var against: Double
}
