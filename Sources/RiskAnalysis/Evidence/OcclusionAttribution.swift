internal import ScanModel

/// Finds the words on which an output of the encoder is based: parts of the passage are left out one at a time
/// (occlusion, Zeiler & Fergus 2014, arXiv:1311.2901), and judged alone. The part without which the output drops most, and
/// which says it by itself, is the most important: leaving out finds what the rest needs, too, such as a greeting. Of a part of
/// several sentences, the one that says it most by itself is taken.
struct OcclusionAttribution {
  /// At most twice this many forward passes, of at most 5 ms each, and one more for all sentences: well below the time that
  /// recognition takes.
  static let maximumParts = 8
  /// Tokens. Shorter lines and sentences are joined with the next one.
  private static let minimumPartLength = 4
  /// Log-odds.
  private static let lossOfNarrowing: Float = 2

  struct Part {
    var tokens: Range<Int>
    /// Outputs for the passage without this part.
    var without: ScamClassifier.Outputs
    /// Outputs for this part alone.
    var alone: ScamClassifier.Outputs
    /// Its sentences and lines, each with its outputs alone; empty if it has one only.
    var sentences: [(tokens: Range<Int>, alone: ScamClassifier.Outputs)] = []

    /// The sentence with the highest output, or all of the part if no sentence says by itself what the part says.
    func narrowed(_ output: (ScamClassifier.Outputs) -> Float) -> Range<Int> {
      guard let best = sentences.max(by: { output($0.alone) < output($1.alone) }),
        output(best.alone) >= output(alone) - OcclusionAttribution.lossOfNarrowing
      else { return tokens }
      return best.tokens
    }
  }

  /// Outputs for the whole passage.
  let whole: ScamClassifier.Outputs
  let parts: [Part]

  /// Tries the parts of a passage, which must not be empty. `shouldStop` ends the search; the parts tried so far count.
  init(
    passage: Range<Int>, whole: ScamClassifier.Outputs, encoder: PassageEncoder,
    shouldStop: @escaping @Sendable () -> Bool
  ) {
    self.whole = whole
    let input = encoder.input
    let breaks = input.breaks(in: passage)
    let ranges = Self.split(passage, at: breaks)
    guard ranges.count > 1, !shouldStop() else {
      parts = [Part(tokens: passage, without: whole, alone: whole)]
      return
    }
    let sentences = ranges.map { Self.split($0, at: breaks.filter($0.contains), length: Self.minimumPartLength) }
      .map { $0.count > 1 ? $0 : [] }
    let rests = ranges.map { range in
      input.pieces(of: passage.lowerBound..<range.lowerBound)
        + input.pieces(of: range.upperBound..<passage.upperBound)
    }
    let outputs = encoder.classifier.outputs(
      ofEach: rests + (ranges + sentences.joined()).map(input.pieces), shouldStop: shouldStop)
    // Fewer if there was no time for all.
    let judged = min(ranges.count, max(0, outputs.count - ranges.count))
    var parts = (0..<judged).map { Part(tokens: ranges[$0], without: outputs[$0], alone: outputs[ranges.count + $0]) }
    var rest = outputs.dropFirst(2 * ranges.count)
    for number in parts.indices where rest.count >= sentences[number].count {
      parts[number].sentences = Array(zip(sentences[number], rest))
      rest = rest.dropFirst(sentences[number].count)
    }
    self.parts = parts
  }

  /// The parts, the most important first; of equal ones the first. Parts without which the output does not drop are left out,
  /// unless there is only one.
  func partsByImportance(_ output: (ScamClassifier.Outputs) -> Float) -> [Range<Int>] {
    guard parts.count > 1 else { return parts.map(\.tokens) }
    let whole = output(whole)
    var important: [(tokens: Range<Int>, weight: Float)] = []
    for part in parts {
      let drop = whole - output(part.without)
      if drop > 0 { important.append((part.narrowed(output), drop + output(part.alone))) }
    }
    important.sort { $0.weight == $1.weight ? $0.tokens.lowerBound < $1.tokens.lowerBound : $0.weight > $1.weight }
    return important.map(\.tokens)
  }

  /// Splits a passage at line and sentence ends into at most `maximumParts` parts.
  static func split(_ passage: Range<Int>, at breaks: [Int]) -> [Range<Int>] {
    split(passage, at: breaks, length: max(minimumPartLength, (passage.count + maximumParts - 1) / maximumParts))
  }

  // Only the last part may be shorter than `length`, and as short as `minimumPartLength`.
  private static func split(_ passage: Range<Int>, at breaks: [Int], length: Int) -> [Range<Int>] {
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
