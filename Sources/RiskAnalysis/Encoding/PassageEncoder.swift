/// The encoder, and what it reads of one text.
struct PassageEncoder {
  let classifier: ScamClassifier
  let input: EncoderInput

  var combination: Combination { classifier.combination }

  func outputs(of tokens: Range<Int>) -> ScamClassifier.Outputs { classifier.outputs(of: input.pieces(of: tokens)) }

  /// Why the encoder says what it says of a passage.
  func leaveOneOut(_ passage: Range<Int>, whole: ScamClassifier.Outputs, shouldStop: () -> Bool) -> LeaveOneOut {
    LeaveOneOut(passage: passage, whole: whole, input: input, classifier: classifier, shouldStop: shouldStop)
  }
}
