/// Numbers the words of a rule pack's phrases, so that matching compares symbols instead of letters. A word that the
/// pack does not use has no symbol and matches only `<word>`.
struct Lexicon {
  typealias Symbol = Int32

  /// Symbols for classes of tokens; all other symbols are words and prefixes.
  static let tokenClasses: [String: Symbol] = [
    "word": 0, "number": 1, "link": 2, "email": 3, "phone": 4, "amount": 5, "wallet": 6, "iban": 7, "card": 8,
  ]
  /// Shorter prefixes would match half the dictionary.
  static let minimumPrefixLength = 3
  /// A pack has a few thousand; from the largest number there would be no next one.
  private static let maximumSymbols: Symbol = 1_000_000

  private(set) var words = WordHashTable()
  private(set) var prefixes = WordHashTable()
  private var nextSymbol = Symbol(Lexicon.tokenClasses.count)

  init() {}

  init(reading reader: inout BinaryReader) throws(BinaryReader.Failure) {
    nextSymbol = try reader.number(Symbol.self)
    guard (Symbol(Self.tokenClasses.count)...Self.maximumSymbols).contains(nextSymbol) else { throw .outOfRange }
    words = try WordHashTable(reading: &reader, limit: nextSymbol)
    prefixes = try WordHashTable(reading: &reader, limit: nextSymbol)
  }

  func write(to writer: inout BinaryWriter) {
    writer.number(nextSymbol)
    words.write(to: &writer)
    prefixes.write(to: &writer)
  }

  mutating func symbol(forWord hash: WordHash) -> Symbol { Self.symbol(for: hash, in: &words, next: &nextSymbol) }

  mutating func symbol(forPrefix hash: WordHash) -> Symbol { Self.symbol(for: hash, in: &prefixes, next: &nextSymbol) }

  /// The symbol of an entry; a new entry gets the next one.
  private static func symbol(for hash: WordHash, in table: inout WordHashTable, next: inout Symbol) -> Symbol {
    if let known = table[hash] { return known }
    defer { next += 1 }
    table.insert(hash, symbol: next)
    return next
  }

  /// Whether a phrase contains the word or a prefix of it.
  func knows(_ scalars: some Sequence<UInt32>) -> Bool {
    var hash = WordHash()
    var isBeginning = false
    for scalar in scalars {
      hash.combine(scalar)
      isBeginning = isBeginning || prefixes[hash] != nil
    }
    return isBeginning || words[hash] != nil
  }

  /// Appends the symbols that a word matches: its own, and those of its prefixes.
  func appendSymbols(of scalars: [UInt32], to symbols: inout [Int32]) {
    var hash = WordHash()
    for (index, scalar) in scalars.enumerated() {
      hash.combine(scalar)
      if index + 1 >= Self.minimumPrefixLength, let prefix = prefixes[hash] { symbols.append(prefix) }
    }
    if let word = words[hash] { symbols.append(word) }
  }
}
