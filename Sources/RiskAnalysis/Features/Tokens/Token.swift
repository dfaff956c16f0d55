internal import TextEntities

/// A word, a number or an entity of a text.
struct Token {
  enum Kind: Equatable {
    case word, number
    case entity(Entity.Kind)

    /// The symbol of its class in phrases, one of `Lexicon.tokenClasses`.
    var symbol: Lexicon.Symbol {
      switch self {
      case .word: 0
      case .number: 1
      case .entity(let kind): 2 + Lexicon.Symbol(kind.rawValue)
      }
    }
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

struct TokenizedText {
  var tokens: [Token] = []
  var symbols: [Int32] = []
  /// Folded scalars of all words and numbers.
  var folded: [UInt32] = []
}
