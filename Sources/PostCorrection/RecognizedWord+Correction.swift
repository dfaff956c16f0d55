internal import ScanModel

extension RecognizedWord {
  /// The engine's own reading.
  var engineReading: String { rawText ?? text }

  /// The word with another text, keeping the engine's reading.
  func repaired(to text: String) -> RecognizedWord {
    guard text != self.text else { return self }
    var word = self
    word.rawText = engineReading
    word.text = text
    return word
  }

  /// The word split into pieces, with boxes in proportion to their lengths. Each piece keeps the whole raw reading.
  func split(into pieces: [String]) -> [RecognizedWord] {
    let total = pieces.reduce(0) { $0 + $1.unicodeScalars.count }
    guard pieces.count > 1, total > 0 else { return [self] }
    var start = 0
    return pieces.enumerated().map { index, piece in
      let end = start + piece.unicodeScalars.count
      defer { start = end }
      let left = box.x + box.width * start / total
      let right = box.x + box.width * end / total
      let part = PixelRect(x: left, y: box.y, width: max(right - left, 1), height: box.height)
      return RecognizedWord(
        text: piece, rawText: engineReading, confidence: confidence, box: part,
        joinsPrevious: index == 0 && joinsPrevious)
    }
  }
}

extension Array where Element == RecognizedWord {
  /// Several words as one, with the lowest of their confidences.
  func joined(_ range: Range<Int>, as text: String) -> RecognizedWord {
    var word = self[range.lowerBound]
    for other in self[range].dropFirst() {
      word.box = word.box.union(other.box)
      word.confidence = Swift.min(word.confidence, other.confidence)
    }
    let raw = self[range].map(\.engineReading).joined(separator: " ")
    word.rawText = raw == text ? nil : raw
    word.text = text
    return word
  }

  /// The gap between word `index` and the one before it, in heights of letters; negative if they overlap.
  func gap(before index: Int) -> Double {
    let space = self[index].box.x - self[index - 1].box.maxX
    let height = Swift.max(self[index].box.height, self[index - 1].box.height)
    return Double(space) / Double(Swift.max(height, 1))
  }
}

extension Unicode.Scalar {
  var isDigit: Bool { ("0"..."9").contains(self) }
  var isSmall: Bool { ("a"..."z").contains(self) }
  var isCapital: Bool { ("A"..."Z").contains(self) }
  var isLetter: Bool { isSmall || isCapital }
  var isAlphanumeric: Bool { isLetter || isDigit }
}

extension StringProtocol {
  /// Whether there is at least one scalar and all of them pass.
  func consists(of isAllowed: (Unicode.Scalar) -> Bool) -> Bool {
    !isEmpty && unicodeScalars.allSatisfy(isAllowed)
  }

  var firstScalar: Unicode.Scalar? { unicodeScalars.first }
  var lastScalar: Unicode.Scalar? { unicodeScalars.last }
}
