package import ScanModel

/// Judges the text of a page: what the encoder says of a passage and the weights of the rules that fire on it add up to
/// log-odds, the worst passage decides.
///
/// Pure and safe to use from any thread; the time taken is linear in the length of the text, which is capped.
package struct RiskAnalyzer: Sendable {
  /// Scalars; what is beyond is not looked at. A 4K screenshot full of small text holds about 30,000.
  package static let maximumLength = 65_536
  /// Shorter texts say too little for a warning, unless they hold a link or a number to call.
  static let minimumWords = 4

  let pack: RulePack
  let classifier: ScamClassifier?

  /// - Parameters:
  ///   - pack: The rules in force.
  ///   - classifier: The encoder; nil only to measure or test the rules alone.
  package init(pack: RulePack, classifier: ScamClassifier?) {
    self.pack = pack
    self.classifier = classifier
  }

  /// Lets go of memory that is filled again when it is needed; for programs that wait for the next text.
  package func releaseMemory() { classifier?.releaseMemory() }

  /// Judges a page.
  /// - Parameters:
  ///   - page: The text and its blocks.
  ///   - learnt: What was learnt from the user.
  ///   - deadline: When it passes, the judgement is about what was looked at until then; nil for no limit.
  /// - Returns: `unknown` if the page holds no letters.
  package func analyze(
    _ page: TextPage, learnt: FeedbackList = .empty, deadline: ContinuousClock.Instant? = nil
  ) -> RiskAssessment {
    judge(page, learnt: learnt, deadline: deadline).assessment
  }

  /// What `judge` found besides the assessment, for measurement and tests.
  package struct Judgement: Sendable {
    package var assessment: RiskAssessment
    /// Identifiers of all rules that fired in the passage that decided.
    package var rules: [String]
    /// For each of them which part of its weight counted.
    package var shares: [Double]
    /// Sum of what they and the wording count for.
    package var sum: Double
    /// The part of the sum that comes from no rule.
    package var offset: Double
    /// Elementary steps: scalars, transitions and conditions looked at.
    package var steps: Int
  }

  /// Judges a page and tells how it came about.
  package func judge(
    _ page: TextPage, learnt: FeedbackList = .empty, deadline: ContinuousClock.Instant? = nil
  ) -> Judgement {
    let scalars = Array(page.text.unicodeScalars.prefix(Self.maximumLength))
    let shouldStop = { deadline.map { ContinuousClock.now >= $0 } ?? false }
    guard scalars.contains(where: \.properties.isAlphabetic) else { return unknown() }
    let found = FeatureExtractor.find(
      in: scalars, blocks: page.blocks, reading: PageConfidence(page), pack: pack, shouldStop: shouldStop)
    let finder = IndicatorExtractor(scalars: scalars, found: found, pack: pack)
    let encoder = classifier.map {
      PassageEncoder(classifier: $0, input: EncoderInput(scalars: scalars, found: found))
    }
    var judge = PassageScorer(
      pack: pack, found: found, layout: BlockLayout(page), encoder: encoder,
      learnt: FeedbackMatcher(learnt, finder: finder, found: found))
    let verdict = judge.worst(shouldStop: shouldStop)
    var assessment = assessment(verdict, encoder: encoder, found: found, page: page, shouldStop: shouldStop)
    assessment.marks = finder.marks(of: verdict.tokens)
    return Judgement(
      assessment: assessment, rules: verdict.fired.map { pack.rules[$0.rule].id },
      shares: verdict.fired.map(\.share), sum: verdict.total,
      offset: verdict.offset, steps: found.steps + judge.steps)
  }

  private func unknown() -> Judgement {
    let assessment = RiskAssessment(
      level: .unknown, scamProbability: nil, category: .unknown,
      explanation: RiskWording.explanation(level: .unknown, messages: []),
      advice: RiskWording.advice(level: .unknown, category: .unknown, pack: pack), evidence: [])
    return Judgement(assessment: assessment, rules: [], shares: [], sum: 0, offset: 0, steps: 0)
  }

  private func assessment(
    _ verdict: PassageVerdict, encoder: PassageEncoder?, found: FoundSignals, page: TextPage, shouldStop: () -> Bool
  ) -> RiskAssessment {
    let model = classifier?.combination.calibration ?? pack.model
    var probability = model.probability(ofSum: verdict.total)
    if verdict.learnt?.learnt.verdict != .scam, isFragment(verdict.tokens, found) {
      probability = min(probability, model.medium * 0.5)
    }
    let level: RiskLevel = probability >= model.high ? .high : probability >= model.medium ? .medium : .low
    let category = level == .low ? .none : verdict.category(in: pack, combination: classifier?.combination)
    var evidence = evidence(verdict, found: found, page: page)
    var cues: [HeardCue] = []
    if level != .low, let encoder, let outputs = verdict.outputs, !verdict.tokens.isEmpty {
      let reasons = EncoderReasons(
        verdict: verdict, category: category,
        parts: encoder.leaveOneOut(verdict.tokens, whole: outputs, shouldStop: shouldStop),
        threshold: encoder.combination.cueThreshold, found: found, page: page)
      cues = reasons.cues
      evidence = (evidence + reasons.evidence).sorted {
        $0.weight == $1.weight ? $0.rule < $1.rule : $0.weight > $1.weight
      }
    }
    let messages = evidence.filter { $0.weight > 0 }.map { item in
      String(item.message.dropFirst(3).dropLast())
    }
    var explanation = RiskWording.explanation(level: level, messages: RiskWording.twoReasons(of: messages))
    if let reason = verdict.learnt {
      let learnt = learntEvidence(reason, found: found, page: page)
      evidence.insert(learnt, at: learnt.weight > 0 ? 0 : evidence.count)
      if (level == .low) == (learnt.weight < 0) { explanation = learnt.message }
    }
    return RiskAssessment(
      level: level, scamProbability: probability, category: category, explanation: explanation,
      advice: RiskWording.advice(level: level, category: category, pack: pack), evidence: evidence, cues: cues)
  }

  private func learntEvidence(_ reason: FeedbackMatcher.Reason, found: FoundSignals, page: TextPage) -> Evidence {
    let range = found.scalars(of: reason.tokens)
    return Evidence(
      rule: FeedbackWording.rule(reason.learnt.verdict), weight: reason.weight,
      message: FeedbackWording.message(reason.learnt),
      excerpt: page.excerpt(range), range: range)
  }

  private func isFragment(_ tokens: Range<Int>, _ found: FoundSignals) -> Bool {
    tokens.count < Self.minimumWords && found.tokens[tokens].allSatisfy { $0.entity < 0 }
  }

  /// Reasons for a scam first, by weight; of each group the one that says most stands for all of them. Then those against.
  private func evidence(_ verdict: PassageVerdict, found: FoundSignals, page: TextPage) -> [Evidence] {
    var places: [Substring: Int] = [:]
    var result: [(fired: PassageVerdict.Fired, weight: Double)] = []
    for fired in verdict.fired {
      let rule = pack.rules[fired.rule]
      let weight = verdict.weight(of: fired, in: pack)
      guard weight > 0, let place = places[rule.group] else {
        places[rule.group] = result.count
        result.append((fired, weight))
        continue
      }
      result[place].weight += weight
      if rule.isClaim, !pack.rules[result[place].fired.rule].isClaim { result[place].fired = fired }
    }
    return result.map { evidence($0.fired, weight: $0.weight, found: found, page: page) }
      .sorted { $0.weight == $1.weight ? $0.rule < $1.rule : $0.weight > $1.weight }
  }

  private func evidence(
    _ fired: PassageVerdict.Fired, weight: Double, found: FoundSignals, page: TextPage
  ) -> Evidence {
    let rule = pack.rules[fired.rule]
    let range = found.scalars(of: fired.tokens)
    return Evidence(
      rule: rule.id, weight: weight, message: RiskWording.sentence(rule.message),
      excerpt: page.excerpt(range), range: range)
  }
}
