/// One word as the OCR engine read it.
package struct RecognizedWord: Sendable, Hashable {
  /// Words read with less confidence are marked, and what rests on them weighs less. The bound of the report's lowest
  /// level of confidence; of the words below it two in five are wrong, of those above one in 140 (docs/accuracy.md).
  package static let certainty = 0.65

  /// The word, without surrounding white space. Never empty.
  package var text: String
  /// What the engine read, where a repair changed it; nil if `text` is what it read.
  package var rawText: String?
  /// How sure the engine is, in 0...1.
  package var confidence: Double
  /// Where the word stands, in pixels of the screenshot.
  package var box: PixelRect
  /// No white space stands between the previous word and this one, which is the rest of it: a link that goes on in the
  /// next line.
  package var joinsPrevious: Bool

  package init(
    text: String, rawText: String? = nil, confidence: Double, box: PixelRect, joinsPrevious: Bool = false
  ) {
    self.text = text
    self.rawText = rawText
    self.confidence = confidence
    self.box = box
    self.joinsPrevious = joinsPrevious
  }

  package var isUncertain: Bool { confidence < Self.certainty }
}

/// One line of text: the unit in which a worker delivers what it reads.
package struct RecognizedLine: Sendable, Hashable {
  /// Place in the reading order of the page, from 0. Lines without text leave gaps.
  package var index: Int
  /// The text block (bubble, paragraph, dialog, column) that the line belongs to, numbered in reading order.
  package var block: Int
  /// Where the line stands, in pixels of the screenshot.
  package var box: PixelRect
  /// The words from left to right.
  package var words: [RecognizedWord]
  /// The language it was read in, as Tesseract names it ("eng"); nil if unknown.
  package var language: String?
  /// What it was read from.
  package var form: RecognitionInput

  package init(
    index: Int, block: Int, box: PixelRect, words: [RecognizedWord], language: String? = nil,
    form: RecognitionInput = .prepared
  ) {
    self.index = index
    self.block = block
    self.box = box
    self.words = words
    self.language = language
    self.form = form
  }

  /// Whether this line goes on to the right of another, in the same row: the next cell of a table, the time after a name.
  package func isBeside(_ other: RecognizedLine) -> Bool {
    let shared = min(box.maxY, other.box.maxY) - max(box.y, other.box.y)
    return box.x >= other.box.maxX && shared * 2 >= min(box.height, other.box.height)
  }

  /// The words joined by single spaces.
  package var text: String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0, !word.joinsPrevious { text += " " }
      text += word.text
    }
    return text
  }
}

/// Everything that was read in one screenshot.
package struct RecognizedText: Sendable, Hashable {
  /// The lines in reading order, none empty.
  package private(set) var lines: [RecognizedLine]
  /// Languages of the engine, as Tesseract names them ("eng").
  package var languages: [String]
  /// True when the deadline ended recognition before the last line.
  package var isPartial: Bool

  /// Puts lines, as they came from one or more workers, into reading order and drops those without words.
  package init(lines: [RecognizedLine], languages: [String], isPartial: Bool) {
    self.lines = lines.filter { !$0.words.isEmpty }.sorted { $0.index < $1.index }
    self.languages = languages
    self.isPartial = isPartial
  }

  package var wordCount: Int { lines.reduce(0) { $0 + $1.words.count } }

  /// What the text was read from, plain if any of it was; nil without text.
  package var form: RecognitionInput? { lines.contains { $0.form == .plain } ? .plain : lines.first?.form }

  /// Mean word confidence weighted by word length in 0...1; nil without words.
  ///
  /// Weighted by length because the one-letter words that icons produce would otherwise drag down a page of
  /// well-read sentences.
  package var meanConfidence: Double? {
    var total = 0.0
    var weights = 0.0
    for word in lines.lazy.flatMap(\.words) {
      let weight = Double(word.text.unicodeScalars.count)
      total += word.confidence * weight
      weights += weight
    }
    return weights > 0 ? total / weights : nil
  }
}
