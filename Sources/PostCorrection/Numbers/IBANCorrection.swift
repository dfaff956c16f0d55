internal import ScanModel
internal import TextEntities

/// Corrects card and account numbers, where check digits decide which reading is right. An account number (IBAN) has
/// letters and digits at positions fixed by its country. A number that passes unchanged is never touched.
enum IBANCorrection {
  private static let largestGap = 1.2
  /// "GB" and groups of four: an account number of 34 characters.
  private static let maximumWords = 9
  private static let marks = ".,;:)"

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { $0.text.hasDigit }) else { return words }
    return words.replacingRuns { account(at: $0, in: words) ?? card(at: $0, in: words) }
  }

  private typealias Replacement = (words: [RecognizedWord], end: Int)

  private static func account(at start: Int, in words: [RecognizedWord]) -> Replacement? {
    guard let country = country(words[start].text), let format = IBANFormat(country: country) else { return nil }
    return number(at: start, in: words, length: format.length, maximumWords: maximumWords) { word in
      word.consists { $0.isAlphanumeric || $0.isOne(of: "|@®©") }
    } right: {
      right($0, format: format)
    }
  }

  /// Groups of four, or all in one word.
  private static func card(at start: Int, in words: [RecognizedWord]) -> Replacement? {
    number(at: start, in: words, length: 16, maximumWords: 4) { word in
      word.unicodeScalars.count % 4 == 0 && DigitLookalikes.digits(word) != nil
    } right: { places in
      let digits = places.compactMap(DigitLookalikes.digit)
      guard (1...4).contains(places.count { !$0.isDigit }), ("2"..."6").contains(digits[0]),
        CheckDigits.passesLuhn(digits.map { $0.value - 0x30 })
      else { return nil }
      return digits
    }
  }

  /// The adjacent words that together have a length, as they are right; nil if there are none.
  private static func number(
    at start: Int, in words: [RecognizedWord], length: Int, maximumWords: Int, isPart: (Substring) -> Bool,
    right: ([Unicode.Scalar]) -> [Unicode.Scalar]?
  ) -> Replacement? {
    var places: [Unicode.Scalar] = []
    for end in (start + 1)...min(start + maximumWords, words.count) {
      if end > start + 1, words.gap(before: end - 1) > largestGap { return nil }
      let word = words[end - 1].text.withoutFinal(marks)
      guard isPart(word) else { return nil }
      places += word.unicodeScalars
      if places.count >= length {
        return places.count > length ? nil : right(places).map { (cut($0, like: words[start..<end]), end) }
      }
    }
    return nil
  }

  /// The two capitals at the start, followed by possible check digits.
  private static func country(_ word: String) -> String? {
    let scalars = Array(word.unicodeScalars.prefix(4))
    guard scalars.count >= 2, scalars[0].isCapital, scalars[1].isCapital else { return nil }
    guard scalars.dropFirst(2).allSatisfy({ DigitLookalikes.digit($0) != nil }) else { return nil }
    return String(word.prefix(2))
  }

  /// The only reading that fits the format and passes the check; nil if there is none or it is the original.
  private static func right(_ places: [Unicode.Scalar], format: IBANFormat) -> [Unicode.Scalar]? {
    var candidates: [[Unicode.Scalar]] = [Array(places.prefix(2))]
    let symbols = [IBANFormat.Symbol.digit, .digit] + format.symbols
    for (scalar, symbol) in zip(places.dropFirst(2), symbols) {
      let options = options(scalar, symbol)
      guard !options.isEmpty, candidates.count * options.count <= 64 else { return nil }
      candidates = candidates.flatMap { candidate in options.map { candidate + [$0] } }
    }
    if candidates.contains(places), CheckDigits.passesMod97(places.map(\.base36)) { return nil }
    let right = candidates.filter { CheckDigits.passesMod97($0.map(\.base36)) }
    return right.count == 1 ? right[0] : nil
  }

  private static func options(_ scalar: Unicode.Scalar, _ symbol: IBANFormat.Symbol) -> [Unicode.Scalar] {
    switch symbol {
    case .digit: [DigitLookalikes.digit(scalar)].compactMap(\.self)
    case .letter: [letter(scalar)].compactMap(\.self)
    // A digit for a letter is rare, and alternatives for every digit would leave nothing for the check to decide.
    case .either where scalar.isDigit: [scalar]
    case .either: [letter(scalar), DigitLookalikes.digit(scalar)].compactMap(\.self)
    }
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "0": "O"
    case "1", "|": "I"
    case "2": "Z"
    case "5": "S"
    case "8": "B"
    case _ where scalar.isCapital: scalar
    case _ where scalar.isSmall: Unicode.Scalar(scalar.value - 0x20)
    default: nil
    }
  }

  private static func cut(_ places: [Unicode.Scalar], like words: ArraySlice<RecognizedWord>) -> [RecognizedWord] {
    var rest = places[...]
    return words.map { word in
      var view = String.UnicodeScalarView()
      for scalar in word.text.unicodeScalars {
        if let kept = scalar.isOne(of: marks) ? scalar : rest.popFirst() { view.append(kept) }
      }
      return word.repaired(to: String(view))
    }
  }
}
