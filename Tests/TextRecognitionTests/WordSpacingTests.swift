import Testing

@testable import TextRecognition

struct WordSpacingTests {
  /// A line whose letters are bars 6 columns wide; "_" between letters is a gap of 2 columns, " " of 8, "." of 5.
  private struct Drawing {
    var image = GreyImage(width: 0, height: 4, pixels: [])
    /// Start column of each letter.
    var starts: [Int] = []

    init(_ pattern: String) {
      var row: [UInt8] = [255, 255]
      for character in pattern {
        switch character {
        case "_": row += [255, 255]
        case ".": row += [UInt8](repeating: 255, count: 5)
        case " ": row += [UInt8](repeating: 255, count: 8)
        default:
          starts.append(row.count)
          row += [UInt8](repeating: 10, count: 6)
        }
      }
      row += [255, 255]
      image = GreyImage(width: row.count, height: 4, pixels: Array(repeating: row, count: 4).flatMap(\.self))
    }
  }

  /// Words as the engine might return them: each ends where the next begins, and begins `off` columns before its ink.
  private func words(_ texts: [String], _ drawing: Drawing, off: [Int] = []) -> [EngineWord] {
    var next = 0
    var words: [EngineWord] = []
    for (number, text) in texts.enumerated() {
      let symbols = text.map { character in
        defer { next += 1 }
        return EngineWord.Symbol(text: String(character), x: drawing.starts[next])
      }
      let start = symbols[0].x - (number < off.count ? off[number] : 0)
      let end = next < drawing.starts.count ? drawing.starts[next] + 3 : drawing.image.width
      words.append(EngineWord(text: text, confidence: 0.9, columns: start..<end, rows: 0..<4, symbols: symbols))
    }
    return words
  }

  @Test func `words end where their ink ends`() {
    let drawing = Drawing("a_b c_d")
    let placed = WordSpacing.placed(words(["ab", "cd"], drawing), in: drawing.image)
    #expect(placed.map(\.columns) == [2..<16, 24..<38])
  }

  @Test func `a word that is said to begin in the word before it begins behind the space all the same`() {
    let drawing = Drawing("a_b_c d_e f_g")
    let placed = WordSpacing.placed(words(["abc", "de", "fg"], drawing, off: [0, 12, 12]), in: drawing.image)
    #expect(placed.map(\.text) == ["abc", "de", "fg"])
    #expect(placed.map(\.columns.lowerBound) == [drawing.starts[0], drawing.starts[3], drawing.starts[5]])
  }

  @Test func `a space that was overlooked is seen`() {
    let drawing = Drawing("a_b c d_e_f g_h")
    let placed = WordSpacing.placed(words(["ab", "cdef", "gh"], drawing), in: drawing.image)
    #expect(placed.map(\.text) == ["ab", "c", "def", "gh"])
    #expect(placed[1].columns == drawing.starts[2]..<drawing.starts[2] + 6)
    #expect(placed[2].columns.lowerBound == drawing.starts[3])
  }

  @Test(arguments: [
    // No other gap shows how wide a space is.
    ("a_b c_d", ["abcd"]),
    // Wider than between letters, but narrower than a space.
    ("a_b c.d_e f_g", ["ab", "cde", "fg"]),
    // Widely spaced letters, as in a monospaced font.
    ("a.b c.d e.f.g", ["ab", "cd", "efg"]),
  ])
  func `other gaps are none`(pattern: String, texts: [String]) {
    let drawing = Drawing(pattern)
    #expect(WordSpacing.placed(words(texts, drawing), in: drawing.image).map(\.text) == texts)
  }

  @Test(arguments: [
    ["ab", "a/cd", "ef"], ["ab", "a.cd", "ef"], ["ab", "1,50", "ef"], ["ab", "1150", "ef"],
  ])
  func `links and numbers are not cut`(texts: [String]) {
    let drawing = Drawing("a_b c_d e_f g_h")
    #expect(WordSpacing.placed(words(texts, drawing), in: drawing.image).map(\.text) == texts)
  }

  @Test func `a word whose symbols are not known stays whole`() {
    let drawing = Drawing("a_b c d_e_f g_h")
    var given = words(["ab", "cdef", "gh"], drawing)
    given[1].symbols = []
    #expect(WordSpacing.placed(given, in: drawing.image).map(\.text) == ["ab", "cdef", "gh"])
  }

  @Test func `no words, no ink, more words than gaps: nothing is lost`() {
    let empty = GreyImage(width: 20, height: 4, pixels: [UInt8](repeating: 255, count: 80))
    #expect(WordSpacing.placed([], in: empty).isEmpty)
    let drawing = Drawing("a_b")
    let given = words(["a", "b"], drawing)
    #expect(WordSpacing.placed(given, in: empty).map(\.text) == ["a", "b"])
    let black = GreyImage(width: 20, height: 4, pixels: [UInt8](repeating: 0, count: 80))
    #expect(WordSpacing.placed(given, in: black).map(\.columns) == given.map(\.columns))
  }
}
