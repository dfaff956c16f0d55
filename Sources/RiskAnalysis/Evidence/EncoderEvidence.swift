internal import ScanModel

/// The encoder's reasons for an alarm: cues, each with the words that express it.
struct EncoderEvidence {
  /// More would be too many to read.
  private static let maximumReasons = 4
  /// Shares of the encoder's weight, split among the cues by confidence.
  let evidence: [Evidence]
  /// By descending confidence.
  let cues: [DetectedCue]

  /// - Parameters:
  ///   - score: The passage that decided.
  ///   - category: The category of the alarm, named if no cue stands out.
  ///   - attribution: The encoder's outputs with parts of the passage left out.
  ///   - threshold: Log-odds from which a cue is reported.
  ///   - features: The features of the page.
  ///   - page: The text, for excerpts.
  ///   - quoted: Chooses the words that are shown.
  init(
    score: PassageScore, category: RiskCategory, attribution: OcclusionAttribution, threshold: Double,
    features: PageFeatures, page: TextPage, quoted: QuotedWords
  ) {
    /// The words without which an output drops most; nil if it depends on no part that can be quoted.
    func place(of output: (ScamClassifier.Outputs) -> Float) -> Range<Int>? {
      attribution.partsByImportance(output).lazy.compactMap { quoted.range(around: features.scalars(of: $0)) }.first
    }
    let passage = features.scalars(of: score.tokens)
    var quotable: Set<RiskCue> = []
    var heard: [DetectedCue] = []
    for (number, cue) in RiskCue.allCases.enumerated() where Double(attribution.whole.cues[number]) >= threshold {
      let confidence = Logistic.sigmoid(Double(attribution.whole.cues[number]))
      let place = place { $0.cues[number] }
      if place != nil { quotable.insert(cue) }
      heard.append(DetectedCue(cue: cue, confidence: confidence, range: place ?? passage))
    }
    heard.sort { $0.confidence == $1.confidence ? $0.cue.rawValue < $1.cue.rawValue : $0.confidence > $1.confidence }
    cues = heard
    guard score.encoderShare > 0 else {
      evidence = []
      return
    }
    let named = heard.filter { !$0.cue.isReassuring && quotable.contains($0.cue) }.prefix(Self.maximumReasons)
    guard !named.isEmpty else {
      let place = place { $0.scam } ?? passage
      evidence = [
        Evidence(
          rule: CueWording.likenessRule, weight: score.encoderShare,
          message: RiskWording.sentence(CueWording.likeness(category)), excerpt: page.excerpt(place), range: place)
      ]
      return
    }
    let sum = named.reduce(0) { $0 + $1.confidence }
    evidence = named.map { item in
      Evidence(
        rule: CueWording.rule(item.cue), weight: score.encoderShare * item.confidence / sum,
        message: RiskWording.sentence(CueWording.message(item.cue)), excerpt: page.excerpt(item.range),
        range: item.range)
    }
  }
}
