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
