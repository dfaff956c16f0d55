internal import ScanModel

/// Scores the passages of a text and finds the one that looks most like a scam.
struct PassageScorer {
  private let pack: RulePack
  private let features: PageFeatures
  private let encoder: PassageEncoder?
  private var feedback: VerdictMatcher?
  /// Recognition confidence of each hit, 0 to 1.
  private let certainties: [Double]
  /// Rules that look at a passage and can fire on this page.
  private var candidates: [Int] = []
  /// Rules that look at the whole page and fired.
  private var pageRules: [PassageScore.FiredRule] = []
  /// For each signal, the number of the last passage that has it, and its best recognized hit there.
  private var lastPassage: [Int32]
  private var bestHit: [Int32]
  private var passageNumber: Int32 = 0
  /// Hits and conditions visited so far, the measure of the work done.
  private(set) var steps = 0

  init(_ features: PageFeatures, encoder: PassageEncoder? = nil, feedback: VerdictMatcher? = nil) {
    pack = features.pack
    self.features = features
    self.encoder = encoder
    self.feedback = feedback
    certainties = features.hits.map { features.certainty(of: $0.tokens) }
    lastPassage = [Int32](repeating: -1, count: pack.signalCount)
    bestHit = [Int32](repeating: 0, count: pack.signalCount)
    selectRules()
  }

  /// Applies the rules that look at the whole page, and drops those that cannot fire in any of its passages.
  private mutating func selectRules() {
    let hits = features.hits
    var firstHit = [Int32](repeating: -1, count: pack.signalCount)
    for (index, hit) in hits.enumerated().reversed() { firstHit[Int(hit.signal)] = Int32(index) }
    let isOnPage = { (signal: Int32) in firstHit[Int(signal)] >= 0 }
    let tokens = { (signal: Int32) in hits[Int(firstHit[Int(signal)])].tokens }
    for (index, rule) in pack.rules.enumerated() {
      if rule.scope == .page {
        pageRules += [fired(index, isOnPage, tokens)].compactMap(\.self)
      } else if rule.condition.containsNone || rule.condition.holds(isOnPage) {
        // A condition with "none" may hold in a passage although it does not hold on the page.
        candidates.append(index)
      }
    }
  }

  /// The passage with the highest total, of equal ones the first.
  struct Result {
    /// Without any rule if the text has no passage.
    var highest: PassageScore
    /// Every passage that was scored, in text order. With an encoder these are the ones that it read.
    var scores: [PassageScore]
    /// Whether nothing was left out because the time ran out or the page is too long.
    var isComplete: Bool

    /// The passage whose words look worst, of equal ones the first.
    var worstWords: PassageScore { scores.reduce(scores.first ?? highest) { $1.ofWords > $0.ofWords ? $1 : $0 } }

    /// Log-odds that the codes of the page add to what its words say.
    var ofCodes: Double { (scores.map(\.own).max() ?? 0) - (scores.map(\.ofWords).max() ?? 0) }
  }

  /// Scores the passages. `shouldStop` ends the search; the passages scored so far are compared.
  mutating func highestScore(shouldStop: @escaping @Sendable () -> Bool) -> Result {
    let layout = BlockLayout(features.page)
    let passages = PassageSegmentation.passages(
      starts: features.blocks.map(\.start), count: features.tokens.count
    ) { block in
      // Whether a block and the next one with words may belong to one message.
      let number = features.blocks[block].number
      return layout.continues.isEmpty
        || features.blocks[block + 1].number == number + 1 && layout.continues[number]
    }
    feedback?.recognizeMessages(in: passages.map(\.tokens), shouldStop: shouldStop)
    var scores = scoresOfRules(passages, shouldStop: shouldStop)
    var scored = Array(scores.indices)
    var chosen = scored.count
    if let encoder {
      let inputs = scored.map { encoder.classifier.input(of: encoder.input.pieces(of: passages[$0].tokens)) }
      let likeness = zip(scores, inputs).map { score, input in
        // What the user or a code says against a passage counts whatever else is on the page.
        if score.feedback.map({ $0.weight > 0 }) ?? false || score.hasCodeReason(in: pack) { return Double.infinity }
        return score.own + input.ngramLogOdds
      }
      scored = PassageSelection.chosen(of: zip(passages, likeness).map { ($0.tokens, $1) }) { inputs[$0].ids.count }
      chosen = scored.count
      // All are handed over at once, because several processor cores share them; the first ones count if time runs out.
      let outputs = encoder.classifier.outputs(ofEach: scored.map { inputs[$0] }, shouldStop: shouldStop)
      for (index, outputs) in zip(scored, outputs) {
        scores[index].outputs = outputs
        scores[index].encoderShare = encoder.classifier.fusion.encoderShare(outputs.scam)
      }
      scored = scored.prefix(outputs.count).sorted()
    }
    let calibration = encoder?.classifier.fusion.calibration ?? pack.calibration
    var highest: PassageScore?
    for index in scored {
      if scores[index].own < calibration.leastMediumSum {
        scores[index].sightingBounds = calibration.leastMediumSum...calibration.sumBelowHigh
      }
      if highest.map({ scores[index].total > $0.total }) ?? true { highest = scores[index] }
    }
    let page = Passage(tokens: 0..<features.tokens.count, isRun: false)
    let empty = PassageScore(page, firedRules: [], offset: offset(of: page), pack: pack)
    let isCut =
      passages.count >= PassageSegmentation.maximumPassages
      && (passages.map(\.tokens.upperBound).max() ?? 0) < features.tokens.count
    return Result(
      highest: highest ?? empty, scores: scored.map { scores[$0] },
      isComplete: scores.count == passages.count && scored.count == chosen && !isCut)
  }

  /// What rules and feedback say of each passage; of the first ones if it stopped.
  private mutating func scoresOfRules(_ passages: [Passage], shouldStop: () -> Bool) -> [PassageScore] {
    var scores: [PassageScore] = []
    var firstHit = 0
    for (number, passage) in passages.enumerated() {
      // A passage takes microseconds, so the clock is read rarely.
      if number & 0x3F == 0x3F, shouldStop() { break }
      while firstHit < features.hits.count, features.hits[firstHit].tokens.lowerBound < passage.tokens.lowerBound {
        firstHit += 1
      }
      scores.append(scoreOfRules(passage, firstHit: firstHit))
    }
    return scores
  }

  private func offset(of passage: Passage) -> Double {
    let handicap = encoder?.classifier.fusion.handicap ?? RuleScoring.handicap
    return handicap.offset(pageLength: features.tokens.count, isRun: passage.isRun)
  }

  private mutating func scoreOfRules(_ passage: Passage, firstHit: Int) -> PassageScore {
    locateSignals(in: passage.tokens, firstHit: firstHit)
    steps += candidates.count
    var score = PassageScore(
      passage, firedRules: pageRules + rulesFiredInPassage(), offset: offset(of: passage), pack: pack,
      factors: encoder?.classifier.fusion.ruleFactors ?? .one)
    score.feedback = feedback?.match(in: passage.tokens)
    return score
  }

  /// Notes which signals a passage has and which of their hits was recognized best.
  private mutating func locateSignals(in tokens: Range<Int>, firstHit: Int) {
    passageNumber += 1
    var hit = firstHit
    while hit < features.hits.count, features.hits[hit].tokens.lowerBound < tokens.upperBound {
      defer { hit += 1 }
      guard features.hits[hit].tokens.upperBound <= tokens.upperBound else { continue }
      let signal = Int(features.hits[hit].signal)
      if lastPassage[signal] != passageNumber || certainties[hit] > certainties[Int(bestHit[signal])] {
        lastPassage[signal] = passageNumber
        bestHit[signal] = Int32(hit)
      }
    }
    steps += hit - firstHit
  }

  private func rulesFiredInPassage() -> [PassageScore.FiredRule] {
    let isPresent = { (signal: Int32) in lastPassage[Int(signal)] == passageNumber }
    let tokens = { (signal: Int32) in features.hits[Int(bestHit[Int(signal)])].tokens }
    return candidates.compactMap { fired($0, isPresent, tokens) }
  }

  /// A rule with the words on which it fires and those of its claim; nil if it does not fire.
  private func fired(
    _ index: Int, _ isPresent: (Int32) -> Bool, _ tokens: (Int32) -> Range<Int>
  ) -> PassageScore.FiredRule? {
    let rule = pack.rules[index]
    guard rule.condition.holds(isPresent), !rule.exclusions.contains(where: { $0.holds(isPresent) }),
      let signal = rule.condition.positiveSignals.first(where: isPresent)
    else { return nil }
    let found = tokens(signal)
    return .init(
      rule: index, tokens: found, claim: tokens(rule.condition.claim(isPresent) ?? signal),
      certainty: features.certainty(of: found))
  }
}
