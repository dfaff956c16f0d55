internal import ScanModel

extension LineRecognition {
  /// The score of a result: the engine's confidence and whether the words exist. Without words to look up, the
  /// confidence stands in for them.
  private var score: Double { confidence + 0.25 * (vocabulary?.share ?? confidence) }

  /// Whether this result should replace another one of the same line.
  ///
  /// In its own language, a sentence is read with a confidence of 0.95 and 97 to 100 % of its letters in known words;
  /// in another language of the same script with 0.89 and 27 to 65 %; in one of another script with 0.1 to 0.5
  /// (docs/decisions/0025-language-per-line.md). Icons and textures, which are read with any confidence in any
  /// language, must not pass for another language.
  /// - Parameters:
  ///   - other: The best result so far.
  ///   - isProven: Whether other lines of the page are in this language.
  ///   - isPreferred: Whether the language comes before the other one in the settings. Decides between look-alikes.
  /// - Returns: True if this result should replace the other one.
  func isBetter(than other: LineRecognition, isProven: Bool, isPreferred: Bool) -> Bool {
    systems[0] == other.systems[0]
      ? isBetterInSameScript(than: other)
      : isBetterInAnotherScript(than: other, isProven: isProven, isPreferred: isPreferred)
  }

  /// The dictionary decides. Links and codes, which are in no dictionary, stay as they are unless they were hardly
  /// readable.
  private func isBetterInSameScript(than other: LineRecognition) -> Bool {
    guard let vocabulary else {
      return other.vocabulary == nil && confidence >= 0.8 && confidence > other.confidence + 0.15
    }
    return vocabulary.share >= other.vocabulary?.share ?? 0 && score > other.score + 0.03
  }

  private func isBetterInAnotherScript(than other: LineRecognition, isProven: Bool, isPreferred: Bool) -> Bool {
    guard isInOwnScript, confidence >= 0.5, confidence >= 0.8 || confidence > other.confidence + 0.15 else {
      return false
    }
    if isProven {
      guard isKnown || confidence >= 0.8 else { return false }
    } else {
      guard isKnown, ownLetters >= 4 || (ownLetters >= 2 && confidence >= 0.9) else { return false }
    }
    let areLookalikes = systems[0].hasLookalikes && other.systems[0].hasLookalikes
    return score > other.score + (areLookalikes && isPreferred ? -0.03 : 0.03)
  }
}
