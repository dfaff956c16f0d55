internal import ScanModel

/// Drops lines and words that are not text: icons, the crosses that close tabs, signal bars, ticks, images read as
/// letters. Confidence, boxes and the page decide, never a list of "good" words.
enum NoiseFilter {
  /// `goesOn` is asked before each line; when it says no, the rest stays as it was read.
  static func readable(_ lines: [RecognizedLine], while goesOn: () -> Bool = { true }) -> [RecognizedLine] {
    let page = PageMeasures(lines)
    let grid = GridLines(lines)
    let kept = ColumnHeadings.indices(in: lines).union(TableCells.indices(in: lines, page))
    return lines.compactMap { line in
      guard goesOn() else { return line }
      if kept.contains(line.index) { return line }
      var rest = line
      if StatusBar.isStatusBar(line, page) {
        rest.words = StatusBar.readable(line.words)
        return rest.words.isEmpty ? nil : rest
      }
      guard TextPlausibility.isText(line.words) else { return nil }
      rest.words = EdgeNoise.trimmed(grid.removed(from: line.words))
      rest.words.removeAll { GlyphShape.isOneGlyph($0) || GlyphShape.isSpeck($0, page) }
      // What remains may be too little to be credible.
      if rest.words.count < line.words.count, !TextPlausibility.isText(rest.words) { return nil }
      return rest.words.isEmpty || GlyphShape.isPicture(rest.words, page) ? nil : rest
    }
  }
}

struct PageMeasures {
  /// Height in pixels of the boxes of most words; 0 on a page with few words.
  let letterHeight: Int
  /// Bottom of the last line in pixels.
  let bottom: Int

  /// Fewer words do not show what is typical.
  private static let fewest = 12

  init(_ lines: [RecognizedLine]) {
    var heights: [Int] = []
    for line in lines where TextPlausibility.isText(line.words) {
      heights += line.words.lazy.filter { $0.text.unicodeScalars.count >= 3 }.map(\.box.height)
    }
    letterHeight = heights.count < Self.fewest ? 0 : heights.sorted()[heights.count / 2]
    bottom = lines.map(\.box.maxY).max() ?? 0
  }
}

/// The right half of a phone's status bar, of which only text such as "LTE" and "54%" is kept.
enum StatusBar {
  private static let signs: Set<String> = ["LTE", "5G", "4G", "3G", "2G", "H+", "VPN", "AM", "PM", "KB/s", "NFC"]

  /// In the top twentieth of the page, only short words: all like signal bars, or one of them a percentage and no other
  /// a word. "Earn 20% per week" is a headline.
  static func isStatusBar(_ line: RecognizedLine, _ page: PageMeasures) -> Bool {
    guard line.box.y * 20 < page.bottom, line.words.count <= 6 else { return false }
    guard line.words.allSatisfy({ $0.text.unicodeScalars.count <= 4 }) else { return false }
    // Bars of growing height, read as letters without descenders: "ul", "al", "all", "nil".
    let areBars = line.words.allSatisfy { word in
      word.confidence < 0.93 && word.text.unicodeScalars.allSatisfy { $0.isOne(of: "auimnl|!.4>=") }
    }
    if areBars { return true }
    return line.words.contains { isPercentage($0.text) }
      && line.words.allSatisfy { $0.confidence < 0.9 || signs.contains($0.text) || !$0.text.hasLetter }
  }

  static func readable(_ words: [RecognizedWord]) -> [RecognizedWord] {
    words.filter { word in
      signs.contains(word.text) || isPercentage(word.text)
        || word.text.unicodeScalars.count(where: \.isDigit) >= 2 && !word.text.hasLetter
    }
  }

  private static func isPercentage(_ word: String) -> Bool {
    word.hasSuffix("%") && word.dropLast().consists(of: \.isDigit) && word.utf8.count <= 4
  }
}

/// Recognizes words whose boxes do not fit their letters.
enum GlyphShape {
  /// One glyph read twice, in both cases, in the space of one: "xX" for the cross that closes a window, "oOo" for a
  /// ring. These letters are at least 0.6 times as wide as they are high.
  static func isOneGlyph(_ word: RecognizedWord) -> Bool {
    let letters = Array(word.text.unicodeScalars)
    guard (2...3).contains(letters.count), letters[0].isLetter else { return false }
    let isRepeated = letters.allSatisfy { $0.value | 0x20 == letters[0].value | 0x20 }
    return isRepeated && "osvwxc".unicodeScalars.contains { $0.value == letters[0].value | 0x20 }
      && Double(word.box.width) < 0.55 * Double(letters.count * word.box.height)
  }

  /// A dot, a badge, the corner of an image: less than a third as high as the page's text, and one or two signs, or
  /// hardly legible. Words below a headline stay.
  static func isSpeck(_ word: RecognizedWord, _ page: PageMeasures) -> Bool {
    word.box.height * 3 < page.letterHeight && word.text.unicodeScalars.contains { $0.isAlphanumeric }
      && (word.length <= 2 || word.confidence < 0.6)
  }

  /// Whether a line is two or three glyphs much larger than the page's text and wider than letters: emoji on their own,
  /// which are read as "OA", "Q0" or "04". Three letters that are well read are a heading: "DHL".
  static func isPicture(_ words: [RecognizedWord], _ page: PageMeasures) -> Bool {
    guard page.letterHeight > 0, words.count == 1, let word = words.first else { return false }
    let scalars = word.text.unicodeScalars
    guard (1...3).contains(scalars.count), word.box.height * 2 >= page.letterHeight * 3 else { return false }
    if scalars.count == 3, word.text.consists(of: \.isLetter), word.confidence >= 0.9 { return false }
    return Double(word.box.width) >= 0.75 * Double(scalars.count * word.box.height)
  }
}
