/// The numbers by which the text model knows words, pairs of words and pieces of words: places in a table, found by
/// hashing, so that no word is stored anywhere. `training/text_features.py` computes the same numbers.
struct TextFeatures {
  /// Lengths of the pieces of words, the marks of their beginning and end included.
  private static let pieceLengths = [4, 5]
  /// 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming, 6.4): spreads what it is multiplied with.
  private static let spread: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Bits of a place: the table has two to the power of this many.
  private let bits: Int
  /// The places of all tokens, one token after another: the word, then its pieces.
  private var places: [Int32] = []
  /// Where the places of each token begin, with the end of the last at the end.
  private var starts: [Int] = [0]
  /// For each token the place of the pair that it forms with the token before; -1 for the first.
  private var pairs: [Int32] = []

  init(tokens: [Token], folded: [UInt32], bits: Int) {
    self.bits = bits
    places.reserveCapacity(folded.count * 2 + tokens.count)
    starts.reserveCapacity(tokens.count + 1)
    pairs.reserveCapacity(tokens.count)
    var previous: UInt64?
    for token in tokens {
      let hash = append(token, folded[token.folded])
      pairs.append(previous.map { place(($0 &* Self.spread) ^ hash) } ?? -1)
      starts.append(places.count)
      previous = hash
    }
  }

  /// The places of one token.
  func places(of token: Int) -> ArraySlice<Int32> { places[starts[token]..<starts[token + 1]] }

  /// The place of the pair of a token and the one before it, -1 for the first token of the text.
  func pair(endingAt token: Int) -> Int32 { pairs[token] }

  private mutating func append(_ token: Token, _ letters: ArraySlice<UInt32>) -> UInt64 {
    guard token.kind == .word else {
      let hash = Self.hash("w", Self.className(token).unicodeScalars.map(\.value)[...])
      places.append(place(hash))
      return hash
    }
    let hash = Self.hash("w", letters)
    places.append(place(hash))
    let marked = [UInt32(0x5E)] + letters + [0x24]
    for length in Self.pieceLengths where marked.count >= length {
      for start in 0...(marked.count - length) {
        places.append(place(Self.hash("c", marked[start..<(start + length)])))
      }
    }
    return hash
  }

  /// Numbers count by how many digits they have, entities by their kind.
  static func className(_ token: Token) -> String {
    token.kind == .number ? "<number\(min(9, token.folded.count))>" : "<\(token.kind)>"
  }

  private func place(_ hash: UInt64) -> Int32 { Int32(truncatingIfNeeded: (hash &* Self.spread) >> UInt64(64 - bits)) }

  private static func hash(_ tag: Unicode.Scalar, _ scalars: ArraySlice<UInt32>) -> UInt64 {
    var hash = WordHash()
    hash.combine(tag.value)
    for scalar in scalars { hash.combine(scalar) }
    return hash.value
  }
}
