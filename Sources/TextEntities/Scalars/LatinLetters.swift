/// Accented Latin letters by the letter they are read as.
package enum LatinLetters {
  /// Small letters of Latin-1 and Latin Extended-A, plus Romanian and Pinyin ones.
  package static let accented: [(base: Unicode.Scalar, letters: String)] = [
    ("a", "àáâãäåāăąǎ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏő"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
  ]

  /// The letter that each of them, and each of their capitals, is read as; none for capitals that are plain ("ı") or two
  /// letters ("ŉ").
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
