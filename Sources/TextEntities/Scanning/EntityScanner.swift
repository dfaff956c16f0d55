/// Finds links, addresses, numbers and amounts. Candidates for numbers are short, so the work is linear.
package struct EntityScanner {
  /// Unless the search is exhaustive, further links and e-mail addresses are ignored, to keep hostile text cheap. A text
  /// in which so many are found may have more.
  package static let maximumLinks = 512
  private static let maximumCandidate = 64

  private let scalars: [Unicode.Scalar]
  private var entities: [Entity] = []

  /// All entities of a text in its order, without overlaps. An exhaustive search, for which nobody waits, finds links
  /// of any length and number: a sender could hide one behind many.
  package static func entities(in scalars: [Unicode.Scalar], isExhaustive: Bool = false) -> [Entity] {
    var scanner = EntityScanner(scalars: scalars)
    var position = 0
    for entity in LinkScanner.entities(in: scalars, isExhaustive: isExhaustive) {
      scanner.scan(position..<entity.range.lowerBound)
      scanner.entities.append(entity)
      position = entity.range.upperBound
    }
    scanner.scan(position..<scalars.count)
    return scanner.entities
  }

  /// Finds the card, account and phone numbers, wallets and amounts in a part without links.
  private mutating func scan(_ range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      if let entity = entity(at: position, limit: range.upperBound) {
        entities.append(entity)
        position = entity.range.upperBound
      } else {
        position = next(after: position, limit: range.upperBound)
      }
    }
  }

  /// The end of a word or number, so that candidates start only at a word or number.
  private func next(after position: Int, limit: Int) -> Int {
    guard scalars[position].isASCIIAlphanumeric else { return position + 1 }
    let digits = scalars[position].isASCIIDigit
    var end = position + 1
    while end < limit, digits ? scalars[end].isASCIIDigit : scalars[end].isASCIILetter { end += 1 }
    return end
  }

  private func entity(at position: Int, limit: Int) -> Entity? {
    let end = min(limit, position + Self.maximumCandidate)
    let scalar = scalars[position]
    let isWordStart = position == 0 || !scalars[position - 1].isASCIIAlphanumeric
    if scalar.isASCIIAlphanumeric, isWordStart {
      if let range = wallet(at: position, limit: limit) { return Entity(kind: .wallet, range: range) }
      if scalar.isASCIILetter, let range = IBANParser.iban(in: scalars, at: position, limit: end) {
        return Entity(kind: .iban, range: range)
      }
    }
    if scalar.isASCIIDigit, isWordStart, position == 0 || scalars[position - 1] != ".",
      let range = CardNumberParser.cardNumber(in: scalars, at: position, limit: end)
    {
      return Entity(kind: .card, range: range)
    }
    if let found = AmountParser.amount(in: scalars, at: position, limit: end) {
      return Entity(kind: .amount, range: found.range, amount: found.value)
    }
    return PhoneNumberParser.phone(in: scalars, at: position, limit: end).map {
      Entity(kind: .phone, range: $0.range, digits: $0.digits)
    }
  }

  /// A word in the format of a wallet address.
  private func wallet(at position: Int, limit: Int) -> Range<Int>? {
    var end = position
    while end < limit, scalars[end].isASCIIAlphanumeric, end - position <= 64 { end += 1 }
    return end - position <= 62 && WalletAddressFormat.matches(scalars[position..<end]) ? position..<end : nil
  }
}
