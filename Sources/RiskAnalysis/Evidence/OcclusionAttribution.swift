internal import ScanModel

/// Finds the words on which an output of the encoder is based: parts of the passage are left out one at a time, and the
/// part without which the output drops most is the most important (occlusion, Zeiler & Fergus 2014, arXiv:1311.2901).
struct OcclusionAttribution {
  /// At most this many forward passes, of about 5 ms each: well below the time that recognition takes.
  static let maximumParts = 8
  /// Tokens. Shorter lines and sentences are joined with the next one.
  private static let minimumPartLength = 4

  struct Part {
    var tokens: Range<Int>
    /// Outputs for the passage without this part.
    var without: ScamClassifier.Outputs
  }

  /// Outputs for the whole passage.
  let whole: ScamClassifier.Outputs
  let parts: [Part]

  /// - Parameters:
  ///   - passage: Tokens, not empty.
  ///   - whole: The encoder's outputs for all of it.
  ///   - input: The encoder's input for the page.
  ///   - classifier: The encoder.
  ///   - shouldStop: Ends the search; the parts tried so far are used.
  init(
    passage: Range<Int>, whole: ScamClassifier.Outputs, input: EncoderInput, classifier: ScamClassifier,
    shouldStop: @escaping @Sendable () -> Bool
  ) {
    self.whole = whole
    let ranges = Self.split(passage, at: input.breaks(in: passage))
    guard ranges.count > 1, !shouldStop() else {
      parts = [Part(tokens: passage, without: whole)]
      return
    }
    let rests = ranges.map { range in
      input.pieces(of: passage.lowerBound..<range.lowerBound)
        + input.pieces(of: range.upperBound..<passage.upperBound)
    }
    parts = zip(ranges, classifier.outputs(ofEach: rests, shouldStop: shouldStop)).map { Part(tokens: $0, without: $1) }
  }

  /// The parts, beginning with the one without which an output drops most; of equal ones the first. Parts without which it
  /// does not drop are left out, unless there is only one.
  func partsByImportance(_ output: (ScamClassifier.Outputs) -> Float) -> [Range<Int>] {
    guard parts.count > 1 else { return parts.map(\.tokens) }
    let whole = output(whole)
    return parts.map { (tokens: $0.tokens, without: output($0.without)) }.filter { $0.without < whole }
      .sorted { $0.without == $1.without ? $0.tokens.lowerBound < $1.tokens.lowerBound : $0.without < $1.without }
      .map(\.tokens)
  }

  /// Splits a passage at line and sentence ends into at most `maximumParts` parts.
  static func split(_ passage: Range<Int>, at breaks: [Int]) -> [Range<Int>] {
    let length = max(minimumPartLength, (passage.count + maximumParts - 1) / maximumParts)
    var parts: [Range<Int>] = []
    var start = passage.lowerBound
    for end in breaks where end - start >= length && end < passage.upperBound {
      parts.append(start..<end)
      start = end
    }
    if passage.upperBound - start < minimumPartLength, let last = parts.popLast() { start = last.lowerBound }
    parts.append(start..<passage.upperBound)
    return parts
  }
}
