internal import ScanModel

/// Turns the rules and the feedback that decided about a passage into reasons, with the words they are based on.
struct EvidenceBuilder {
  let pack: RulePack
  let features: PageFeatures
  let page: TextPage
  let quoted: QuotedWords

  init(pack: RulePack, features: PageFeatures, page: TextPage, scalars: [Unicode.Scalar]) {
    self.pack = pack
    self.features = features
    self.page = page
    quoted = QuotedWords(page, scalars: scalars)
  }

  /// One reason for each group of rules that indicates a scam, with the weight of the whole group and the words of its
  /// strongest claim; then every rule that indicates the opposite. Strongest first.
  func evidence(ofRules score: PassageScore) -> [Evidence] {
    var positions: [Substring: Int] = [:]
    var reasons: [(fired: PassageScore.FiredRule, weight: Double)] = []
    for fired in score.firedRules {
      let rule = pack.rules[fired.rule]
      let weight = score.weight(of: fired, in: pack)
      guard weight > 0, let position = positions[rule.group] else {
        positions[rule.group] = reasons.count
        reasons.append((fired, weight))
        continue
      }
      reasons[position].weight += weight
      if rule.isClaim, !pack.rules[reasons[position].fired.rule].isClaim { reasons[position].fired = fired }
    }
    return Self.strongestFirst(reasons.map { evidence(of: $0.fired, weight: $0.weight) })
  }

  /// The user's earlier verdict that matched.
  func evidence(of match: FeedbackMatcher.Match) -> Evidence {
    let range = features.scalars(of: match.tokens)
    return Evidence(
      rule: FeedbackWording.rule(match.item), weight: match.weight,
      message: FeedbackWording.message(match.item), excerpt: page.excerpt(range), range: range)
  }

  private func evidence(of fired: PassageScore.FiredRule, weight: Double) -> Evidence {
    let rule = pack.rules[fired.rule]
    let range = quoted.range(around: features.scalars(of: fired.tokens)) ?? 0..<0
    return Evidence(
      rule: rule.id, weight: weight, message: RiskWording.sentence(rule.message), excerpt: page.excerpt(range),
      range: range, codes: features.codes.indices.filter { features.codes[$0].isSubject(of: rule) })
  }

  /// By descending weight, then by the rule's identifier.
  static func strongestFirst(_ evidence: [Evidence]) -> [Evidence] {
    evidence.sorted { $0.weight == $1.weight ? $0.rule < $1.rule : $0.weight > $1.weight }
  }
}
