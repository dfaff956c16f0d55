import ScanModel
import Testing

struct TextPageTests {
  private static func word(_ text: String, _ x: Int, _ y: Int) -> RecognizedWord {
    RecognizedWord(text: text, confidence: 0.9, box: PixelRect(x: x, y: y, width: 10, height: 8))
  }

  private static func line(_ index: Int, block: Int, _ words: [RecognizedWord]) -> RecognizedLine {
    RecognizedLine(index: index, block: block, box: PixelRect(x: 0, y: index * 10, width: 100, height: 8), words: words)
  }

  private static let page = TextPage(
    RecognizedText(
      lines: [
        line(2, block: 1, [word("drei", 0, 20)]),
        line(0, block: 0, [word("é𝔸", 0, 0), word("zwei", 20, 0)]),
        line(1, block: 0, [word("mehr", 0, 10)]), line(3, block: 1, []),
      ], languages: ["eng"], isPartial: false))

  @Test func `lines come in reading order, blocks are set apart, empty lines are left out`() {
    #expect(Self.page.text == "é𝔸 zwei\nmehr\n\ndrei")
    #expect(Self.page.blocks.map { Self.page.excerpt($0) } == ["é𝔸 zwei\nmehr", "drei"])
  }

  @Test func `offsets count scalars, and words know their place`() {
    #expect(Self.page.words.map { Self.page.excerpt($0.range) } == ["é𝔸", "zwei", "mehr", "drei"])
  }

  @Test func `lines beside each other are one line of text`() {
    func line(_ index: Int, _ text: String, _ x: Int, _ y: Int) -> RecognizedLine {
      let box = PixelRect(x: x, y: y, width: 40, height: 10)
      return RecognizedLine(
        index: index, block: 0, box: box, words: [RecognizedWord(text: text, confidence: 0.9, box: box)])
    }
    let page = TextPage(
      RecognizedText(
        lines: [line(0, "Shoes", 0, 0), line(1, "£40", 200, 1), line(2, "Hat", 0, 20), line(3, "£9", 200, 21)],
        languages: ["eng"], isPartial: false))
    #expect(page.text == "Shoes £40\nHat £9")
    #expect(page.boxes(in: 0..<9).count == 2)
  }

  @Test func `a word that goes on in the next line is written in one piece, with a box in each line`() {
    var second = Self.line(1, block: 0, [Self.word("/pay", 0, 10), Self.word("now", 20, 10)])
    second.words[0].joinsPrevious = true
    let page = TextPage(
      RecognizedText(
        lines: [Self.line(0, block: 0, [Self.word("at", 0, 0), Self.word("a.example", 20, 0)]), second],
        languages: ["eng"], isPartial: false))
    #expect(page.text == "at a.example/pay\nnow")
    #expect(page.words.map { page.excerpt($0.range) } == ["at", "a.example", "/pay", "now"])
    #expect(page.boxes(in: 3..<16).count == 2)
  }

  @Test func `the rest of a word at the beginning of a block stands alone`() {
    var second = Self.line(1, block: 1, [Self.word("/pay", 0, 10)])
    second.words[0].joinsPrevious = true
    let page = TextPage(
      RecognizedText(lines: [Self.line(0, block: 0, [Self.word("a", 0, 0)]), second], languages: [], isPartial: false))
    #expect(page.text == "a\n\n/pay")
  }

  @Test func `a range has one box a line`() {
    #expect(
      Self.page.boxes(in: 0..<9) == [
        PixelRect(x: 0, y: 0, width: 30, height: 8), PixelRect(x: 0, y: 10, width: 10, height: 8),
      ])
    #expect(Self.page.boxes(in: 3..<4) == [PixelRect(x: 20, y: 0, width: 10, height: 8)])
    #expect(Self.page.boxes(in: 2..<3).isEmpty)
  }

  @Test(arguments: [
    ("one\ntwo\n\nthree", ["one\ntwo", "three"]), ("\n \n  a\n\t\n\nb\n", ["  a", "b"]), ("", []), (" \n", []),
    ("no end", ["no end"]),
  ])
  func `plain text is cut at lines of white space`(text: String, blocks: [String]) {
    let page = TextPage(plainText: text)
    #expect(page.text == text)
    #expect(page.blocks.map { page.excerpt($0) } == blocks)
    #expect(page.boxes(in: 0..<100).isEmpty)
  }

  @Test func `an excerpt beyond the text is cut`() {
    #expect(TextPage(plainText: "abc").excerpt(1..<2) == "b")
    #expect(TextPage(plainText: "abc").excerpt(5..<9) == "")
  }
}
