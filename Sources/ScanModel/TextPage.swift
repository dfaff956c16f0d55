/// The text of a screenshot or a plain text for risk analysis: a string and its blocks. All offsets count Unicode
/// scalars of `text` from 0, half-open: unlike characters, they do not shift when grapheme-breaking rules change.
package struct TextPage: Sendable, Hashable {
  /// A word of a screenshot and its place in `text` and in the image.
  package struct WordSpan: Sendable, Hashable {
    /// Scalar offsets in `TextPage.text`.
    package var range: Range<Int>
    /// The line of the word, counted over the page.
    package var line: Int
    /// In 0...1.
    package var confidence: Double
    package var box: PixelRect
    /// What the engine read, if a correction changed it; nil otherwise.
    package var rawText: String?

    package var isUncertain: Bool { confidence < RecognizedWord.certainty }
  }

  /// Lines are separated by "\n", blocks by an empty line, and lines side by side, as in a table, by a space. A word
  /// that continues on the next line is written in one piece, and the line ends after it.
  package let text: String
  /// Scalar ranges of the blocks in `text`, in reading order, none empty.
  package let blocks: [Range<Int>]
  /// The words with boxes and confidences; empty for plain text.
  package let words: [WordSpan]

  /// The page of a recognized screenshot. `joinsLines` is true to write a word that continues on the next line in one
  /// piece, for judging; false to keep the line breaks of the screenshot, for display.
  package init(_ recognized: RecognizedText, joinsLines: Bool = true) {
    var text = ""
    var offset = 0
    var blocks: [Range<Int>] = []
    var words: [WordSpan] = []
    var currentBlock: Int?
    var blockStart = 0
    /// Separator before the next word.
    var gap = ""
    for (lineNumber, line) in recognized.lines.enumerated() {
      if let block = currentBlock, block != line.block {
        blocks.append(blockStart..<offset)
        text += "\n\n"
        offset += 2
        blockStart = offset
        gap = ""
      } else if currentBlock != nil {
        gap = line.box.isBeside(recognized.lines[lineNumber - 1].box) ? " " : "\n"
      }
      currentBlock = line.block
      for word in line.words {
        // The rest of a word is appended to its first part; the line break between them moves after it.
        let joins = word.joinsPrevious && offset > blockStart && (joinsLines || gap != "\n")
        if !joins {
          text += gap
          offset += gap.unicodeScalars.count
          gap = " "
        }
        let start = offset
        text += word.text
        offset += word.text.unicodeScalars.count
        words.append(
          WordSpan(
            range: start..<offset, line: lineNumber, confidence: word.confidence, box: word.box, rawText: word.rawText))
      }
    }
    if offset > blockStart { blocks.append(blockStart..<offset) }
    self.text = text
    self.blocks = blocks
    self.words = words
  }

  /// The page of a plain text. Lines with only white space separate blocks.
  package init(plainText: String) {
    var blocks: [Range<Int>] = []
    var blockStart: Int?
    var blockEnd = 0
    var lineStart = 0
    for line in plainText.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let lineEnd = lineStart + line.count
      if !line.allSatisfy(\.properties.isWhitespace) {
        blockStart = blockStart ?? lineStart
        blockEnd = lineEnd
      } else if let start = blockStart {
        blocks.append(start..<blockEnd)
        blockStart = nil
      }
      lineStart = lineEnd + 1
    }
    if let start = blockStart { blocks.append(start..<blockEnd) }
    self.text = plainText
    self.blocks = blocks
    self.words = []
  }

  /// The boxes, one for each line, of the words that overlap `range`; empty for plain text.
  package func boxes(in range: Range<Int>) -> [PixelRect] {
    // Ranges ascend, so the first word is looked up: a page may have as many reasons as it has words.
    let first = words.partitioningIndex { $0.range.upperBound > range.lowerBound }
    let near = words[first...].prefix { $0.range.lowerBound < range.upperBound }
    return Self.lines(of: near.filter { $0.range.overlaps(range) }).map(\.box)
  }

  /// The boxes of the lines on which some words are, and how many of them.
  package static func lines(of words: [WordSpan]) -> [(box: PixelRect, words: Int)] {
    var lines: [(box: PixelRect, words: Int)] = []
    var number: Int?
    for word in words {
      if number == word.line {
        lines[lines.count - 1].box = lines[lines.count - 1].box.union(word.box)
        lines[lines.count - 1].words += 1
      } else {
        lines.append((word.box, 1))
      }
      number = word.line
    }
    return lines
  }

  /// The text in a scalar range, clamped to the page.
  package func excerpt(_ range: Range<Int>) -> String {
    let scalars = text.unicodeScalars
    func index(_ offset: Int, from start: String.Index) -> String.Index? {
      scalars.index(start, offsetBy: max(0, offset), limitedBy: scalars.endIndex)
    }
    guard let lower = index(range.lowerBound, from: scalars.startIndex), let upper = index(range.count, from: lower)
    else { return "" }
    return String(scalars[lower..<upper])
  }
}
