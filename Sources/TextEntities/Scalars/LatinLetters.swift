/// Accented Latin letters by the letter they are read as.
package enum LatinLetters {
  /// Small letters of Latin-1 and Latin Extended-A, plus Romanian and Pinyin ones.
  package static let accented: [(base: Unicode.Scalar, letters: String)] = [
    ("a", "àáâãäåāăąǎ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏő"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
  ]

  /// The capital forms of a small letter; none for letters whose capital is plain ("ı") or two letters ("ŉ").
  package static func capitals(of letter: Unicode.Scalar) -> some Sequence<Unicode.Scalar> {
    letter.properties.uppercaseMapping.unicodeScalars.lazy.filter { (0xC0..<0x250).contains($0.value) }
  }
}
