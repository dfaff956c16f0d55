extension Unicode.Scalar {
  package var isASCIIDigit: Bool { value >= 0x30 && value <= 0x39 }
  package var isASCIISmallLetter: Bool { value >= 0x61 && value <= 0x7A }
  package var isASCIICapital: Bool { value >= 0x41 && value <= 0x5A }
  package var isASCIILetter: Bool { isASCIISmallLetter || isASCIICapital }
  package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
  package var isASCIIHexDigit: Bool { isASCIIDigit || ("a"..."f").contains(asciiLowercased) }
  package var isWhiteSpace: Bool {
    value == 0x20 || (value >= 0x09 && value <= 0x0D) || value == 0xA0 || value == 0x3000
      || (value >= 0x2000 && value <= 0x200A) || value == 0x2028 || value == 0x2029 || value == 0x202F
  }
  package var asciiLowercased: Unicode.Scalar { isASCIICapital ? Unicode.Scalar(UInt8(value + 0x20)) : self }
  /// Of a digit or letter: digits as themselves, A as 10, Z as 35.
  package var base36: UInt32 { isASCIIDigit ? value - 0x30 : asciiLowercased.value - 0x61 + 10 }
  /// Whether it ends no address: what ends a sentence, and punctuation and controls of any alphabet. As no top-level
  /// domain ends in one, the host without it is the only one that there can be.
  var endsAddress: Bool { endsSentence || self == "`" || value >= 0x80 && isPunctuationOrControl }
  private var isPunctuationOrControl: Bool {
    switch properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation,
      .otherPunctuation, .format:
      true
    default: false
    }
  }
  /// Whether it may stand beside a host that has no path: also other marks of ASCII but the slash, and emoji.
  var isBesideHost: Bool {
    if value < 0x80 { return !isASCIIAlphanumeric && self != "/" }
    switch properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .enclosingMark: return true
    default: return isPunctuationOrControl || (0xFE00...0xFE0F).contains(value)
    }
  }
  /// Also the wide and the small one.
  var isAt: Bool { self == "@" || self == "\u{FF20}" || self == "\u{FE6B}" }
  /// Whether it may stand behind such a host: not what a user name, a label or an encoded letter ends or begins in.
  var isBehindHost: Bool { isBesideHost && self != "@" && self != "-" && self != "%" }
  package var endsSentence: Bool {
    switch self {
    case ".", ",", ";", ":", "!", "?", ")", "]", "}", ">", "\"", "'", "*", "|", "\u{2026}", "\u{201D}", "\u{2019}": true
    default: false
    }
  }
}

extension Sequence<Unicode.Scalar> {
  /// As a string, with ASCII capitals in lower case.
  var asciiLowercased: String { String(reduce(into: String.UnicodeScalarView()) { $0.append($1.asciiLowercased) }) }
}

extension Array where Element == Unicode.Scalar {
  /// The scalars of a range as a string, with ASCII capitals in lower case.
  package func lowercasedString(_ range: Range<Int>) -> String { self[range].asciiLowercased }

  package func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(self[range])) }

  /// Where a run without white space ends.
  package func runEnd(_ position: Int) -> Int { self[position...].firstIndex(where: \.isWhiteSpace) ?? count }

  /// A range without the marks at its end that end no address.
  package func withoutEndMarks(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound..<(range.last { !self[$0].endsAddress }.map { $0 + 1 } ?? range.lowerBound)
  }

  /// Whether a word, given in ASCII and lower case, begins at this position in any case, within the limit.
  package func hasPrefix(_ word: StaticString, at position: Int, limit: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard position >= 0, position + length <= limit else { return false }
    return word.withUTF8Buffer { bytes in
      for offset in 0..<length where unsafe self[position + offset].asciiLowercased.value != UInt32(bytes[offset]) {
        return false
      }
      return true
    }
  }
}
