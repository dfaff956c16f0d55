internal import ScanModel

/// The reasons that the encoder gives for an alarm: cues, each with the words that say so.
struct EncoderReasons {
  /// More reasons than this nobody reads.
  private static let maximumReasons = 4
  /// What the encoder counts for, shared among the cues by how sure each is.
  let evidence: [Evidence]
  /// The surest first.
  let cues: [HeardCue]

  init(
    verdict: PassageVerdict, category: RiskCategory, parts: LeaveOneOut, threshold: Double, found: FoundSignals,
    page: TextPage
  ) {
    var heard: [HeardCue] = []
    for (number, cue) in RiskCue.allCases.enumerated() where Double(parts.whole.cues[number]) >= threshold {
      let place = parts.place { $0.cues[number] }
      let confidence = 1 / (1 + Exponential.exp(-Double(parts.whole.cues[number])))
      heard.append(HeardCue(cue: cue, confidence: confidence, range: found.scalars(of: place)))
    }
    heard.sort { $0.confidence == $1.confidence ? $0.cue.rawValue < $1.cue.rawValue : $0.confidence > $1.confidence }
    cues = heard
    guard verdict.wording > 0 else {
      evidence = []
      return
    }
    let named = heard.filter { !$0.cue.isReassuring }.prefix(Self.maximumReasons)
    guard !named.isEmpty else {
      let place = found.scalars(of: parts.place { $0.scam })
      evidence = [
        Evidence(
          rule: CueWording.likenessRule, weight: verdict.wording,
          message: RiskWording.sentence(CueWording.likeness(category)), excerpt: page.excerpt(place), range: place)
      ]
      return
    }
    let sum = named.reduce(0) { $0 + $1.confidence }
    evidence = named.map { item in
      Evidence(
        rule: CueWording.rule(item.cue), weight: verdict.wording * item.confidence / sum,
        message: RiskWording.sentence(CueWording.message(item.cue)), excerpt: page.excerpt(item.range),
        range: item.range)
    }
  }
}
