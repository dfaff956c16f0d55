internal import ScanModel

/// Joins Chinese and Japanese text, which has no spaces but comes from the engine in pieces of one or a few characters.
enum UnspacedText {
  /// Joins adjacent pieces, whatever their distance: the engine's boxes of them are off by a character or more. The
  /// engine's space before and after Latin letters and digits is kept: it delimits links, amounts and codes.
  static func joined(_ words: [RecognizedWord]) -> [RecognizedWord] {
    var result: [RecognizedWord] = []
    for word in words {
      if let last = result.last, runOn(last, word) {
        result[result.count - 1] = merged(last, word)
      } else {
        result.append(word)
      }
    }
    return result
  }

  private static func runOn(_ left: RecognizedWord, _ right: RecognizedWord) -> Bool {
    guard let end = left.text.unicodeScalars.last, let start = right.text.unicodeScalars.first else { return false }
    if isUnspaced(end) { return isUnspaced(start) || isMark(right.text, of: "!?,.;:)]}") }
    return isUnspaced(start) && isMark(left.text, of: "([{")
  }

  /// Full-width letters and marks (CJK Symbols and Punctuation; Halfwidth and Fullwidth Forms).
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch WritingSystem(of: scalar) {
    case .han, .kana: true
    case nil: (0x3000...0x303F).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
    default: false
    }
  }

  private static func isMark(_ text: String, of marks: String) -> Bool {
    text.unicodeScalars.allSatisfy { marks.unicodeScalars.contains($0) }
  }

  private static func merged(_ left: RecognizedWord, _ right: RecognizedWord) -> RecognizedWord {
    let (one, two) = (Double(left.text.unicodeScalars.count), Double(right.text.unicodeScalars.count))
    return RecognizedWord(
      text: left.text + right.text, confidence: (left.confidence * one + right.confidence * two) / (one + two),
      box: left.box.union(right.box))
  }
}
