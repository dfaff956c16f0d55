extension Unicode.Scalar {
  package var isASCIIDigit: Bool { value >= 0x30 && value <= 0x39 }
  package var isASCIILetter: Bool { (value | 0x20) >= 0x61 && (value | 0x20) <= 0x7A && value < 0x80 }
  package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
  package var isWhiteSpace: Bool {
    value == 0x20 || (value >= 0x09 && value <= 0x0D) || value == 0xA0 || value == 0x3000
      || (value >= 0x2000 && value <= 0x200A) || value == 0x2028 || value == 0x2029 || value == 0x202F
  }
  /// In lower case if it is an ASCII capital.
  package var asciiLowercased: Unicode.Scalar {
    value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(value + 0x20)) : self
  }
}

extension Array where Element == Unicode.Scalar {
  /// The scalars of a range as a string, with ASCII capitals in lower case.
  package func lowercasedString(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    for scalar in self[range] { view.append(scalar.asciiLowercased) }
    return String(view)
  }

  package func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self[range])
    return String(view)
  }

  /// Whether a word is at this position, in any case.
  /// - Parameters:
  ///   - word: ASCII in lower case.
  ///   - position: Index of its first scalar.
  ///   - limit: The word must end at or before this index.
  /// - Returns: Whether it is.
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
