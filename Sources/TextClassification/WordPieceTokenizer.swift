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

  /// Appends the pieces of a text in lower case without accents, until there are `limit` ids. Linear in the length of
  /// the text.
  package func append(_ scalars: some Sequence<Unicode.Scalar>, to ids: inout [Int32], limit: Int) {
    var word: [UInt8] = []
    var length = 0
    for scalar in scalars {
      guard ids.count < limit else { return }
      let kind = ScalarKind(scalar)
      if kind == .letter {
        length += 1
        if length <= Self.longestWord { word += UTF8.encode(scalar).map(Array.init) ?? [] }
        continue
      }
      if kind == .nothing { continue }
      append(word, length, to: &ids, limit: limit)
      word.removeAll(keepingCapacity: true)
      length = 0
      if kind == .alone { append(UTF8.encode(scalar).map(Array.init) ?? [], 1, to: &ids, limit: limit) }
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
