/// The encoder together with its input for one text.
struct PassageEncoder {
  let classifier: ScamClassifier
  let input: EncoderInput

  var fusion: ScoreFusion { classifier.fusion }

  /// The outputs of each passage, or only of the first ones if it was stopped.
  func outputs(
    ofEach passages: [Range<Int>], shouldStop: @escaping @Sendable () -> Bool
  ) -> [ScamClassifier.Outputs] {
    classifier.outputs(ofEach: passages.map(input.pieces), shouldStop: shouldStop)
  }

  /// Finds the parts of a passage on which its outputs are based.
  func attribution(
    in passage: Range<Int>, whole: ScamClassifier.Outputs, shouldStop: @escaping @Sendable () -> Bool
  ) -> OcclusionAttribution {
    OcclusionAttribution(passage: passage, whole: whole, input: input, classifier: classifier, shouldStop: shouldStop)
  }
}
