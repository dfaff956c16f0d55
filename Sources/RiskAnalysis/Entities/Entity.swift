/// Something in a text that has a shape of its own: a link, a telephone number, an amount of money.
struct Entity {
  enum Kind: UInt8 {
    case link, email, phone, amount, wallet, iban, card, number

    /// The symbol by which phrases refer to it.
    var symbol: Lexicon.Symbol {
      switch self {
      case .number: 1
      case .link: 2
      case .email: 3
      case .phone: 4
      case .amount: 5
      case .wallet: 6
      case .iban: 7
      case .card: 8
      }
    }

    var tokenKind: Token.Kind {
      switch self {
      case .number: .number
      case .link: .link
      case .email: .email
      case .phone: .phone
      case .amount: .amount
      case .wallet: .wallet
      case .iban: .iban
      case .card: .card
      }
    }
  }

  var kind: Kind
  /// Scalar offsets in the text.
  var range: Range<Int>
  /// Set for links.
  var link: Link?
  /// The domain of an e-mail address in small letters.
  var emailDomain: String?
  /// The value of an amount in its own currency; 0 if too large to read.
  var amount: Double?
  /// Telephone numbers: only the digits, with a leading "+" where there is one.
  var digits: String?
}

/// A web address as it was written.
struct Link: Equatable {
  enum Scheme { case none, http, https }

  var scheme: Scheme
  /// Small letters, no port, no user name.
  var host: String
  /// Everything after the host, "/" or "?" included.
  var path: String
  /// Letters of other alphabets stand in the host.
  var hasForeignLetters: Bool
  /// The host was written with a user name before it ("paypal.com@evil.example").
  var hasUserPart: Bool

  /// Four numbers instead of a name.
  var isAddress: Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
  }
}
