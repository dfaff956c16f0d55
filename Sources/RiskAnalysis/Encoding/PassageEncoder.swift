/// The encoder together with its input for one text.
struct PassageEncoder {
  let classifier: ScamClassifier
  let input: EncoderInput

  var fusion: ScoreFusion { classifier.fusion }

  /// The outputs of each passage; those of the first ones only if it stopped.
  func outputs(
    ofEach passages: [Range<Int>], shouldStop: @escaping @Sendable () -> Bool
  ) -> [ScamClassifier.Outputs] {
    classifier.outputs(ofEach: passages.map(input.pieces), shouldStop: shouldStop)
  }

  /// Which parts of a passage its outputs rest on.
  func attribution(
    in passage: Range<Int>, whole: ScamClassifier.Outputs, shouldStop: @escaping @Sendable () -> Bool
  ) -> OcclusionAttribution {
    OcclusionAttribution(passage: passage, whole: whole, input: input, classifier: classifier, shouldStop: shouldStop)
  }
}
