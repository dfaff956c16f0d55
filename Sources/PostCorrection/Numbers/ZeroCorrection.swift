internal import ScanModel

/// Corrects the slashed or dotted zero of many monospaced fonts, read as "@" or "®": "v@.8.1", "2@3.@.113.99",
/// "R21.@@". Unlike an address, the word must have a digit and at most two letters, and every "@" must have a digit, a
/// numeric mark or another such zero beside it. "@5" ("at 5 each"), "3@1.99" and "365®" stay.
enum ZeroCorrection {
  private static let zeros = Set("@®©Ø\u{00F8}".unicodeScalars)

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    // Among figures, "@K" is "0K"; elsewhere it is a name.
    let figures = words.count { $0.text.hasDigit }
    return words.map { word in
      word.repaired(to: figures >= 3 && units.contains(word.text) ? "0" + word.text.dropFirst() : repaired(word.text))
    }
  }

  private static let units: Set<String> = ["@B", "@K", "@M", "@G", "@T", "@%", "@s"]

  static func repaired(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    guard scalars.contains(where: zeros.contains), scalars.contains(where: \.isDigit),
      scalars.count(where: { $0.properties.isAlphabetic && !zeros.contains($0) }) <= 2,
      !isCountAtPrice(scalars), scalars.last != "®", scalars.last != "©"
    else { return word }
    // "@5" is a price, "@5b" a name.
    let areBesideNumbers = scalars.indices.filter { zeros.contains(scalars[$0]) }.allSatisfy { index in
      index > 0 && scalars[index - 1].isOne(of: "0123456789.,:-@®©Ø\u{00F8}")
        || index + 1 < scalars.count && scalars[index + 1].isOne(of: ".,:")
    }
    guard areBesideNumbers else { return word }
    return String(String.UnicodeScalarView(scalars.map { zeros.contains($0) ? "0" : $0 }))
  }

  /// "3@1.99", "2@$5.00", "1@1.de": the only sign, between a digit and a digit or currency.
  private static func isCountAtPrice(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let at = scalars.firstIndex(where: zeros.contains), scalars.lastIndex(where: zeros.contains) == at,
      at > 0, at + 1 < scalars.count
    else { return false }
    return scalars[at] == "@" && scalars[at - 1].isDigit
      && (scalars[at + 1].isDigit || scalars[at + 1].isOne(of: "$€£¥₹"))
  }
}
