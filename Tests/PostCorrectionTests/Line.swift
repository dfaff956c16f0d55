import ScanModel

@testable import PostCorrection

/// Words as an engine reports them, with boxes: letters are 10 pixels wide, capitals 20 high, and descenders reach 6
/// below the baseline. In the text, a thin space stands for a gap too narrow for a space, an em space for a gap between
/// columns, and "¦" for a bar that reaches below the baseline.
enum Line {
  static func words(_ text: String, confidence: Double = 0.95, x: Int = 0, y: Int = 0) -> [RecognizedWord] {
    var words: [RecognizedWord] = []
    var left = x
    for piece in pieces(text) {
      left += piece.gap
      let width = piece.text.unicodeScalars.count * 10
      let read = String(piece.text.map { $0 == "¦" ? "|" : $0 })
      words.append(
        RecognizedWord(text: read, confidence: confidence, box: box(piece.text, x: left, y: y, width: width)))
      left += width
    }
    return words
  }

  static func line(
    _ text: String, index: Int = 0, block: Int = 0, confidence: Double = 0.95, x: Int = 0, y: Int? = nil
  ) -> RecognizedLine {
    let words = words(text, confidence: confidence, x: x, y: y ?? index * 32)
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return RecognizedLine(index: index, block: block, box: box, words: words)
  }

  /// Lines below one another in one block.
  static func block(_ lines: [String]) -> [RecognizedLine] {
    lines.enumerated().map { line($0.element, index: $0.offset) }
  }

  private static func pieces(_ text: String) -> [(gap: Int, text: String)] {
    var pieces: [(gap: Int, text: String)] = []
    var gap = 0
    var word = ""
    for character in text + " " {
      guard let space = [" ": 8, "\u{2009}": 3, "\u{2003}": 40][character] else {
        word.append(character)
        continue
      }
      if !word.isEmpty { pieces.append((gap, word)) }
      (gap, word) = (space, "")
    }
    return pieces
  }

  private static func box(_ text: String, x: Int, y: Int, width: Int) -> PixelRect {
    let scalars = text.unicodeScalars
    let reachesBelow = scalars.contains { "gjpqyQ,;()|/@_¦".unicodeScalars.contains($0) && $0 != "|" }
    let isHigh = scalars.contains { $0.isCapital || $0.isDigit || "bdfhklt|¦/@".unicodeScalars.contains($0) }
    let top = isHigh ? 0 : 5
    return PixelRect(x: x, y: y + top, width: width, height: (reachesBelow ? 26 : 20) - top)
  }
}

extension [RecognizedWord] {
  var texts: [String] { map(\.text) }
  /// The words joined as one line.
  var text: String { texts.joined(separator: " ") }
}
