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

  /// Weight of a fact as a reason: the model of the page weighs it together with everything else.
  private static let factWeight = 0.5

  /// Facts that a person can check: a sender's address that does not fit its name, and a link of the company that speaks to
  /// an address that is not its own. Those that a rule has named already are left out.
  func evidence(of facts: PageFacts, beside named: [Evidence]) -> [Evidence] {
    func reason(_ rule: String, _ message: String, _ range: Range<Int>) -> Evidence? {
      guard let range = quoted.range(around: range), !named.contains(where: { $0.range.overlaps(range) }) else {
        return nil
      }
      return Evidence(
        rule: rule, weight: Self.factWeight, message: RiskWording.sentence(message), excerpt: page.excerpt(range),
        range: range)
    }
    let sender = facts.checked.senders.first { $0.agreement == .differs }
    let strange: Set<CheckedLink.Standing> = [.lookAlike, .short, .freeHost, .number, .unfamiliar]
    let isOwn = facts.checked.links.contains { $0.standing == .own }
    let link = facts.speaker == nil || isOwn ? nil : facts.checked.links.first { strange.contains($0.standing) }
    return [
      sender.flatMap { reason("fact.sender", CueWording.strangeSender, $0.range) },
      link.flatMap { reason("fact.link", CueWording.strangeLink, $0.range) },
    ].compactMap(\.self)
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
