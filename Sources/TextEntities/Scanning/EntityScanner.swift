/// Finds links, addresses, numbers and amounts.
package enum EntityScanner {
  /// Unless the search is exhaustive, further links and e-mail addresses are ignored, to keep hostile text cheap. A text
  /// in which so many are found may have more.
  package static let maximumLinks = 512

  /// All entities of a text in its order, without overlaps. An exhaustive search, for which nobody waits, finds links
  /// of any length and number: a sender could hide one behind many.
  package static func entities(in scalars: [Unicode.Scalar], isExhaustive: Bool = false) -> [Entity] {
    NumberScanner.entities(in: scalars, between: LinkScanner.entities(in: scalars, isExhaustive: isExhaustive))
  }
}

/// A part of a text with its own format: a link, a phone number, an amount of money.
package struct Entity {
  package enum Kind: UInt8 {
    case link, email, phone, amount, wallet, iban, card
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
