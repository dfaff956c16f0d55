/// Parses amounts of money: a number with a currency sign or word before or after it.
enum AmountParser {
  private static let codes: Set<String> = [
    "usd", "eur", "gbp", "chf", "inr", "rs", "aud", "cad", "nzd", "sgd", "hkd", "myr", "rm", "php", "ngn", "zar",
    "brl", "mxn", "pln", "sek", "nok", "dkk", "jpy", "cny", "aed", "kes", "ksh", "us", "btc", "eth", "usdt", "bnb",
  ]
  private static let words: Set<String> = [
    "usd", "eur", "gbp", "chf", "inr", "aud", "cad", "nzd", "sgd", "hkd", "ngn", "zar", "brl", "mxn", "pln", "aed",
    "btc", "eth", "usdt", "bnb", "bitcoin", "dollar", "dollars", "euro", "euros", "pound", "pounds", "quid", "rupees",
    "naira", "francs", "reais", "bucks", "pesos", "lakh", "lakhs", "crore", "crores",
  ]

  static func amount(in scalars: [Unicode.Scalar], at start: Int, limit: Int) -> (range: Range<Int>, value: Double)? {
    if start > 0, scalars[start - 1].isASCIIAlphanumeric { return nil }
    if let digits = currencyBefore(scalars, start, limit), let number = parseNumber(scalars, digits, limit) {
      return (start..<endWithSuffix(scalars, number.end, limit), number.value)
    }
    guard scalars[start].isASCIIDigit, let number = parseNumber(scalars, start, limit) else { return nil }
    guard let end = currencyAfter(scalars, number.end, limit) else { return nil }
    return (start..<end, number.value)
  }

  static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "$", "\u{20AC}", "\u{A3}", "\u{A5}", "\u{20B9}", "\u{20A6}", "\u{20BF}", "\u{20BD}", "\u{20B1}", "\u{20A9}":
      true
    default: false
    }
  }

  /// The start of the number after a currency sign or code.
  private static func currencyBefore(_ scalars: [Unicode.Scalar], _ start: Int, _ limit: Int) -> Int? {
    var position = start
    if isSign(scalars[start]) {
      position = start + 1
    } else {
      while position < limit, position - start < 5, scalars[position].isASCIILetter { position += 1 }
      if position < limit, position > start, isSign(scalars[position]) {
        position += 1
      } else {
        guard codes.contains(scalars.lowercasedString(start..<position)) else { return nil }
        if position < limit, scalars[position] == "." { position += 1 }
      }
    }
    if position < limit, scalars[position] == " " { position += 1 }
    return position < limit && scalars[position].isASCIIDigit ? position : nil
  }

  private static func currencyAfter(_ scalars: [Unicode.Scalar], _ end: Int, _ limit: Int) -> Int? {
    var position = end
    if position < limit, scalars[position] == " " || scalars[position] == "-" { position += 1 }
    guard position < limit else { return nil }
    if isSign(scalars[position]) {
      // In "12 $5" the sign belongs to the second number.
      let next = position + 1
      return next < scalars.count && scalars[next].isASCIIDigit ? nil : next
    }
    var wordEnd = position
    while wordEnd < limit, wordEnd - position < 9, scalars[wordEnd].isASCIILetter { wordEnd += 1 }
    return words.contains(scalars.lowercasedString(position..<wordEnd)) ? wordEnd : nil
  }

  /// The end of an amount, including a "k" directly after it.
  private static func endWithSuffix(_ scalars: [Unicode.Scalar], _ end: Int, _ limit: Int) -> Int {
    end < limit && scalars[end].asciiLowercased == "k" && (end + 1 >= limit || !scalars[end + 1].isASCIILetter)
      ? end + 1 : end
  }

  /// A number with separators. The last one is the decimal separator if one or two digits follow it.
  private static func parseNumber(
    _ scalars: [Unicode.Scalar], _ start: Int, _ limit: Int
  ) -> (end: Int, value: Double)? {
    var value = 0.0
    var sinceSeparator = 0
    var sawSeparator = false
    var position = start
    while position < limit {
      let scalar = scalars[position]
      if scalar.isASCIIDigit {
        value = value * 10 + Double(scalar.value - 0x30)
        sinceSeparator += 1
      } else if scalar == "," || scalar == "." || scalar == "'",
        position + 1 < limit, scalars[position + 1].isASCIIDigit
      {
        sinceSeparator = 0
        sawSeparator = true
      } else {
        break
      }
      position += 1
    }
    guard position > start, value.isFinite else { return nil }
    if sawSeparator, sinceSeparator == 2 { value /= 100 }
    if sawSeparator, sinceSeparator == 1 { value /= 10 }
    return (position, value)
  }
}
