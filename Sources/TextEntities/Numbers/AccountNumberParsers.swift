/// Parses card numbers (ISO/IEC 7812).
enum CardNumberParser {
  /// A number of 13 to 19 digits in groups separated by single spaces or hyphens, with a valid check digit. After one of
  /// the usual groupings other digits may follow: an expiry date, or the next card.
  static func cardNumber(in scalars: [Unicode.Scalar], at start: Int, limit: Int) -> Range<Int>? {
    guard ("2"..."6").contains(scalars[start]) else { return nil }
    var digits: [UInt32] = []
    var groups: [Int] = []
    var longest: Int?
    var position = start
    while position < limit {
      var count = 0
      while position < limit, scalars[position].isASCIIDigit {
        if digits.count <= 19 { digits.append(scalars[position].value - 0x30) }
        count += 1
        position += 1
      }
      groups.append(count)
      guard digits.count <= 19, !(position < scalars.count && scalars[position].isASCIIAlphanumeric) else { break }
      let goesOn =
        position + 1 < limit && (scalars[position] == " " || scalars[position] == "-")
        && scalars[position + 1].isASCIIDigit
      if digits.count >= 13, !goesOn || usualGroups.contains(groups), CheckDigits.passesLuhn(digits) {
        longest = position
      }
      guard goesOn else { break }
      position += 1
    }
    return longest.map { start..<$0 }
  }

  /// As printed on cards, four groups of four or those of American Express, or without spaces.
  private static let usualGroups: Set<[Int]> = [[4, 4, 4, 4], [4, 6, 5], [15], [16]]
}

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
        symbols.append(scalar.base36)
        let isEnd = position + 1 >= scalars.count || !scalars[position + 1].isASCIIAlphanumeric
        if isEnd, symbols.count >= 15, CheckDigits.passesMod97(symbols) { longest = position + 1 }
      } else if scalar != " " || position + 1 >= limit || !scalars[position + 1].isASCIIAlphanumeric {
        break
      }
      position += 1
    }
    return longest.map { start..<$0 }
  }
}

/// Finds account numbers by their form alone, for those whose check digits were misread or made up.
package enum AccountNumberForm {
  /// Two capital letters of a country, two digits, and as many symbols as its account numbers have, in groups separated by
  /// single spaces or ends of lines. In the order of the text; none in its links and addresses.
  package static func ranges(in scalars: [Unicode.Scalar], _ entities: [Entity]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var others = entities.filter { $0.kind == .link || $0.kind == .email || $0.kind == .wallet }[...]
    var position = 0
    while position < scalars.count {
      while let other = others.first, other.range.upperBound <= position { others.removeFirst() }
      if let range = range(in: scalars, at: position), others.first.map({ !$0.range.overlaps(range) }) ?? true {
        found.append(range)
        position = range.upperBound
      } else {
        position += 1
      }
    }
    return found
  }

  private static func range(in scalars: [Unicode.Scalar], at start: Int) -> Range<Int>? {
    guard scalars[start].isASCIICapital, start == 0 || !scalars[start - 1].isASCIIAlphanumeric,
      start + 3 < scalars.count, scalars[start + 1].isASCIICapital, scalars[start + 2].isASCIIDigit,
      let format = IBANFormat(country: scalars.string(start..<(start + 2)))
    else { return nil }
    let symbols = [IBANFormat.Symbol.digit, .digit] + format.symbols
    var count = 0
    var position = start + 2
    while position < scalars.count, count < symbols.count {
      if symbols[count].fits(scalars[position]) {
        count += 1
      } else if ![" ", "\n"].contains(scalars[position]) || [" ", "\n"].contains(scalars[position - 1]) {
        return nil
      }
      position += 1
    }
    let isWhole = position == scalars.count || !scalars[position].isASCIIAlphanumeric
    return count == symbols.count && isWhole ? start..<position : nil
  }
}
