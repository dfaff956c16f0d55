internal import ScanModel

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
