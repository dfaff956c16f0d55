extension RecognizedText {
  /// Adds the words of codes to the page, each code's as a line of the nearest block, so that a link in a code is
  /// judged like one in the text.
  /// - Parameter codes: The words and bounds of each code.
  /// - Returns: The page with these words.
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
}

extension PixelRect {
  /// The distance between two rectangles along the axes; 0 if they overlap.
  package func gap(to other: PixelRect) -> Int {
    max(0, max(x, other.x) - min(maxX, other.maxX)) + max(0, max(y, other.y) - min(maxY, other.maxY))
  }

  /// Whether this rectangle contains all of another one.
  package func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }
}
