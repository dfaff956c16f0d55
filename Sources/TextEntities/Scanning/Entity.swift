/// Something in a text that has a shape of its own: a link, a telephone number, an amount of money.
package struct Entity {
  package enum Kind: UInt8 {
    case link, email, phone, amount, wallet, iban, card, number

  }

  package var kind: Kind
  /// Scalar offsets in the text.
  package var range: Range<Int>
  /// Set for links.
  package var link: Link?
  /// The domain of an e-mail address in small letters.
  package var emailDomain: String?
  /// The value of an amount in its own currency; 0 if too large to read.
  package var amount: Double?
  /// Telephone numbers: only the digits, with a leading "+" where there is one.
  package var digits: String?
}
