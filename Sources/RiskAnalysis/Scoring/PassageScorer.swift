internal import ScanModel

/// Finds the passage of a text that looks worst.
///
/// `PassageSegmentation` says what the passages are.
struct PassageScorer {
  private let pack: RulePack
  private let found: FoundSignals
  private let layout: BlockLayout
  /// Of the hits, in 0...1.
  private let certainties: [Double]
  /// For each signal whether it is on the page at all.
  private var onPage: [Bool]
  /// For each signal the number of the last passage that holds it, and the first hit there of those read best.
  private var stamp: [Int32]
  private var place: [Int32]
  private var candidates: [Int] = []
  private var pageFired: [PassageVerdict.Fired] = []
  private var current: Int32 = 0
  private var ruleSteps = 0
  private let encoder: PassageEncoder?

  /// Elementary steps of the rules so far.
  var steps: Int { ruleSteps }

  private var learnt: FeedbackMatcher?

  init(
    pack: RulePack, found: FoundSignals, layout: BlockLayout, encoder: PassageEncoder? = nil,
    learnt: FeedbackMatcher? = nil
  ) {
    self.layout = layout
    self.learnt = learnt
    self.pack = pack
    self.found = found
    self.encoder = encoder
    certainties = found.hits.map { found.certainty(of: $0.tokens) }
    onPage = [Bool](repeating: false, count: pack.signalCount)
    stamp = [Int32](repeating: -1, count: pack.signalCount)
    place = [Int32](repeating: 0, count: pack.signalCount)
    var firstHit = [Int32](repeating: 0, count: pack.signalCount)
    for (index, hit) in found.hits.enumerated().reversed() {
      onPage[Int(hit.signal)] = true
      firstHit[Int(hit.signal)] = Int32(index)
    }
    // A rule none of whose signals is on the page cannot fire anywhere.
    for (index, rule) in pack.rules.enumerated() where rule.condition.holds({ onPage[Int($0)] }) || hasNone(rule) {
      if rule.scope == .block {
        candidates.append(index)
      } else if !rule.exclusions.contains(where: { $0.holds { onPage[Int($0)] } }) {
        let signal = rule.condition.positiveSignals.first { onPage[Int($0)] }
        if let signal {
          let tokens = found.hits[Int(firstHit[Int(signal)])].tokens
          pageFired.append(.init(rule: index, tokens: tokens, certainty: found.certainty(of: tokens)))
        }
      }
    }
  }

  /// Rules with "none" may hold in a passage although they do not hold on the whole page.
  private func hasNone(_ rule: Rule) -> Bool {
    rule.scope == .block && rule.condition.containsNone
  }

  /// The passage with the largest total; of equal ones the first.
  /// - Parameters:
  ///   - shouldStop: Whether to be content with the passages so far.
  ///   - observe: Is told the verdict on every passage.
  /// - Returns: The verdict on it, or one without any reason if the text has no passage.
  mutating func worst(
    shouldStop: () -> Bool, observing observe: (Passage, PassageVerdict) -> Void = { _, _ in }
  ) -> PassageVerdict {
    var worst: PassageVerdict?
    var firstHit = 0
    let passages = passages()
    learnt?.recognizeMessages(in: passages.map(\.tokens), shouldStop: shouldStop)
    for (number, passage) in passages.enumerated() {
      if encoder != nil || number & 0x3F == 0x3F, number > 0, shouldStop() { break }
      while firstHit < found.hits.count, found.hits[firstHit].tokens.lowerBound < passage.tokens.lowerBound {
        firstHit += 1
      }
      let verdict = judge(passage, firstHit: firstHit)
      observe(passage, verdict)
      if worst.map({ verdict.total > $0.total }) ?? true { worst = verdict }
    }
    return worst
      ?? PassageVerdict(
        tokens: 0..<found.tokens.count, fired: [], offset: offset(isRun: false), pack: pack)
  }

  private func offset(isRun: Bool) -> Double {
    if let encoder { return encoder.combination.offset(pageLength: found.tokens.count, isRun: isRun) }
    let crowd = Exponential.log(max(1, Double(found.tokens.count) / Calibration.crowdLength))
    return -Calibration.crowdPenalty * crowd - (isRun ? Calibration.runPenalty : 0)
  }

  private func passages() -> [Passage] {
    PassageSegmentation.passages(starts: found.blockStarts, count: found.tokens.count) { belongTogether($0, $0 + 1) }
  }

  private func belongTogether(_ one: Int, _ other: Int) -> Bool {
    if layout.continues.isEmpty { return true }
    let number = found.blockNumbers[one]
    return found.blockNumbers[other] == number + 1 && layout.continues[number]
  }

  private mutating func judge(_ part: Passage, firstHit: Int) -> PassageVerdict {
    let passage = part.tokens
    current += 1
    var hit = firstHit
    while hit < found.hits.count, found.hits[hit].tokens.lowerBound < passage.upperBound {
      let signal = Int(found.hits[hit].signal)
      if found.hits[hit].tokens.upperBound <= passage.upperBound {
        if stamp[signal] != current {
          stamp[signal] = current
          place[signal] = Int32(hit)
        } else if certainties[hit] > certainties[Int(place[signal])] {
          // Of several places the one that was read best.
          place[signal] = Int32(hit)
        }
      }
      hit += 1
    }
    ruleSteps += hit - firstHit + candidates.count
    var fired = pageFired
    for index in candidates {
      guard let tokens = firing(pack.rules[index]) else { continue }
      fired.append(.init(rule: index, tokens: tokens, certainty: found.certainty(of: tokens)))
    }
    var verdict = PassageVerdict(
      tokens: passage, fired: fired, offset: offset(isRun: part.isRun), pack: pack,
      shares: encoder?.combination.ruleShares ?? .whole)
    if let encoder {
      let outputs = encoder.outputs(of: passage)
      verdict.outputs = outputs
      verdict.wording = encoder.combination.encoderShare(outputs.scam)
    }
    verdict.learnt = learnt?.reason(in: passage)
    return verdict
  }

  /// The words on which a rule fires in the current passage, nil if it does not.
  private func firing(_ rule: Rule) -> Range<Int>? {
    let isPresent = { (signal: Int32) in stamp[Int(signal)] == current }
    guard rule.condition.holds(isPresent), !rule.exclusions.contains(where: { $0.holds(isPresent) }),
      let signal = rule.condition.positiveSignals.first(where: isPresent)
    else { return nil }
    return found.hits[Int(place[Int(signal)])].tokens
  }
}
