import ScanModel
import Testing

@testable import PostCorrection

struct EdgeNoiseTests {
  private func trimmed(_ words: [RecognizedWord]) -> [String] { EdgeNoise.trimmed(words).texts }

  /// A line and, at a distance, a sign of the given size.
  private func with(_ text: String, _ sign: String, gap: Int, size: Int, confidence: Double = 0.9) -> [RecognizedWord] {
    let words = Line.words(text)
    let right = words[words.count - 1].box.maxX
    let box = PixelRect(x: right + gap, y: (20 - size) / 2, width: size, height: size)
    return words + [RecognizedWord(text: sign, confidence: confidence, box: box)]
  }

  @Test(arguments: ["x", "X", "xX", "×"])
  func `the cross that closes a tab is left out`(sign: String) {
    #expect(trimmed(with("Bus timetable", sign, gap: 24, size: 14)) == ["Bus", "timetable"])
  }

  @Test func `a kiss at the end of a message stays`() {
    #expect(trimmed(with("Love you", "x", gap: 8, size: 14)) == ["Love", "you", "x"])
  }

  @Test func `a letter as high as capitals stays`() {
    #expect(trimmed(with("Generation", "X", gap: 24, size: 20)) == ["Generation", "X"])
  }

  @Test func `the lock before an address is left out, a number before a word stays`() {
    var words = Line.words("6\u{2003}https://bank.example/x")
    words[0].confidence = 0.6
    #expect(trimmed(words) == ["https://bank.example/x"])
    words = Line.words("6\u{2003}bananas")
    words[0].confidence = 0.6
    #expect(trimmed(words) == ["6", "bananas"])
  }

  @Test func `symbols that are badly read go, words of one letter stay`() {
    var words = Line.words("» Your parcel j")
    for index in [0, 3] { words[index].confidence = 0.3 }
    #expect(trimmed(words) == ["Your", "parcel"])
    words = Line.words("A pump 3")
    for index in [0, 2] { words[index].confidence = 0.3 }
    #expect(trimmed(words) == ["A", "pump", "3"])
  }
}

struct NoiseFilterTests {
  private func readable(_ lines: [RecognizedLine]) -> [String] { NoiseFilter.readable(lines).map(\.words.text) }

  private static let message = (0..<5).map { Line.line("Words of an ordinary message", index: $0, y: 200 + $0 * 40) }

  private static func glyph(
    _ text: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, confidence: Double = 0.92, index: Int = 90
  ) -> RecognizedLine {
    let box = PixelRect(x: x, y: y, width: width, height: height)
    return RecognizedLine(
      index: index, block: 9, box: box, words: [RecognizedWord(text: text, confidence: confidence, box: box)])
  }

  @Test(arguments: [("x", 0.96), ("Q", 0.93), ("al", 0.76), ("©", 0.9)])
  func `icons alone on a line are left out`(text: String, confidence: Double) {
    #expect(readable([Self.glyph(text, 10, 10, 14, 14, confidence: confidence)]) == [])
  }

  @Test(arguments: [("OK", 0.96), ("7", 0.97), ("£5", 0.9), ("word", 0.6)])
  func `short words that are well read stay`(text: String, confidence: Double) {
    let width = text.count * 11
    #expect(readable([Self.glyph(text, 10, 10, width, 20, confidence: confidence)]) == [text])
  }

  @Test func `emoji sent alone are left out, a large price stays`() {
    let emoji = Self.glyph("OA", 300, 900, 145, 80)
    let price = Self.glyph("£49", 300, 1000, 110, 80)
    #expect(readable(Self.message + [emoji, price]).suffix(1) == ["£49"])
  }

  @Test(arguments: [("DHL", 190, 80), ("https://bank.example", 100, 6)])
  func `a large heading and small print that are well read stay`(text: String, width: Int, height: Int) {
    #expect(readable(Self.message + [Self.glyph(text, 300, 900, width, height, confidence: 0.95)]).last == text)
  }

  @Test(arguments: ["00 00", "0 0"])
  func `zeros are figures, not the buttons of a window`(text: String) {
    #expect(readable(Self.message + [Line.line(text, index: 8, y: 500)]).last == text)
  }

  @Test func `on a page with little text size says nothing`() {
    #expect(readable([Self.glyph("OK", 300, 900, 145, 80, confidence: 0.96)]) == ["OK"])
  }

  @Test func `two letters in the space of one are a sign`() {
    #expect(readable([Self.glyph("xX", 10, 10, 7, 7, confidence: 0.7)]) == [])
    let line = Line.line("Crossword")
    var words = line.words
    words.append(RecognizedWord(text: "xX", confidence: 0.7, box: PixelRect(x: 98, y: 4, width: 14, height: 14)))
    let result = NoiseFilter.readable([RecognizedLine(index: 0, block: 0, box: line.box, words: words)])
    #expect(result.map(\.words.text) == ["Crossword"])
  }

  @Test(arguments: [("il", 7, 20), ("OK", 20, 20), ("xX", 14, 8), ("54", 18, 20)])
  func `other letters may be narrow, and repeated ones may be two`(text: String, width: Int, height: Int) {
    let box = PixelRect(x: 0, y: 0, width: width, height: height)
    #expect(!GlyphShape.isOneGlyph(RecognizedWord(text: text, confidence: 0.8, box: box)))
  }

  @Test func `of a phone's first line the battery stays`() {
    let bar = Line.line("ul > 54%", index: 0, confidence: 0.8, x: 700, y: 4)
    #expect(readable([bar] + Self.message).first == "54%")
    let network = Line.line("all LTE 54%", index: 0, confidence: 0.8, x: 700, y: 4)
    #expect(readable([network] + Self.message).first == "LTE 54%")
    let headline = Line.line("Earn 20% per week", index: 0, confidence: 0.96, x: 20, y: 4)
    #expect(readable([headline] + Self.message).first == "Earn 20% per week")
  }

  @Test func `a percentage further down is a sentence's`() {
    let line = Line.line("up by 54%", index: 7, y: 500)
    #expect(readable(Self.message + [line]).last == "up by 54%")
    #expect(
      readable(Self.message + [Line.line("Sale now 54% off today", index: 8, y: 2)]).last == "Sale now 54% off today")
  }

  @Test func `letters over the columns of a table are headings, scattered ones are icons`() {
    let headings = ["A", "B", "C", "D"].enumerated().map { Self.glyph($1, 100 + $0 * 130, 108, 14, 20, index: $0) }
    #expect(readable(headings) == ["A", "B", "C", "D"])
    let scattered = ["A", "B", "C"].enumerated().map {
      Self.glyph($1, 100 + $0 * 130, 100 + $0 * 90, 14, 20, index: $0)
    }
    #expect(readable(scattered) == [])
    #expect(
      readable(["Q", "A", "X"].enumerated().map { Self.glyph($1, 100 + $0 * 130, 108, 14, 20, index: $0) }) == [])
  }
}

struct TableCellTests {
  /// Number of pieces kept on a page of messages; the pieces are 10 pixels wide and as high as its text.
  private func kept(_ pieces: [(text: String, x: Int, y: Int)], confidence: Double = 0.7) -> Int {
    let text = (0..<5).map { Line.line("Words of an ordinary message", index: $0, y: $0 * 40) }
    let cells = pieces.enumerated().map { number, piece in
      let box = PixelRect(x: piece.x, y: piece.y, width: 10, height: 20)
      return RecognizedLine(
        index: 100 + number, block: 1, box: box,
        words: [RecognizedWord(text: piece.text, confidence: confidence, box: box)])
    }
    return NoiseFilter.readable(text + cells).count - text.count
  }

  private func grid(columns: Int, rows: Int, pitch: Int = 30) -> [(text: String, x: Int, y: Int)] {
    (0..<rows * columns).map { ("E", 500 + $0 % columns * 40, 300 + $0 / columns * pitch) }
  }

  @Test func `letters are cells where there are others beside and below them`() {
    #expect(kept(grid(columns: 5, rows: 5)) == 25)
    #expect(kept(grid(columns: 5, rows: 5), confidence: 0.4) == 0)
  }

  @Test func `letters in a row, in a column, or far from each other are icons`() {
    #expect(kept(grid(columns: 8, rows: 1)) == 0)
    #expect(kept(grid(columns: 1, rows: 8)) == 0)
    #expect(kept(grid(columns: 5, rows: 5, pitch: 200)) == 0)
  }
}
