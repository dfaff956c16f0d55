/// The words that the patterns of a rule pack use, numbered.
///
/// Words the pack does not know have no symbol and match only `<word>`; so matching never touches letters again.
struct Lexicon {
  typealias Symbol = Int32

  /// Symbols that stand for a whole class of tokens; the others are words and word beginnings.
  static let classes: [String: Symbol] = [
    "word": 0, "number": 1, "link": 2, "email": 3, "phone": 4, "amount": 5, "wallet": 6, "iban": 7, "card": 8,
  ]
  /// Shorter word beginnings would match half the dictionary.
  static let minimumPrefixLength = 3

  private(set) var words: [WordHash: Symbol] = [:]
  private(set) var prefixes: [WordHash: Symbol] = [:]
  private var nextSymbol = Symbol(Lexicon.classes.count)

  /// The number of symbols, classes included.
  var count: Int { Int(nextSymbol) }

  mutating func symbol(forWord hash: WordHash) -> Symbol {
    if let known = words[hash] { return known }
    defer { nextSymbol += 1 }
    words[hash] = nextSymbol
    return nextSymbol
  }

  mutating func symbol(forPrefix hash: WordHash) -> Symbol {
    if let known = prefixes[hash] { return known }
    defer { nextSymbol += 1 }
    prefixes[hash] = nextSymbol
    return nextSymbol
  }

  /// Whether a pattern has the word as it is or as the beginning of others.
  func knows(_ scalars: some Sequence<UInt32>) -> Bool {
    var hash = WordHash()
    var isBeginning = false
    for scalar in scalars {
      hash.combine(scalar)
      isBeginning = isBeginning || prefixes[hash] != nil
    }
    return isBeginning || words[hash] != nil
  }

  /// Appends the symbols that a word matches: itself, and every known beginning of it.
  func appendSymbols(of scalars: [UInt32], to symbols: inout [Int32]) {
    var hash = WordHash()
    for (index, scalar) in scalars.enumerated() {
      hash.combine(scalar)
      if index + 1 >= Self.minimumPrefixLength, let prefix = prefixes[hash] { symbols.append(prefix) }
    }
    if let word = words[hash] { symbols.append(word) }
  }
}
