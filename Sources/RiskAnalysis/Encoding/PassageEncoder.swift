/// The encoder together with its input for one text.
struct PassageEncoder {
  let classifier: ScamClassifier
  let input: EncoderInput

  var fusion: ScoreFusion { classifier.fusion }

  func outputs(of tokens: Range<Int>) -> ScamClassifier.Outputs { classifier.outputs(of: input.pieces(of: tokens)) }

  /// Which parts of a passage its outputs rest on.
  func attribution(
    in passage: Range<Int>, whole: ScamClassifier.Outputs, shouldStop: () -> Bool
  ) -> OcclusionAttribution {
    OcclusionAttribution(passage: passage, whole: whole, input: input, classifier: classifier, shouldStop: shouldStop)
  }
}
