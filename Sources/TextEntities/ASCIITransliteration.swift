/// Rewrites text in the 95 printable ASCII characters, for a font that has no others.
package enum ASCIITransliteration {
  /// Letters lose their accents and typographic marks become plain ones, as in CLDR's transform Latin-ASCII.
  /// - Returns: The text; nil if any character has no ASCII form, because half a sentence is of no use.
  package static func ascii(_ text: String) -> String? {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20...0x7E: result.unicodeScalars.append(scalar)
      case 0x300...0x36F, 0xAD, 0x200B...0x200F, 0xFE00...0xFE0F: break  // combining and invisible
      default:
        guard let plain = table[scalar] ?? (scalar.properties.isWhitespace ? " " : nil) else { return nil }
        result += plain
      }
    }
    return result
  }

  private static let table: [Unicode.Scalar: String] = {
    let others: [(plain: String, scalars: String)] = [
      ("I", "İ"), ("ae", "æ"), ("oe", "œ"), ("th", "þ"), ("AE", "Æ"), ("OE", "Œ"), ("TH", "Þ"), ("ss", "ß"),
      ("SS", "ẞ"),
      ("'", "‘’‚‛′‹›"), ("\"", "“”„‟″«»"), ("-", "‐‑‒–—―−•·"), ("...", "…"), ("EUR", "€"), ("GBP", "£"), ("x", "×"),
    ]
    var table = LatinLetters.plain
    for (plain, scalars) in others {
      for scalar in scalars.unicodeScalars { table[scalar] = plain }
    }
    return table
  }()
}
