internal import ScanModel

/// Which words made the encoder say what it says: parts of the passage are left out one at a time, and what falls most
/// without a part rests on it (occlusion, Zeiler & Fergus 2014, arXiv:1311.2901).
struct LeaveOneOut {
  /// Forward passes for one verdict at most: at about 5 ms each this stays well below what reading the picture takes.
  static let maximumParts = 8
  /// Tokens; shorter lines and sentences are taken together with the next.
  private static let fewestTokens = 4

  /// A part and what the encoder says of the passage without it.
  struct Part {
    var tokens: Range<Int>
    var without: ScamClassifier.Outputs
  }

  let whole: ScamClassifier.Outputs
  let parts: [Part]

  /// - Parameters:
  ///   - passage: Tokens, not empty.
  ///   - whole: What the encoder says of all of it.
  ///   - input: What the encoder reads of the page.
  ///   - classifier: The encoder.
  ///   - shouldStop: Whether to be content with the parts so far.
  init(
    passage: Range<Int>, whole: ScamClassifier.Outputs, input: EncoderInput, classifier: ScamClassifier,
    shouldStop: () -> Bool
  ) {
    self.whole = whole
    var parts: [Part] = []
    let ranges = Self.split(passage, at: input.breaks(in: passage))
    for range in ranges where ranges.count > 1 && !shouldStop() {
      let rest =
        input.pieces(of: passage.lowerBound..<range.lowerBound)
        + input.pieces(of: range.upperBound..<passage.upperBound)
      parts.append(Part(tokens: range, without: classifier.outputs(of: rest)))
    }
    self.parts = parts.isEmpty ? [Part(tokens: passage, without: whole)] : parts
  }

  /// The part without which a value falls most; the first of equal ones.
  func place(of value: (ScamClassifier.Outputs) -> Float) -> Range<Int> {
    parts.min { value($0.without) < value($1.without) }?.tokens ?? 0..<0
  }

  /// Cuts a passage at line ends and ends of sentences into parts of some length, at most `maximumParts`.
  static func split(_ passage: Range<Int>, at breaks: [Int]) -> [Range<Int>] {
    let length = max(fewestTokens, (passage.count + maximumParts - 1) / maximumParts)
    var parts: [Range<Int>] = []
    var start = passage.lowerBound
    for end in breaks where end - start >= length && end < passage.upperBound {
      parts.append(start..<end)
      start = end
    }
    if passage.upperBound - start < fewestTokens, let last = parts.popLast() { start = last.lowerBound }
    parts.append(start..<passage.upperBound)
    return parts
  }
}
