/// Folds scalars so that a word in capitals, with accents, in full-width or mathematical letters compares equal, by
/// tables and arithmetic on code points, without allocation and locale.
package enum ScalarFolding {
  /// What a scalar means for the word around it.
  package enum Folded: Equatable {
    /// White space, punctuation and symbols, which end a word.
    case separator
    /// Invisible or combining; ignored.
    case nothing
    case letter(UInt32)
    case digit(UInt32)
    /// Ligatures and sharp s.
    case pair(UInt32, UInt32)
  }

  /// Base letters for U+00C0...U+024F; 0 if there is none.
  private static let latinBase: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 0x250)
    for (letter, plain) in LatinLetters.plain { table[Int(letter.value)] = plain.utf8.first.map { $0 | 0x20 } ?? 0 }
    return table
  }()

  /// Lowercase Cyrillic and Greek letters that look like Latin ones (the common part of Unicode TR 39).
  private static let lookAlikes: [UInt32: UInt8] = {
    let pairs: [(String, String)] = [
      ("аеорсухіјѕԁһвкмтнѵɡ", "aeopcyxijsdhbkmtnvg"), ("αοενικρτυχγω", "aoevikptuxyw"),
    ]
    var table: [UInt32: UInt8] = [:]
    for (foreign, latin) in pairs {
      for (from, to) in zip(foreign.unicodeScalars, latin.utf8) { table[from.value] = to }
    }
    return table
  }()

  /// Folds one scalar to its lowercase base letter or digit.
  package static func fold(_ scalar: Unicode.Scalar) -> Folded {
    let value = scalar.value
    if value < 0x80 { return foldASCII(value) }
    if isInvisible(value) { return .nothing }
    if value < 0x250 { return foldLatin(scalar) }
    if (0xFF01...0xFF5E).contains(value) { return foldASCII(value - 0xFEE0) }
    if (0x1D400...0x1D6A3).contains(value) { return .letter(UInt32(0x61) + (value - 0x1D400) % 52 % 26) }
    if (0x1D7CE...0x1D7FF).contains(value) { return .digit(UInt32(0x30) + (value - 0x1D7CE) % 10) }
    if (0x0410...0x042F).contains(value) { return .letter(value + 0x20) }
    if (0x0400...0x040F).contains(value) { return .letter(value + 0x50) }
    if (0x0391...0x03A9).contains(value) { return .letter(value + 0x20) }
    return scalar.properties.isAlphabetic ? .letter(value) : .separator
  }

  /// The Latin letter that a lowercase Cyrillic or Greek one looks like.
  package static func latinLookAlike(_ folded: UInt32) -> UInt32? { lookAlikes[folded].map(UInt32.init) }

  /// Whether it belongs to a mathematical alphabet, used to disguise words.
  package static func isStyled(_ scalar: Unicode.Scalar) -> Bool { (0x1D400...0x1D7FF).contains(scalar.value) }

  /// Combining marks, zero-width and bidirectional controls, soft hyphen, variation selectors.
  package static func isInvisible(_ value: UInt32) -> Bool {
    switch value {
    case 0xAD, 0x300...0x36F, 0x34F, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069,
      0xFE00...0xFE0F, 0xFEFF:
      true
    default: false
    }
  }

  private static func foldASCII(_ value: UInt32) -> Folded {
    switch value {
    case 0x61...0x7A: .letter(value)
    case 0x41...0x5A: .letter(value + 0x20)
    case 0x30...0x39: .digit(value)
    default: .separator
    }
  }

  private static func foldLatin(_ scalar: Unicode.Scalar) -> Folded {
    switch scalar.value {
    case 0xDF: return .pair(0x73, 0x73)
    case 0xC6, 0xE6: return .pair(0x61, 0x65)
    case 0x152, 0x153: return .pair(0x6F, 0x65)
    default:
      let base = latinBase[Int(scalar.value)]
      if base != 0 { return .letter(UInt32(base)) }
      return scalar.properties.isAlphabetic ? .letter(scalar.value) : .separator
    }
  }
}

/// Accented Latin letters by the letter they are read as.
package enum LatinLetters {
  /// Small letters of Latin-1 and Latin Extended-A, plus Romanian and Pinyin ones.
  package static let accented: [(base: Unicode.Scalar, letters: String)] = [
    ("a", "àáâãäåāăąǎ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏő"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
  ]

  /// The letter that each, and its capital, is read as; none for capitals that are plain ("ı") or two letters ("ŉ").
  static let plain: [Unicode.Scalar: String] = {
    var plain: [Unicode.Scalar: String] = [:]
    for (base, letters) in accented {
      for letter in letters.unicodeScalars {
        plain[letter] = String(base)
        for capital in letter.properties.uppercaseMapping.unicodeScalars where (0xC0..<0x250).contains(capital.value) {
          plain[capital] = base.properties.uppercaseMapping
        }
      }
    }
    return plain
  }()
}
