import CodeContents
import ScanModel

/// A screen with codes that is described instead of drawn. In its text, "[1]" on a separate line stands for the first
/// code. Empty lines separate blocks.
struct CodedScreen {
  struct WrongMark: Error, CustomStringConvertible {
    var description: String { "the text of a screen must have each of its codes once, as \"[1]\" on a line of its own" }
  }

  // As on a phone 1080 pixels wide; only the ratio of distances to letter height matters.
  private static let margin = 40
  private static let letterHeight = 30
  private static let letterWidth = 16
  private static let lineHeight = 44
  private static let blockGap = 60
  private static let codeSide = 420

  let page: TextPage
  let codes: [PageCode]

  /// - Throws: `WrongMark`.
  init(text: String, payloads: [String]) throws {
    var lines: [RecognizedLine] = []
    var boxes: [Int: PixelRect] = [:]
    var block = 0
    var y = Self.margin
    for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = row.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.isEmpty {
        block += 1
        y += Self.blockGap
      } else if words.count == 1, let number = Self.number(words[0]), payloads.indices.contains(number - 1) {
        guard boxes[number - 1] == nil else { throw WrongMark() }
        boxes[number - 1] = PixelRect(x: Self.margin, y: y, width: Self.codeSide, height: Self.codeSide)
        block += 1
        y += Self.codeSide + Self.blockGap
      } else {
        lines.append(Self.line(words, index: lines.count, block: block, y: y))
        y += Self.lineHeight
      }
    }
    codes = try payloads.enumerated().map { number, payload in
      guard let box = boxes[number] else { throw WrongMark() }
      return PageCode(RecognizedCode(kind: .qr, payload: payload, box: box))
    }
    let read = RecognizedText(lines: lines, languages: [], isPartial: false)
    page = TextPage(read.including(codes: codes.map { ($0.content.words, $0.box) }))
  }

  private static func number(_ word: String) -> Int? {
    guard word.hasPrefix("["), word.hasSuffix("]") else { return nil }
    return Int(word.dropFirst().dropLast())
  }

  private static func line(_ words: [String], index: Int, block: Int, y: Int) -> RecognizedLine {
    var x = margin
    let placed = words.map { word in
      let width = letterWidth * word.count
      defer { x += width + letterWidth }
      return RecognizedWord(
        text: word, confidence: 1, box: PixelRect(x: x, y: y, width: width, height: letterHeight))
    }
    return RecognizedLine(
      index: index, block: block,
      box: PixelRect(x: margin, y: y, width: x - letterWidth - margin, height: letterHeight),
      words: placed)
  }
}
