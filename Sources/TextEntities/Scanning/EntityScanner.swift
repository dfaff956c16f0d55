/// Finds all entities of a text.
package enum EntityScanner {
  /// - Parameters:
  ///   - scalars: A text.
  ///   - isExhaustive: Whether to find links of any length and number, for which nobody waits: a sender could hide one behind
  ///     many.
  /// - Returns: Entities in text order, without overlaps.
  package static func entities(in scalars: [Unicode.Scalar], isExhaustive: Bool = false) -> [Entity] {
    let addresses = LinkScanner.entities(in: scalars, isExhaustive: isExhaustive)
    let numbers = NumberScanner.entities(in: scalars, skipping: addresses)
    var merged: [Entity] = []
    merged.reserveCapacity(addresses.count + numbers.count)
    var left = 0
    var right = 0
    while left < addresses.count || right < numbers.count {
      if right == numbers.count
        || left < addresses.count && addresses[left].range.lowerBound < numbers[right].range.lowerBound
      {
        merged.append(addresses[left])
        left += 1
      } else {
        merged.append(numbers[right])
        right += 1
      }
    }
    return merged
  }
}

/// A part of a text with its own format: a link, a phone number, an amount of money.
package struct Entity {
  package enum Kind: UInt8 {
    case link, email, phone, amount, wallet, iban, card, number
  }

  package var kind: Kind
  /// Unicode scalars of the text.
  package var range: Range<Int>
  /// Set for links.
  package var link: Link?
  /// Where the address of a link begins, after its scheme and the slashes.
  package var addressStart: Int?
  /// The domain of an e-mail address, in lower case.
  package var emailDomain: String?
  /// The value of an amount in its currency.
  package var amount: Double?
  /// The digits of a phone number, with its leading "+" if it has one.
  package var digits: String?
}
