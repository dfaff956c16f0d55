/// Joins words that are split by spaces: "ac count", "cur ren tly", "v e r i f y".
///
/// Senders split words to evade filters, which readers hardly notice, and recognition sometimes splits one. Only words
/// of the pack's phrases are joined, and never parts that are all such words themselves: "gift card" stays two words.
/// The work per token is bounded by `maximumLetters`.
struct SplitWords {
  /// Shorter words arise by chance where two others meet.
  private static let minimumLetters = 6
  private static let maximumLetters = 20
  /// Letters of a prefix.
  private static let minimumBeginning = 5
  /// Parts of a word that is not spelled out letter by letter.
  private static let maximumPieces = 4

  private let text: TokenizedText
  private let scalars: [Unicode.Scalar]
  private let lexicon: Lexicon

  /// Returns the same text with each split word as one token.
  static func joined(_ text: TokenizedText, of scalars: [Unicode.Scalar], lexicon: Lexicon) -> TokenizedText {
    let words = SplitWords(text: text, scalars: scalars, lexicon: lexicon)
    // Most texts have no split word.
    guard let first = words.text.tokens.indices.first(where: { words.end(from: $0) != nil }) else { return text }
    var result = text
    result.tokens.removeSubrange(first...)
    var index = first
    while index < text.tokens.count {
      let end = words.end(from: index) ?? index + 1
      result.append(text.tokens[index..<end], of: text, lexicon: lexicon)
      index = end
    }
    return result
  }

  /// The end of the longest split word that starts with this token; nil if there is none.
  private func end(from start: Int) -> Int? {
    guard isWord(start) else { return nil }
    var hash = WordHash()
    var letters = 0
    var isSpelled = true
    var areAllWords = true
    var isBeginning = false
    var end: Int?
    for index in start..<min(start + Self.maximumLetters, text.tokens.count) {
      guard index == start || isWord(index) && isNextTo(index) else { break }
      let piece = text.folded[text.tokens[index].folded]
      isSpelled = isSpelled && piece.count == 1
      guard letters + piece.count <= Self.maximumLetters, isSpelled || index - start < Self.maximumPieces else { break }
      areAllWords = areAllWords && lexicon.knows(piece)
      // By chance, a prefix may reach one letter into the second of two words: "profitt*" in "profit tokens".
      let certain = max(Self.minimumBeginning, letters + (index == start + 1 && !isSpelled ? 2 : 1))
      // Spelled-out letters continue the same word.
      isBeginning = isBeginning && isSpelled
      for scalar in piece {
        hash.combine(scalar)
        letters += 1
        isBeginning = isBeginning || letters >= certain && lexicon.prefixes[hash] != nil
      }
      guard index > start, !areAllWords, letters >= Self.minimumLetters else { continue }
      if isBeginning || lexicon.words[hash] != nil { end = index + 1 }
    }
    return end
  }

  private func isWord(_ index: Int) -> Bool { text.tokens[index].kind == .word }

  /// Whether exactly one space precedes the token.
  private func isNextTo(_ index: Int) -> Bool {
    let gap = text.tokens[index - 1].range.upperBound..<text.tokens[index].range.lowerBound
    return gap.count == 1 && (scalars[gap.lowerBound] == " " || scalars[gap.lowerBound] == "\u{A0}")
  }
}

extension TokenizedText {
  fileprivate mutating func append(_ pieces: ArraySlice<Token>, of text: TokenizedText, lexicon: Lexicon) {
    guard pieces.count > 1, var token = pieces.first, let last = pieces.last else {
      tokens += pieces
      return
    }
    let letters = pieces.flatMap { text.folded[$0.folded] }
    let start = symbols.count
    lexicon.appendSymbols(of: letters, to: &symbols)
    token.symbols = start..<symbols.count
    token.folded = folded.count..<(folded.count + letters.count)
    folded += letters
    token.range = token.range.lowerBound..<last.range.upperBound
    token.isMixedScript = pieces.contains(where: \.isMixedScript)
    token.isStyled = pieces.contains(where: \.isStyled)
    token.isAllCaps = pieces.allSatisfy { $0.isAllCaps || $0.range.count == 1 && $0.isCapitalized }
    token.isSplit = true
    tokens.append(token)
  }
}

/// Reads letters that are written twice: "verrify", "accoount". Senders write so to evade filters.
enum DoubledLetters {
  /// Shorter words turn into others: "been" into "ben".
  private static let minimumLetters = 6
  /// Of a word; the rest is not looked at.
  private static let maximumLetters = 24

  /// Returns the first word of a list that results from leaving out one letter of a pair; nil if none does.
  static func undone<Letter: Equatable>(in word: [Letter], isWord: ([Letter]) -> Bool) -> [Letter]? {
    guard (minimumLetters...maximumLetters).contains(word.count) else { return nil }
    for place in word.indices.dropFirst() where word[place] == word[place - 1] {
      // The third of three gives the same word again.
      if place > 1, word[place] == word[place - 2] { continue }
      var shorter = word
      shorter.remove(at: place)
      if isWord(shorter) { return shorter }
    }
    return nil
  }
}
