internal import ScanModel

/// Turns what rules, encoder, facts and feedback say of a page into reasons, with the words they are based on.
struct EvidenceBuilder {
  let features: PageFeatures
  let quoted: QuotedWords

  init(_ features: PageFeatures) {
    self.features = features
    quoted = QuotedWords(features.page, scalars: features.scalars)
  }

  /// One reason for each group of rules that indicates a scam, with the weight of the whole group and the words of its
  /// strongest claim; then every rule that indicates the opposite. Strongest first.
  func evidence(ofRules score: PassageScore) -> [Evidence] {
    var positions: [Substring: Int] = [:]
    var reasons: [(fired: PassageScore.FiredRule, weight: Double)] = []
    for fired in score.firedRules {
      let rule = features.pack.rules[fired.rule]
      guard fired.weight > 0, let position = positions[rule.group] else {
        positions[rule.group] = reasons.count
        reasons.append((fired, fired.weight))
        continue
      }
      reasons[position].weight += fired.weight
      if rule.isClaim, !features.pack.rules[reasons[position].fired.rule].isClaim { reasons[position].fired = fired }
    }
    return Self.strongestFirst(reasons.map { evidence(of: $0.fired, weight: $0.weight) })
  }

  /// Weight of a fact as a reason: the model of the page weighs it together with everything else.
  private static let factWeight = 0.5

  /// Facts that a person can check: a sender's address that does not fit its name, and a link of the company that speaks to
  /// an address that is not its own. Those that a rule has named already are left out.
  func evidence(of facts: PageFacts, beside named: [Evidence]) -> [Evidence] {
    func fact(_ rule: String, _ message: String, _ range: Range<Int>) -> Evidence? {
      guard let range = quoted.range(around: range), !named.contains(where: { $0.range.overlaps(range) }) else {
        return nil
      }
      return reason(rule, weight: Self.factWeight, message, range)
    }
    let sender = facts.checked.senders.first { $0.agreement == .differs }
    let strange: Set<CheckedLink.Standing> = [.lookAlike, .short, .freeHost, .number, .unfamiliar]
    let isOwn = facts.checked.links.contains { $0.standing == .own }
    let link = facts.speaker == nil || isOwn ? nil : facts.checked.links.first { strange.contains($0.standing) }
    return [
      sender.flatMap { fact("fact.sender", CueWording.strangeSender, $0.place) },
      link.flatMap { fact("fact.link", CueWording.strangeLink, $0.place) },
    ].compactMap(\.self)
  }

  /// More cues would be too many to read.
  private static let maximumCues = 4

  /// The reasons of the encoder and of the model of sentences: cues to which either gives log-odds from `threshold` up, each
  /// with the words that show it; the category if no cue stands out.
  /// - Returns: Shares of the encoder's weight, split among the cues; and all cues. By descending confidence.
  func evidence(
    ofEncoder score: PassageScore, _ outputs: ScamClassifier.Outputs, category: RiskCategory,
    quotes: QuoteModel.Judged?, threshold: Double
  ) -> (evidence: [Evidence], cues: [DetectedCue]) {
    let passage = features.scalars(of: score.tokens)
    var heard = zip(RiskCue.allCases, outputs.cues).compactMap { cue, logOdds -> DetectedCue? in
      let quote = quotes?.best(for: cue)
      let logOdds = max(Double(logOdds), quote?.logOdds ?? -.infinity)
      guard logOdds >= threshold else { return nil }
      return DetectedCue(cue: cue, confidence: Logistic.sigmoid(logOdds), range: quote?.range ?? passage)
    }
    heard.sort { $0.confidence == $1.confidence ? $0.cue.rawValue < $1.cue.rawValue : $0.confidence > $1.confidence }
    guard score.encoderShare > 0 else { return ([], heard) }
    let assigned = quotes?.assigned(to: heard.map(\.cue)) ?? [:]
    for number in heard.indices { heard[number].range = assigned[heard[number].cue] ?? heard[number].range }
    let named = heard.filter { assigned[$0.cue] != nil }.prefix(Self.maximumCues)
    guard !named.isEmpty else {
      // Of a passage without a sentence that shows it, nothing is quoted.
      let place = quotes.map { $0.worst ?? 0..<0 } ?? passage
      return ([reason("cue.likeness", weight: score.encoderShare, CueWording.likeness(category), place)], heard)
    }
    let sum = named.reduce(0) { $0 + $1.confidence }
    let evidence = named.map { item in
      reason(
        "cue.\(item.cue.rawValue)", weight: score.encoderShare * item.confidence / sum, CueWording.message(item.cue),
        item.range)
    }
    return (evidence, heard)
  }

  func evidence(of match: VerdictMatcher.Match) -> Evidence {
    let range = features.scalars(of: match.tokens)
    return Evidence(
      rule: FeedbackWording.rule(match.item), weight: match.weight,
      message: FeedbackWording.message(match.item), excerpt: features.page.excerpt(range), range: range)
  }

  private func evidence(of fired: PassageScore.FiredRule, weight: Double) -> Evidence {
    let rule = features.pack.rules[fired.rule]
    let range = quoted.range(around: features.scalars(of: fired.claim)) ?? 0..<0
    var reason = reason(rule.id, weight: weight, rule.message, range)
    reason.codes = features.codes.indices.filter { features.codes[$0].isSubject(of: rule) }
    return reason
  }

  private func reason(_ rule: String, weight: Double, _ message: String, _ range: Range<Int>) -> Evidence {
    Evidence(
      rule: rule, weight: weight, message: RiskWording.sentence(message), excerpt: features.page.excerpt(range),
      range: range)
  }

  /// By descending weight, then by the rule's identifier.
  static func strongestFirst(_ evidence: [Evidence]) -> [Evidence] {
    evidence.sorted { $0.weight == $1.weight ? $0.rule < $1.rule : $0.weight > $1.weight }
  }
}
