internal import TextEntities

/// A word, a number or an entity of a text.
struct Token {
  /// Raw values are the symbols of `Lexicon.tokenClasses`.
  enum Kind: UInt8 {
    case word, number, link, email, phone, amount, wallet, iban, card
  }

  var kind: Kind
  /// Unicode scalars of the text.
  var range: Range<Int>
  /// Symbols that the token matches, a range of `TokenizedText.symbols`.
  var symbols: Range<Int>
  /// Index of the entity; -1 for words.
  var entity: Int
  /// Folded letters or digits, a range of `TokenizedText.folded`.
  var folded = 0..<0
  /// The token mixes Latin with Cyrillic or Greek letters.
  var isMixedScript = false
  /// The token has letters of mathematical alphabets.
  var isStyled = false
  /// At least two letters, all capitals.
  var isAllCaps = false
  var isCapitalized = false
  /// Joined from parts with spaces between them, or from letters with marks between them.
  var isSplit = false
}

/// The tokens of a text.
struct TokenizedText {
  var tokens: [Token] = []
  /// Symbols of all tokens.
  var symbols: [Int32] = []
  /// Folded scalars of all words and numbers.
  var folded: [UInt32] = []
}

extension Entity.Kind {
  /// The symbol of its class in phrases.
  var symbol: Lexicon.Symbol { Lexicon.Symbol(tokenKind.rawValue) }

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
