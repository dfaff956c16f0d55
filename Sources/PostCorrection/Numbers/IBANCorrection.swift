internal import ScanModel
internal import TextEntities

/// Corrects card and account numbers, where the check digit decides which reading is right.
///
/// An account number (IBAN) has letters and digits at positions fixed by its country. A letter at a digit's position
/// becomes a digit and vice versa, and the result counts only if its remainder is correct. A card number of sixteen
/// digits counts only if its check digit is correct. A number that passes unchanged is never touched.
enum IBANCorrection {
  private static let largestGap = 1.2
  /// "GB" and groups of four: an account number of 34 characters.
  private static let maximumWords = 9

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { $0.text.unicodeScalars.contains(where: \.isDigit) }) else { return words }
    var result = words
    var index = 0
    while index < words.count {
      if let (end, readings) = account(at: index, in: words) ?? card(at: index, in: words) {
        for (offset, reading) in readings.enumerated() {
          result[index + offset] = words[index + offset].repaired(to: reading)
        }
        index = end
      } else {
        index += 1
      }
    }
    return result
  }

  // MARK: Account numbers

  private static func account(at start: Int, in words: [RecognizedWord]) -> (end: Int, readings: [String])? {
    guard let country = country(words[start].text), let format = IBANFormat(country: country) else { return nil }
    var places: [Unicode.Scalar] = []
    for end in (start + 1)...min(start + maximumWords, words.count) {
      if end > start + 1, words.gap(before: end - 1) > largestGap { return nil }
      let word = withoutMarks(words[end - 1].text)
      guard word.consists(of: { $0.isAlphanumeric || "|@®©".unicodeScalars.contains($0) }) else { return nil }
      places += word.unicodeScalars
      if places.count == format.length {
        guard let right = right(places, country: country, format: format) else { return nil }
        return (end, cut(right, like: words[start..<end].map(\.text)))
      }
      if places.count > format.length { return nil }
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
  private static func right(_ places: [Unicode.Scalar], country: String, format: IBANFormat) -> [Unicode.Scalar]? {
    var candidates: [[Unicode.Scalar]] = [Array(places.prefix(2))]
    let symbols = [IBANFormat.Symbol.digit, .digit] + format.symbols
    for (scalar, symbol) in zip(places.dropFirst(2), symbols) {
      let options = options(scalar, symbol)
      guard !options.isEmpty, candidates.count * options.count <= 64 else { return nil }
      candidates = candidates.flatMap { candidate in options.map { candidate + [$0] } }
    }
    // A reading that passes is kept as it is.
    if candidates.contains(places), passes(places) { return nil }
    let right = candidates.filter(passes)
    return right.count == 1 ? right[0] : nil
  }

  private static func options(_ scalar: Unicode.Scalar, _ symbol: IBANFormat.Symbol) -> [Unicode.Scalar] {
    switch symbol {
    case .digit: return DigitLookalikes.digit(scalar).map { [$0] } ?? []
    case .letter: return letter(scalar).map { [$0] } ?? []
    case .either:
      let upper = letter(scalar)
      let digit = DigitLookalikes.digit(scalar)
      // A digit for a letter is rare, and alternatives for every digit would leave nothing for the check to decide.
      if scalar.isDigit { return [scalar] }
      return (upper.map { [$0] } ?? []) + (digit.map { [$0] } ?? [])
    }
  }

  /// The capital, or the capital that a digit looks like.
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

  private static func passes(_ places: [Unicode.Scalar]) -> Bool {
    CheckDigits.passesMod97(places.map { $0.isDigit ? $0.value - 0x30 : $0.value - 0x41 + 10 })
  }

  // MARK: Card numbers

  private static func card(at start: Int, in words: [RecognizedWord]) -> (end: Int, readings: [String])? {
    var places: [Unicode.Scalar] = []
    for end in (start + 1)...min(start + 4, words.count) {
      if end > start + 1, words.gap(before: end - 1) > largestGap { return nil }
      let word = withoutMarks(words[end - 1].text)
      // Groups of four, or all in one word.
      guard word.unicodeScalars.count % 4 == 0, DigitLookalikes.digits(word) != nil else { return nil }
      places += word.unicodeScalars
      if places.count > 16 { return nil }
      guard places.count == 16 else { continue }
      let letters = places.count { !$0.isDigit }
      let digits = places.compactMap(DigitLookalikes.digit)
      guard (1...4).contains(letters), ("2"..."6").contains(digits[0]),
        CheckDigits.passesLuhn(digits.map { $0.value - 0x30 })
      else { return nil }
      return (end, cut(digits, like: words[start..<end].map(\.text)))
    }
    return nil
  }

  // MARK: Words and places

  private static func withoutMarks(_ word: String) -> String {
    var word = word[...]
    while let last = word.last, ".,;:)".contains(last) { word.removeLast() }
    return String(word)
  }

  /// Divides the characters like the words they came from, with their marks.
  private static func cut(_ places: [Unicode.Scalar], like words: [String]) -> [String] {
    var rest = places[...]
    return words.map { word in
      var view = String.UnicodeScalarView()
      for scalar in word.unicodeScalars {
        if ".,;:)".unicodeScalars.contains(scalar) {
          view.append(scalar)
        } else if let place = rest.popFirst() {
          view.append(place)
        }
      }
      return String(view)
    }
  }
}
