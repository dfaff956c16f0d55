/// One word as the OCR engine read it.
package struct RecognizedWord: Sendable, Hashable {
  /// Words below this confidence are flagged, and conclusions from them weigh less. Also the lower bound of the
  /// report's medium confidence. Two in five words below it are wrong, one in 140 above (docs/accuracy.md).
  package static let certainty = 0.65

  /// The word, without surrounding white space. Never empty.
  package var text: String
  /// What the engine read, if a correction changed it; nil otherwise.
  package var rawText: String?
  /// Confidence of the engine in 0...1.
  package var confidence: Double
  /// Bounds in pixels of the screenshot.
  package var box: PixelRect
  /// Whether this word continues the previous one without white space, like a link that wraps to the next line.
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

/// One line of text, the unit in which a worker reports.
package struct RecognizedLine: Sendable, Hashable {
  /// Position in the reading order of the page, from 0. Lines without text leave gaps.
  package var index: Int
  /// The text block of the line (bubble, paragraph, dialog, column), numbered in reading order.
  package var block: Int
  /// Bounds in pixels of the screenshot.
  package var box: PixelRect
  /// The words from left to right.
  package var words: [RecognizedWord]
  /// Language the line was read in, as Tesseract names it ("eng"); nil if unknown.
  package var language: String?
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

  /// The words joined by single spaces.
  package var text: String {
    words.reduce(into: "") { text, word in
      if !text.isEmpty, !word.joinsPrevious { text += " " }
      text += word.text
    }
  }
}

package struct RecognizedText: Sendable, Hashable {
  /// The lines in reading order, none empty.
  package internal(set) var lines: [RecognizedLine]
  /// Languages of the engine as Tesseract names them ("eng").
  package var languages: [String]
  /// Whether the deadline ended recognition before the last line.
  package var isPartial: Bool

  /// Sorts lines from one or more workers into reading order and drops those without words.
  package init(lines: [RecognizedLine], languages: [String], isPartial: Bool) {
    self.lines = lines.filter { !$0.words.isEmpty }.sorted { $0.index < $1.index }
    self.languages = languages
    self.isPartial = isPartial
  }

  package var wordCount: Int { lines.reduce(0) { $0 + $1.words.count } }

  /// What the text was read from: plain if any line was; nil without text.
  package var form: RecognitionInput? { lines.contains { $0.form == .plain } ? .plain : lines.first?.form }

  /// Mean word confidence in 0...1, weighted by length, because icons are read as one-letter words; nil without any.
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

  /// Adds the words of codes to the page, each code's as a line of the nearest block, to be judged like the text.
  package func including(codes: [(words: [String], box: PixelRect)]) -> RecognizedText {
    var places: [Int: [RecognizedLine]] = [:]
    for code in codes where !code.words.isEmpty {
      let near = lines.indices.min { lines[$0].box.gap(to: code.box) < lines[$1].box.gap(to: code.box) }
      // As high as the nearest line: letters of another size would not belong to the same message.
      var box = code.box
      if let near { box.height = min(box.height, lines[near].box.height) }
      let words = code.words.map { RecognizedWord(text: $0, confidence: 1, box: box) }
      let line = RecognizedLine(
        index: near.map { lines[$0].index } ?? 0, block: near.map { lines[$0].block } ?? 0, box: box, words: words)
      places[near ?? -1, default: []].append(line)
    }
    if places.isEmpty { return self }
    var text = self
    text.lines = lines.isEmpty ? places[-1] ?? [] : lines.indices.flatMap { [lines[$0]] + (places[$0] ?? []) }
    return text
  }

  // Like small print: all that matters is that lines are close together and blocks are apart.
  private static let letterHeight = 20
  private static let letterWidth = 10
  private static let lineHeight = 30
  private static let blockGap = 40

  /// A typed text with made-up positions, to be judged with codes. Lines with only white space separate blocks.
  package init(typed text: String) {
    var lines: [RecognizedLine] = []
    var block = 0
    var y = 0
    for row in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let words = row.split(whereSeparator: \.isWhitespace)
      if words.isEmpty {
        block += 1
        y += Self.blockGap
        continue
      }
      var x = 0
      let placed = words.map { word in
        let width = Self.letterWidth * word.count
        defer { x += width + Self.letterWidth }
        let box = PixelRect(x: x, y: y, width: width, height: Self.letterHeight)
        return RecognizedWord(text: String(word), confidence: 1, box: box)
      }
      lines.append(
        RecognizedLine(
          index: lines.count, block: block, box: PixelRect(x: 0, y: y, width: x, height: Self.letterHeight),
          words: placed))
      y += Self.lineHeight
    }
    self.init(lines: lines, languages: [], isPartial: false)
  }

  /// The row below everything else.
  package var endOfPage: Int { lines.map(\.box.maxY).max() ?? 0 }
}
