import Testing

@testable import TextRecognition

struct RupeeSignTests {
  private static let sign = [
    "############", "############", ".....###....", "......###...", "############", "############", "......###...",
    "#########...", "#######.....", "..###.......", "...###......", "....###.....", ".....###....", ".....###....",
    "......###...", ".......###..", "........###.",
  ]
  private static let ring =
    [[String](repeating: "##########", count: 2), [String](repeating: "##......##", count: 13)].flatMap(\.self)
    + [String](repeating: "##########", count: 2)
  private static let seven =
    ["##########", "##########"]
    + (0..<15).map { row in
      String(repeating: ".", count: 8 - row / 2) + "##" + String(repeating: ".", count: row / 2)
    }

  private static let dot = [String](repeating: "..", count: 15) + ["##", "##"]

  /// "R" the sign, "0" a ring, "8" two rings that touch, "7" a seven, "." a dot, "," a ring and a dot that touch, "-" a
  /// dash.
  private func pictures(_ shapes: String) -> [[String]] {
    shapes.map { shape in
      switch shape {
      case "R": Self.sign
      case "0": Self.ring
      case "8": Self.ring.map { $0 + $0 }
      case "7": Self.seven
      case ".": Self.dot
      case ",": zip(Self.ring, Self.dot).map { $0 + $1 }
      default: [String](repeating: "....", count: 9) + ["####"] + [String](repeating: "....", count: 7)
      }
    }
  }

  /// A line of shapes with gaps of two columns.
  private func image(_ shapes: String) -> GreyImage {
    let pictures = pictures(shapes)
    let rows = (0..<17).map { row in ".." + pictures.map { $0[row] + ".." }.joined() }
    let blank = String(repeating: ".", count: rows[0].count)
    let all = [String](repeating: blank, count: 8) + rows + [String](repeating: blank, count: 11)
    return GreyImage(width: blank.count, height: 36, pixels: all.joined().map { $0 == "#" ? 0 : 255 })
  }

  private func restored(_ text: String, _ shapes: String) -> EngineWord {
    let image = image(shapes)
    // Where the characters start that the shapes stand for.
    var (starts, x): ([Int], Int) = ([], 2)
    for (shape, picture) in zip(shapes, pictures(shapes)) {
      starts += shape == "8" || shape == "," ? [x, x + 10] : [x]
      x += picture[0].count + 2
    }
    // The last character read is the last one; the first starts with the word.
    var symbols = zip(text.reversed(), starts.reversed()).map { EngineWord.Symbol(text: String($0), x: $1) }
    symbols += text.dropLast(symbols.count).reversed().map { EngineWord.Symbol(text: String($0), x: 2) }
    symbols[symbols.count - 1].x = 2
    let word = EngineWord(
      text: text, confidence: 0.1, columns: 2..<image.width, rows: 8..<25, symbols: symbols.reversed())
    return RupeeSign.restored([word], in: image)[0]
  }

  @Test(arguments: [
    ("20.00", "R0.00"), ("0.00", "R0.00"), ("%0.00", "R0.00"), ("3%0.00", "R0.00"), ("~80", "R8"),
  ])
  func `the sign is put where it is seen, for what was read instead`(read: String, shapes: String) {
    let word = restored(read, shapes)
    #expect(word.text == (shapes == "R8" ? "₹80" : "₹0.00"))
    #expect(word.confidence >= 0.5)
  }

  @Test(arguments: [
    ("00.00", "R0,00", "₹00.00"), ("200.00", "R0,00", "₹00.00"), ("0", "R0", "₹0"), ("000", "R08", "₹000"),
  ])
  func `no digit goes for the sign, even if others touch`(read: String, shapes: String, right: String) {
    #expect(restored(read, shapes).text == right)
  }

  @Test func `a sign may follow a dash`() {
    #expect(restored("-20.00", "-R0.00").text == "-₹0.00")
  }

  @Test(arguments: [
    // Other shapes, a currency and a letter that were read, what is no amount, and digits that touch behind the sign.
    ("70.00", "70.00"), ("00.00", "00.00"), ("€0.00", "R0.00"), ("F0.00", "R0.00"), ("2x00", "R000"), ("200", "R8"),
  ])
  func `what may be right stays`(read: String, shapes: String) {
    let word = restored(read, shapes)
    #expect(word.text == read)
    #expect(word.confidence == 0.1)
  }
}
