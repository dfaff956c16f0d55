/// The format of account numbers in one country, from the registry of ISO 13616. Has the countries whose account
/// numbers occur in messages; other numbers are only checked as a whole.
package struct IBANFormat: Sendable {
  /// What may be at one position.
  package enum Symbol: Character, Sendable {
    case digit = "n", letter = "a", either = "c"

    func fits(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: scalar.isASCIIDigit
      case .letter: scalar.isASCIICapital
      case .either: scalar.isASCIIDigit || scalar.isASCIICapital
      }
    }
  }

  /// The symbols after the country code and the two check digits.
  package let symbols: [Symbol]
  /// Length of the whole number, without spaces.
  package var length: Int { symbols.count + 4 }

  /// - Parameter country: Two capital letters.
  package init?(country: String) {
    guard let format = Self.formats[country] else { return nil }
    symbols = format
  }

  /// In the registry's notation: a number of positions, then n for digits, a for capital letters, c for both.
  private static let notation = """
    AT 16n, BE 12n, BG 4a6n8c, CH 5n12c, CY 8n16c, CZ 20n, DE 18n, DK 14n, EE 16n, ES 20n, FI 14n, FR 10n11c2n, GB 4a14n,
    GR 7n16c, HR 17n, HU 24n, IE 4a14n, IS 22n, IT 1a10n12c, LI 5n12c, LT 16n, LU 3n13c, LV 4a13c, MC 10n11c2n, MT 4a5n18c,
    NL 4a10n, NO 11n, PL 24n, PT 21n, RO 4a16c, RS 18n, SE 20n, SI 15n, SK 20n, SM 1a10n12c, TR 5n1n16c, UA 6n19c
    """

  private static let formats: [String: [Symbol]] = {
    var formats: [String: [Symbol]] = [:]
    for entry in notation.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      let parts = entry.split(separator: " ")
      guard parts.count == 2 else { continue }
      var symbols: [Symbol] = []
      var count = 0
      for character in parts[1] {
        if let digit = character.wholeNumberValue {
          count = count * 10 + digit
        } else if let symbol = Symbol(rawValue: character) {
          symbols += Array(repeating: symbol, count: count)
          count = 0
        }
      }
      formats[String(parts[0])] = symbols
    }
    return formats
  }()
}
