package import CodeContents
package import ScanModel

/// Assesses the text of a page. Rules, and for the passages that look worst the encoder, give log-odds of being a scam; the
/// model of the page weighs them, the words of the whole page, facts and layout, and decides. The passage with the
/// highest total says why.
///
/// Pure and safe to use from any thread. The time is linear in the length of the text, which is capped.
package struct RiskAnalyzer: Sendable {
  /// Unicode scalars; what comes after them is not judged. A 4K screenshot full of small text holds about 30,000.
  package static let maximumLength = 65_536
  /// Tokens. A shorter text raises no alarm unless it contains a link or a phone number.
  static let minimumWords = 4
  /// Likewise if the words do no more than resemble those of scams.
  static let minimumWordsForLikeness = 16

  let pack: RulePack
  let classifier: ScamClassifier?

  // `classifier`: nil only to measure or test the rules alone.
  package init(pack: RulePack, classifier: ScamClassifier?) {
    self.pack = pack
    self.classifier = classifier
  }

  /// Frees memory that the next analysis fills again; for programs that wait for the next text.
  package func releaseMemory() { classifier?.releaseMemory() }

  /// Assesses a page, whose text includes the words added by its codes. At the deadline of `budget` the analysis stops
  /// and reports what it has found so far; what the stages before gave up on may hold anything, too. The level is
  /// `unknown` if the page has no letters, or if only a part of it was judged, in which nothing looks like a scam.
  package func analyze(
    _ page: TextPage, codes: [PageCode] = [], feedback: FeedbackList = .empty,
    budget: JudgingBudget = JudgingBudget(deadline: nil)
  ) -> RiskAssessment {
    analyzeInDetail(page, codes: codes, feedback: feedback, budget: budget).assessment
  }

  package struct DetailedAssessment: Sendable {
    package var assessment: RiskAssessment
    /// Identifiers of the rules that fired in the passage that decided.
    package var rules: [String]
    /// The share of each rule's weight that counted, 0 to 1.
    package var shares: [Double]
    /// Total log-odds of the passage that decided.
    package var sum: Double
    /// Total log-odds of the page; that of the passage without a model of pages.
    package var pageSum: Double
    /// The part of the total that depends on the size of page and passage alone.
    package var offset: Double
    /// Work done: scalars, automaton edges, signals and conditions visited.
    package var steps: Int
  }

  /// As `analyze`, for measurements and tests.
  package func analyzeInDetail(
    _ page: TextPage, codes: [PageCode] = [], feedback: FeedbackList = .empty,
    budget: JudgingBudget = JudgingBudget(deadline: nil)
  ) -> DetailedAssessment {
    let shouldStop: @Sendable () -> Bool = { budget.isSpent }
    guard page.text.unicodeScalars.prefix(Self.maximumLength).contains(where: \.properties.isAlphabetic) else {
      var unknown = RiskAssessment(
        level: .unknown, scamProbability: nil, category: .unknown,
        explanation: RiskWording.explanation(level: .unknown, evidence: []),
        advice: RiskWording.advice(level: .unknown, category: .unknown, pack: pack), evidence: [])
      unknown.isComplete = budget.isWhole
      CodeEvidence(codes: codes, features: nil, page: page).add(to: &unknown)
      return DetailedAssessment(assessment: unknown, rules: [], shares: [], sum: 0, pageSum: 0, offset: 0, steps: 0)
    }
    let features = PageFeatures(of: page, codes: codes, pack: pack, shouldStop: shouldStop)
    let indicators = IndicatorExtractor(features: features)
    let encoder = classifier.map { PassageEncoder($0, features) }
    var scorer = PassageScorer(features, encoder: encoder, feedback: VerdictMatcher(feedback, indicators))
    let result = scorer.highestScore(shouldStop: shouldStop)
    let score = deciding(result, features)
    let facts = PageFacts(features, codes: codes, shouldStop: shouldStop)
    let verdict = PageVerdict(result, of: features, facts, encoder: encoder, fallback: calibration)
    var assessment = assessment(
      score, result.highest.total - score.total, verdict, facts, encoder, EvidenceBuilder(features))
    let isWhole = budget.isWhole && features.isComplete && result.isComplete && facts.isComplete
    if !isWhole { limitToPart(&assessment) }
    assessment.indicators = indicators.indicators(of: score.tokens)
    CodeEvidence(codes: codes, features: features, page: page).add(to: &assessment)
    let isClear = assessment.level == .low && !assessment.isUnsure
    assessment.facts = facts.shown(isClear: isClear)
    // A page of which nothing can be said has no evidence.
    if assessment.level != .unknown { assessment.evidence += facts.notes(isClear: isClear) }
    return DetailedAssessment(
      assessment: assessment, rules: score.firedRules.map { pack.rules[$0.rule].id },
      shares: score.firedRules.map(\.share), sum: score.total, pageSum: verdict.total, offset: score.offset,
      steps: features.steps + scorer.steps)
  }

  /// `excess`: how much worse the worst passage is, which is too little for an alarm.
  private func assessment(
    _ score: PassageScore, _ excess: Double, _ verdict: PageVerdict, _ facts: PageFacts, _ encoder: PassageEncoder?,
    _ builder: EvidenceBuilder
  ) -> RiskAssessment {
    var probability = verdict.calibration.probability(ofSum: verdict.total - excess)
    if isTooLittle(score, builder.features) { probability = min(probability, verdict.calibration.medium * 0.5) }
    let level = verdict.calibration.level(of: probability)
    let kind = verdict.screen?.kind
    let isTrap =
      facts.isPosing && (kind == .form || kind?.isInBrowser == true && builder.features.namesSecrets)
    let isUnsure = level == .low && (probability >= verdict.calibration.unsure || isTrap)
    let isClear = level == .low && !isUnsure
    let likely = isClear ? RiskCategory.none : score.category(in: pack, ofPage: verdict.categories())
    var evidence = builder.evidence(ofRules: score)
    var cues: [DetectedCue] = []
    if !isClear, let encoder, let outputs = score.outputs, !score.tokens.isEmpty {
      let quotes = encoder.classifier.page?.quotes
        .judge(score.tokens, of: builder.features, builder.quoted, encoder.input)
      let heard = builder.evidence(
        ofEncoder: score, outputs, category: likely, quotes: quotes, threshold: encoder.classifier.fusion.cueThreshold)
      cues = heard.cues
      evidence = EvidenceBuilder.strongestFirst(evidence + heard.evidence)
    }
    if !isClear { evidence = EvidenceBuilder.strongestFirst(evidence + builder.evidence(of: facts, beside: evidence)) }
    let shown = RiskAssessment.shown(evidence, facts.checked)
    var explanation =
      isUnsure
      ? RiskWording.unsureExplanation(RiskWording.clauses(shown), category: likely)
      : RiskWording.explanation(level: level, category: likely, evidence: shown)
    if let match = score.feedback {
      let feedback = builder.evidence(of: match)
      evidence.insert(feedback, at: feedback.weight > 0 ? 0 : evidence.count)
      // A sighting is named as the explanation only if it changed the level.
      let decides = match.item.origin == .user || level != verdict.ownLevel
      if decides, (level == .low) == (feedback.weight < 0) { explanation = feedback.message }
    }
    var assessment = RiskAssessment(
      level: level, scamProbability: probability, category: level == .low ? .none : likely, explanation: explanation,
      advice: RiskWording.advice(level: isUnsure ? .medium : level, category: likely, pack: pack), evidence: evidence,
      cues: cues)
    assessment.isUnsure = isUnsure
    assessment.screen = verdict.screen
    return assessment
  }

  /// Notes that only a part of the page was judged. What was not looked at may hold anything, so the page is not safe.
  private func limitToPart(_ assessment: inout RiskAssessment) {
    assessment.isComplete = false
    guard assessment.level == .low || assessment.level == .unknown else { return }
    assessment.level = .unknown
    assessment.isUnsure = false
    assessment.scamProbability = nil
    assessment.category = .unknown
    assessment.explanation = RiskWording.partExplanation
    assessment.advice = RiskWording.advice(level: .unknown, category: .unknown, pack: pack)
    assessment.evidence = []
  }

  private var calibration: Calibration { classifier?.fusion.calibration ?? pack.calibration }

  /// The passage that says why: the worst one, unless that is too little for an alarm and another is not.
  private func deciding(_ result: PassageScorer.Result, _ features: PageFeatures) -> PassageScore {
    guard isTooLittle(result.highest, features) else { return result.highest }
    return result.scores.filter { $0.total >= calibration.leastMediumSum && !isTooLittle($0, features) }
      .max { $0.total < $1.total } ?? result.highest
  }

  private func isTooLittle(_ score: PassageScore, _ features: PageFeatures) -> Bool {
    guard score.feedback?.item.verdict != .scam, !score.hasCodeReason(in: pack) else { return false }
    // A few words without a link or a number.
    let isFragment =
      score.tokens.count < Self.minimumWords && features.tokens[score.tokens].allSatisfy { $0.entity < 0 }
    return isFragment || isWithoutReason(score)
  }

  /// Whether a short passage does nothing that could be named: no rule indicates a scam, and the encoder hears no cue in it. Its
  /// likeness to scams alone ("Write to us, we read everything") is no reason that a person could check.
  private func isWithoutReason(_ score: PassageScore) -> Bool {
    guard score.tokens.count < Self.minimumWordsForLikeness, let threshold = classifier?.fusion.cueThreshold,
      let cues = score.outputs?.cues
    else { return false }
    return score.firedRules.allSatisfy { $0.weight <= 0 }
      && zip(RiskCue.allCases, cues).allSatisfy { $0.isReassuring || Double($1) < threshold }
  }
}
