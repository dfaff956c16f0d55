/// Letters read where only digits can be: O for 0, l, I and | for 1, S for 5, B for 8.
enum DigitLookalikes {
  static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "0"..."9": scalar
    case "O", "o", "Q", "D", "@", "®", "©", "Ø", "ø": "0"
    case "l", "I", "|", "i", "!": "1"
    case "Z", "z": "2"
    case "S", "s": "5"
    case "B": "8"
    default: nil
    }
  }

  /// The letters most often confused with digits; the others need more than their position.
  static func isLikely(_ scalar: Unicode.Scalar) -> Bool { scalar.isOne(of: "OolI|") }

  /// The text with digits for every look-alike letter; nil if anything but digits and `marks` remains.
  static func digits(_ text: some StringProtocol, marks: String = "") -> String? {
    let digits = text.unicodeScalars.map { $0.isOne(of: marks) ? $0 : digit($0) }
    return digits.contains(nil) ? nil : String(String.UnicodeScalarView(digits.compactMap(\.self)))
  }
}
