/// Parses international bank account numbers (ISO 13616).
enum IBANParser {
  /// Two letters, two check digits and 11 to 30 more symbols, in groups separated by single spaces, with a valid checksum.
  static func iban(in scalars: [Unicode.Scalar], at start: Int, limit: Int) -> Range<Int>? {
    guard start + 15 <= limit, scalars[start].isASCIILetter, scalars[start + 1].isASCIILetter,
      scalars[start + 2].isASCIIDigit, scalars[start + 3].isASCIIDigit
    else { return nil }
    var symbols: [UInt32] = []
    var position = start
    var longest: Int?
    while position < limit, symbols.count < 34 {
      let scalar = scalars[position]
      if scalar.isASCIIAlphanumeric {
        symbols.append(value(scalar))
        let isEnd = position + 1 >= scalars.count || !scalars[position + 1].isASCIIAlphanumeric
        if isEnd, symbols.count >= 15, CheckDigits.passesMod97(symbols) { longest = position + 1 }
      } else if scalar != " " || position + 1 >= limit || !scalars[position + 1].isASCIIAlphanumeric {
        break
      }
      position += 1
    }
    return longest.map { start..<$0 }
  }

  /// Digits as themselves, A as 10, Z as 35.
  private static func value(_ scalar: Unicode.Scalar) -> UInt32 {
    scalar.isASCIIDigit ? scalar.value - 0x30 : scalar.asciiLowercased.value - 0x61 + 10
  }
}
