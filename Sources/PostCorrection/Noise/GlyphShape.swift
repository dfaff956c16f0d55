internal import ScanModel

/// Words that cannot have the letters they are said to have, judged by their boxes.
enum GlyphShape {
  /// A letter that the engine could not decide the case of and gave twice, in the space of one: "xX" for the cross that
  /// closes a window, "oOo" for a ring. These letters are at least 0.6 times as wide as they are high.
  static func isOneGlyph(_ word: RecognizedWord) -> Bool {
    let letters = Array(word.text.unicodeScalars)
    guard (2...3).contains(letters.count), letters[0].isLetter else { return false }
    let isRepeated = letters.allSatisfy { $0.value | 0x20 == letters[0].value | 0x20 }
    return isRepeated && "osvwxc".unicodeScalars.contains { $0.value == letters[0].value | 0x20 }
      && Double(word.box.width) < 0.55 * Double(letters.count * word.box.height)
  }

  /// Less than a third as high as the text of the page: a dot, a badge, the corner of a picture.
  static func isSpeck(_ word: RecognizedWord, _ page: PageMeasures) -> Bool {
    word.box.height * 3 < page.letterHeight && word.text.unicodeScalars.contains { $0.isAlphanumeric }
  }

  /// A line of two or three letters much larger than the text of the page, and wider than letters are: emoji sent by
  /// themselves, which are read as "OA", "Q0" or "04".
  static func isPicture(_ words: [RecognizedWord], _ page: PageMeasures) -> Bool {
    guard page.letterHeight > 0, words.count == 1, let word = words.first else { return false }
    let scalars = word.text.unicodeScalars
    guard (1...3).contains(scalars.count), word.box.height * 2 >= page.letterHeight * 3 else { return false }
    return Double(word.box.width) >= 0.75 * Double(scalars.count * word.box.height)
  }
}
