internal import TextEntities

extension Entity.Kind {
  /// The symbol of its class in phrases.
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
