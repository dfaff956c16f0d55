extension RecognizedText {
  // Like small print: all that matters is that lines are close together and blocks are apart.
  private static let letterHeight = 20
  private static let letterWidth = 10
  private static let lineHeight = 30
  private static let blockGap = 40

  /// A typed text with made-up positions, so that codes can be judged with it. Lines with only white space separate
  /// blocks.
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
