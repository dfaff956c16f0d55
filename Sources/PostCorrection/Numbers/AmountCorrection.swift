internal import ScanModel

/// Corrects letters among the digits of an amount beside a currency: "£1O.99", "$l,299.00", "1O,99 €".
///
/// The result must be written like an amount: groups of three, two digits after the separator. A final letter stays,
/// because it may be a unit ("$5B", "£5k", "2l € 3,49"), and so does what begins with another letter, a name
/// ("$BOBS2020").
enum AmountCorrection {
  private static let signs = Set("$€£¥₹₦₿₽₱₩".unicodeScalars)
  private static let codes: Set<String> = [
    "EUR", "USD", "GBP", "CHF", "INR", "AUD", "CAD", "Rs.", "BTC", "ETH", "USDT",
  ]

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    words.enumerated().map { index, word in
      if let text = orderNumber(word.text) ?? rupees(word.text) { return word.repaired(to: text) }
      let scalars = word.text.unicodeScalars
      guard scalars.contains(where: \.isDigit),
        scalars.contains(where: { !$0.isDigit && DigitLookalikes.digit($0) != nil })
      else { return word }
      let before = index > 0 && isCurrency(words[index - 1].text)
      let after = index + 1 < words.count && isCurrency(words[index + 1].text)
      return word.repaired(to: repaired(word.text, besideCurrency: before || after))
    }
  }

  /// "$062513501" is not an amount, which would not start with a zero, but "SO62513501".
  private static func orderNumber(_ word: String) -> String? {
    guard word.hasPrefix("$0") else { return nil }
    let digits = word.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    let rest = word.dropFirst(2 + digits.count)
    return digits.count >= 6 && rest.allSatisfy { ".,;:!?)".contains($0) } ? "SO" + word.dropFirst(2) : nil
  }

  /// The engine's English model has no rupee sign, and reads "%6,811" for "₹6,811". Percent signs follow their number.
  private static func rupees(_ word: String) -> String? {
    let amount = word.dropFirst()
    let digits = amount.prefix { $0.isASCII && $0.isNumber || ",.".contains($0) }
    let number = digits.last.map { ",.".contains($0) } == true ? digits.dropLast() : digits
    let isWhole = amount[number.endIndex...].allSatisfy { ".,;:!?)".contains($0) }
    // Not "%20", a space in a link, or "%5", a width in a program.
    return word.first == "%" && isWhole && number.contains(where: ",.".contains) && isAmount(String(number))
      ? "₹" + amount : nil
  }

  private static func isCurrency(_ word: String) -> Bool {
    let plain =
      word.unicodeScalars.last == "," || word.unicodeScalars.last == "." && !codes.contains(word)
      ? String(word.dropLast()) : word
    return codes.contains(plain) || plain.unicodeScalars.count == 1 && plain.unicodeScalars.allSatisfy(signs.contains)
  }

  static func repaired(_ word: String, besideCurrency: Bool) -> String {
    let scalars = Array(word.unicodeScalars)
    var start = 0
    while start < scalars.count, signs.contains(scalars[start]) || scalars[start].isOne(of: "(+-~<>") { start += 1 }
    var end = scalars.count
    while end > start, signs.contains(scalars[end - 1]) || scalars[end - 1].isOne(of: ".,;:!?)") { end -= 1 }
    let hasSign = scalars[..<start].contains(where: signs.contains) || scalars[end...].contains(where: signs.contains)
    // Without its own currency sign, a word may be a name: "B12".
    guard start < end, hasSign || besideCurrency && (scalars[start].isDigit || DigitLookalikes.isLikely(scalars[start]))
    else { return word }
    let number = String(String.UnicodeScalarView(scalars[start..<end]))
    // An "O" or "l" after a digit is a digit too; an "S" or "B" may be a unit, and an "l" without a sign a litre.
    let isLitre = scalars[end - 1] == "l" && !hasSign
    guard scalars[end - 1].isDigit || DigitLookalikes.isLikely(scalars[end - 1]) && !isLitre,
      scalars[start].isDigit || DigitLookalikes.isLikely(scalars[start]) || number.contains(where: ",.".contains),
      number.hasDigit, let digits = DigitLookalikes.digits(number, marks: ",.'"), isAmount(digits)
    else { return word }
    return String(String.UnicodeScalarView(scalars[..<start] + digits.unicodeScalars + scalars[end...]))
  }

  /// "1299", "1,299.00", "1.299,00", "1'299.50", "0.5".
  private static func isAmount(_ digits: String) -> Bool {
    let groups = digits.split(omittingEmptySubsequences: false) { ",.'".contains($0) }
    guard groups.allSatisfy({ !$0.isEmpty }), let first = groups.first, let last = groups.last else { return false }
    if groups.count == 1 { return first.count <= 9 && (first.first != "0" || first.count == 1) }
    let inner = groups.dropFirst().dropLast()
    let isGrouped = (1...3).contains(first.count) && inner.allSatisfy { $0.count == 3 }
    if groups.count == 2 { return last.count <= 2 && first.count <= 9 || isGrouped && last.count == 3 }
    return isGrouped && (2...3).contains(last.count)
  }
}
