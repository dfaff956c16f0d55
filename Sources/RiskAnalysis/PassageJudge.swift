internal import ScanModel

/// Finds the passage of a text that looks worst.
///
/// A passage is a block alone, or as many consecutive blocks as fit into `passageLength` tokens, because a mail is
/// several blocks and a screenshot holds more than one thing; blocks longer than that are looked at in overlapping
/// pieces.
struct PassageJudge {
  /// Tokens: a long text message, or the part of a mail that carries its point. A choice between 100 and 160 on the
  /// development texts: shorter passages gave fewer alarms on pages of unrelated texts and found slightly fewer scams.
  static let passageLength = 100
  /// More passages than this are not looked at: a 4K screenshot has about 300 blocks.
  static let maximumPassages = 4_096

  private struct Passage {
    var tokens: Range<Int>
    /// Several blocks, which need not belong together.
    var isRun: Bool
  }

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
  /// Judges the wording; nil without a text model.
  private(set) var scorer: PassageScorer?

  /// Elementary steps so far.
  var steps: Int { ruleSteps + (scorer?.steps ?? 0) }

  private var learnt: LearntJudge?

  init(pack: RulePack, found: FoundSignals, layout: BlockLayout, learnt: LearntJudge? = nil) {
    self.layout = layout
    self.learnt = learnt
    self.pack = pack
    self.found = found
    scorer = pack.textModel.map { PassageScorer(model: $0, found: found) }
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
    shouldStop: () -> Bool, observing observe: (PassageVerdict) -> Void = { _ in }
  ) -> PassageVerdict {
    var worst: PassageVerdict?
    var firstHit = 0
    let passages = passages()
    learnt?.recognizeMessages(in: passages.map(\.tokens), shouldStop: shouldStop)
    for (number, passage) in passages.enumerated() {
      if number & 0x3F == 0x3F, shouldStop() { break }
      while firstHit < found.hits.count, found.hits[firstHit].tokens.lowerBound < passage.tokens.lowerBound {
        firstHit += 1
      }
      let offset = crowdOffset - (passage.isRun ? RiskModel.runPenalty : 0)
      let verdict = judge(passage.tokens, firstHit: firstHit, offset: offset)
      observe(verdict)
      if worst.map({ verdict.total > $0.total }) ?? true { worst = verdict }
    }
    return worst ?? PassageVerdict(tokens: 0..<found.tokens.count, fired: [], offset: crowdOffset, pack: pack)
  }

  /// Lower the more text there is on the page.
  private var crowdOffset: Double {
    -RiskModel.crowdPenalty * Exponential.log(max(1, Double(found.tokens.count) / RiskModel.crowdLength))
  }

  /// Ascending by their first token.
  private func passages() -> [Passage] {
    let count = found.tokens.count
    var passages: [Passage] = []
    for (index, start) in found.blockStarts.enumerated() {
      let end = index + 1 < found.blockStarts.count ? found.blockStarts[index + 1] : count
      if passages.count >= Self.maximumPassages { break }
      if end - start > Self.passageLength {
        for piece in stride(from: start, to: end, by: Self.passageLength / 2) {
          passages.append(Passage(tokens: piece..<min(piece + Self.passageLength, end), isRun: false))
          if piece + Self.passageLength >= end { break }
        }
      } else {
        passages.append(Passage(tokens: start..<end, isRun: false))
        let reach = run(from: index)
        if reach > end { passages.append(Passage(tokens: start..<reach, isRun: true)) }
      }
    }
    return passages
  }

  /// The end of the longest run of whole blocks that starts with block `index`, belongs together and is short enough.
  private func run(from index: Int) -> Int {
    let start = found.blockStarts[index]
    var end = start
    var next = index + 1
    while next <= found.blockStarts.count {
      let candidate = next < found.blockStarts.count ? found.blockStarts[next] : found.tokens.count
      guard candidate - start <= Self.passageLength else { break }
      end = candidate
      guard next < found.blockStarts.count, belongTogether(next - 1, next) else { break }
      next += 1
    }
    return end
  }

  private func belongTogether(_ one: Int, _ other: Int) -> Bool {
    if layout.continues.isEmpty { return true }
    let number = found.blockNumbers[one]
    return found.blockNumbers[other] == number + 1 && layout.continues[number]
  }

  private mutating func judge(_ passage: Range<Int>, firstHit: Int, offset: Double) -> PassageVerdict {
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
    var verdict = PassageVerdict(tokens: passage, fired: fired, offset: offset, pack: pack)
    if let model = pack.textModel, let score = scorer?.score(passage, isPresent: { stamp[$0] == current }) {
      verdict.wording = model.contribution(
        ofScore: score, length: passage.count, hasReasonAgainst: verdict.hasReasonAgainst(in: pack))
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
