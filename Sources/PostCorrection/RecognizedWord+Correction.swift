internal import ScanModel

extension RecognizedWord {
  var engineReading: String { rawText ?? text }
  /// Number of scalars.
  var length: Int { text.unicodeScalars.count }

  /// The word with another text, keeping the engine's reading.
  func repaired(to text: String) -> RecognizedWord {
    guard text != self.text else { return self }
    var word = self
    word.rawText = engineReading
    word.text = text
    return word
  }

  /// The gap to the next word, in heights of letters; negative if they overlap.
  func gap(to next: RecognizedWord) -> Double {
    Double(next.box.x - box.maxX) / Double(max(box.height, next.box.height, 1))
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
  /// The closure gets an index and says what stands for the words from there up to `end`, or nil if the word stays.
  func replacingRuns(_ replacement: (Int) -> (words: [RecognizedWord], end: Int)?) -> [RecognizedWord] {
    var result: [RecognizedWord] = []
    var index = 0
    while index < count {
      if let (words, end) = replacement(index) {
        result += words
        index = end
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }

  /// The words, each joined with what stands before it if the two have a text together.
  func joiningNeighbors(_ joined: (RecognizedWord, RecognizedWord) -> String?) -> [RecognizedWord] {
    var result: [RecognizedWord] = []
    for word in self {
      if let last = result.last, let text = joined(last, word) {
        result[result.count - 1] = [last, word].joined(0..<2, as: text)
      } else {
        result.append(word)
      }
    }
    return result
  }

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

  /// The gap between word `index` and the one before it, in heights of letters.
  func gap(before index: Int) -> Double { self[index - 1].gap(to: self[index]) }
}

extension Unicode.Scalar {
  var isDigit: Bool { ("0"..."9").contains(self) }
  var isSmall: Bool { ("a"..."z").contains(self) }
  var isCapital: Bool { ("A"..."Z").contains(self) }
  var isLetter: Bool { isSmall || isCapital }
  var isAlphanumeric: Bool { isLetter || isDigit }
  func isOne(of scalars: String) -> Bool { scalars.unicodeScalars.contains(self) }
}

extension StringProtocol {
  /// Whether there is at least one scalar and all of them pass.
  func consists(of isAllowed: (Unicode.Scalar) -> Bool) -> Bool { !isEmpty && unicodeScalars.allSatisfy(isAllowed) }

  func withoutFinal(_ marks: String) -> SubSequence {
    lastIndex { !marks.contains($0) }.map { self[...$0] } ?? prefix(0)
  }

  var hasDigit: Bool { unicodeScalars.contains(where: \.isDigit) }
  var hasLetter: Bool { unicodeScalars.contains(where: \.isLetter) }
  var firstScalar: Unicode.Scalar? { unicodeScalars.first }
  var lastScalar: Unicode.Scalar? { unicodeScalars.last }
}

/// In heights of letters. Spaces between words are 0.3 to 0.6; columns and buttons are farther apart.
enum WordGap {
  static let largest = 0.8
  /// Too narrow for a space between words.
  static let tight = 0.28
}

/// Baseline and height of a line's letters, measured from the boxes of its words.
struct LineMeasures {
  /// The row under the letters.
  let baseline: Int
  /// The first row of capitals, digits and ascenders.
  let top: Int

  private static let descending = Set("gjpqyQJ,;()[]{}|/\\$@_ç§".unicodeScalars)
  private static let ascending = Set("bdfhklß".unicodeScalars)

  /// Nil if too few words show where the letters are.
  init?(_ words: some Sequence<RecognizedWord>) {
    var bottoms: [Int] = []
    var tops: [Int] = []
    for word in words where word.text.unicodeScalars.contains(where: \.isAlphanumeric) {
      let scalars = word.text.unicodeScalars
      if !scalars.contains(where: Self.descending.contains) { bottoms.append(word.box.maxY) }
      if scalars.contains(where: { $0.isCapital || $0.isDigit || Self.ascending.contains($0) }) {
        tops.append(word.box.y)
      }
    }
    guard !bottoms.isEmpty, !tops.isEmpty else { return nil }
    baseline = bottoms.sorted()[bottoms.count / 2]
    top = tops.sorted()[tops.count / 2]
    // With smaller letters, a single pixel would decide.
    guard baseline - top >= 6 else { return nil }
  }

  /// Whether a box stands on the baseline and is as high as capitals, like an "I". A bar reaches below the baseline: by
  /// 0.18 to 0.3 heights of capitals on the test images, while an "I" stays within 0.05.
  func isCapital(_ box: PixelRect) -> Bool {
    let slack = Double(baseline - top) * 0.12
    return Double(abs(box.maxY - baseline)) <= slack && Double(abs(box.y - top)) <= slack
  }
}
