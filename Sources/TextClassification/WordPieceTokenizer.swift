/// Splits a text into the word pieces of a model (WordPiece, Schuster and Nakajima 2012, in the variant of BERT): words
/// at white space, punctuation and ideographs by themselves, then always the longest piece that fits.
package struct WordPieceTokenizer: Sendable {
  /// Unicode scalars; a longer word is unknown as a whole, as in BERT.
  private static let longestWord = 100

  private let vocabulary: Vocabulary
  private let beginnings: Vocabulary.Candidates
  private let continuations: Vocabulary.Candidates
  private let unknown: Int32

  /// - Throws: `ModelFileFailure.damaged` for a vocabulary without "[UNK]".
  init(vocabulary: Vocabulary) throws(ModelFileFailure) {
    guard let unknown = vocabulary.id(of: "[UNK]") else { throw .damaged }
    self.vocabulary = vocabulary
    self.unknown = unknown
    beginnings = vocabulary.candidates()
    continuations = vocabulary.candidates(beginningWith: "##")
  }

  /// The id of a word piece, or of a special token such as "[CLS]", which no text yields.
  package func id(of piece: String) -> Int32? { vocabulary.id(of: piece) }

  /// Appends the pieces of a text in lower case without accents, until there are `limit` ids, in linear time.
  package func append(_ scalars: some Sequence<Unicode.Scalar>, to ids: inout [Int32], limit: Int) {
    var word: [UInt8] = []
    var length = 0
    for scalar in scalars {
      guard ids.count < limit else { return }
      let kind = ScalarKind(scalar)
      if kind == .letter {
        length += 1
        if length <= Self.longestWord { word += scalar.utf8 }
        continue
      }
      if kind == .nothing { continue }
      append(word, length, to: &ids, limit: limit)
      word.removeAll(keepingCapacity: true)
      length = 0
      if kind == .alone { append(Array(scalar.utf8), 1, to: &ids, limit: limit) }
    }
    append(word, length, to: &ids, limit: limit)
  }

  private func append(_ word: [UInt8], _ length: Int, to ids: inout [Int32], limit: Int) {
    guard length > 0, ids.count < limit else { return }
    let before = ids.count
    var start = 0
    while start < word.count {
      guard length <= Self.longestWord, let (id, end) = longestPiece(in: word, from: start) else {
        ids.removeLast(ids.count - before)
        ids.append(unknown)
        return
      }
      ids.append(id)
      start = end
    }
    if ids.count > limit { ids.removeLast(ids.count - limit) }
  }

  private func longestPiece(in word: [UInt8], from start: Int) -> (id: Int32, end: Int)? {
    var candidates = start == 0 ? beginnings : continuations
    var longest: (id: Int32, end: Int)?
    for end in start..<word.count {
      guard vocabulary.narrow(&candidates, to: word[end]) else { break }
      if let id = vocabulary.id(of: candidates) { longest = (id, end + 1) }
    }
    return longest
  }
}

/// What a scalar does to the word around it. `training/word_pieces.py` does the same.
enum ScalarKind {
  case space
  /// Ignored; the word continues.
  case nothing
  /// A word by itself.
  case alone
  case letter

  /// Ideographs, kana and hangul syllables, each a word by itself.
  private static let syllables: [ClosedRange<UInt32>] = [
    0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFF66...0xFF9D, 0x1B000...0x1B16F, 0x20000...0x3FFFF,
  ]

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20, 0x09...0x0D: self = .space
    case 0..<0x20, 0x7F: self = .nothing
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .letter
    case ..<0x80: self = .alone
    case 0x85: self = .space
    case 0xFFFD: self = .nothing
    default: self = Self.beyondASCII(scalar)
    }
  }

  private static func beyondASCII(_ scalar: Unicode.Scalar) -> ScalarKind {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: .space
    case .control, .format, .privateUse: .nothing
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      .alone
    default: syllables.contains { $0.contains(scalar.value) } ? .alone : .letter
    }
  }
}
