/// One word or one entity of a text.
struct Token {
  enum Kind: UInt8 {
    case word, number, link, email, phone, amount, wallet, iban, card
  }

  var kind: Kind
  /// Scalar offsets in the text.
  var range: Range<Int>
  /// Symbols of the lexicon that this token matches, as a range of `TokenizedText.symbols`.
  var symbols: Range<Int>
  /// Index of the entity for entity tokens, -1 for words.
  var entity: Int
  /// The folded letters of a word or the digits of a number, as a range of `TokenizedText.folded`.
  var folded = 0..<0
  var isMixedScript = false
  var isStyled = false
  /// At least two letters, all capitals.
  var isShouted = false
  /// Capital first letter.
  var isCapitalized = false
  /// Put together from pieces with spaces between them.
  var isBroken = false
}

/// A text cut into tokens, with the symbols of each.
struct TokenizedText {
  var tokens: [Token] = []
  /// Symbol numbers of all tokens, one after another.
  var symbols: [Int32] = []
  /// Folded scalars of all words and numbers, one after another.
  var folded: [UInt32] = []
}
