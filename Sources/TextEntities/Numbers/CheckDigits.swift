/// Check digits, which reveal misread numbers.
package enum CheckDigits {
  /// The check of card numbers (ISO/IEC 7812, Luhn), on values in 0...9, the check digit last.
  package static func passesLuhn(_ digits: some BidirectionalCollection<UInt32>) -> Bool {
    var sum: UInt32 = 0
    var doubles = false
    for digit in digits.reversed() {
      let value = doubles ? digit * 2 : digit
      sum += value > 9 ? value - 9 : value
      doubles.toggle()
    }
    return sum % 10 == 0
  }

  /// The check of account numbers (ISO 13616, ISO 7064 MOD 97-10): the rearranged number leaves the remainder 1.
  /// Symbols are in written order: digits as themselves, A as 10, Z as 35.
  package static func passesMod97(_ symbols: some Collection<UInt32>) -> Bool {
    var remainder: UInt32 = 0
    for part in [symbols.dropFirst(4), symbols.prefix(4)] {
      for symbol in part { remainder = (remainder * (symbol > 9 ? 100 : 10) + symbol) % 97 }
    }
    return remainder == 1
  }
}
