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

  private(set) var words = SymbolTable()
  private(set) var prefixes = SymbolTable()
  private(set) var nextSymbol = Symbol(Lexicon.classes.count)
  /// Those that are not in the tables: while a pack is read, and the words of a user's own rules.
  private var addedWords: [WordHash: Symbol] = [:]
  private var addedPrefixes: [WordHash: Symbol] = [:]

  init() {}

  /// Takes what another one holds.
  init(words: SymbolTable, prefixes: SymbolTable, nextSymbol: Symbol) {
    self.words = words
    self.prefixes = prefixes
    self.nextSymbol = nextSymbol
  }

  func symbol(ofWord hash: WordHash) -> Symbol? {
    words[hash] ?? (addedWords.isEmpty ? nil : addedWords[hash])
  }

  func symbol(ofPrefix hash: WordHash) -> Symbol? {
    prefixes[hash] ?? (addedPrefixes.isEmpty ? nil : addedPrefixes[hash])
  }

  /// Puts what was added into the tables, if these are empty: they are made once and not changed.
  mutating func settle() {
    guard nextSymbol == Symbol(Self.classes.count + addedWords.count + addedPrefixes.count) else { return }
    words = SymbolTable(addedWords)
    prefixes = SymbolTable(addedPrefixes)
    addedWords = [:]
    addedPrefixes = [:]
  }

  /// The number of symbols, classes included.
  var count: Int { Int(nextSymbol) }

  mutating func symbol(forWord hash: WordHash) -> Symbol {
    if let known = symbol(ofWord: hash) { return known }
    defer { nextSymbol += 1 }
    addedWords[hash] = nextSymbol
    return nextSymbol
  }

  mutating func symbol(forPrefix hash: WordHash) -> Symbol {
    if let known = symbol(ofPrefix: hash) { return known }
    defer { nextSymbol += 1 }
    addedPrefixes[hash] = nextSymbol
    return nextSymbol
  }

  /// Whether a pattern has the word as it is or as the beginning of others.
  func knows(_ scalars: some Sequence<UInt32>) -> Bool {
    var hash = WordHash()
    var isBeginning = false
    for scalar in scalars {
      hash.combine(scalar)
      isBeginning = isBeginning || symbol(ofPrefix: hash) != nil
    }
    return isBeginning || symbol(ofWord: hash) != nil
  }

  /// Appends the symbols that a word matches: itself, and every known beginning of it.
  func appendSymbols(of scalars: [UInt32], to symbols: inout [Int32]) {
    var hash = WordHash()
    for (index, scalar) in scalars.enumerated() {
      hash.combine(scalar)
      if index + 1 >= Self.minimumPrefixLength, let prefix = symbol(ofPrefix: hash) { symbols.append(prefix) }
    }
    if let word = symbol(ofWord: hash) { symbols.append(word) }
  }
}
