/// Reads words together that stand in pieces: "ac count", "cur ren tly", "v e r i f y".
///
/// Some senders break words to get past filters, which readers hardly notice; recognition, too, breaks one now and then.
/// Only words that the patterns of the pack use are put together, and never pieces that are all such words themselves:
/// "gift card" stays two words. The work for a token is bounded by the number of letters looked at.
struct SplitWords {
  /// Shorter words come about by chance where two others meet.
  private static let minimumLetters = 6
  private static let maximumLetters = 20
  /// Of the beginning of a word for which a pattern stands.
  private static let minimumBeginning = 5
  /// Of a word that is not spelled out letter by letter.
  private static let maximumPieces = 4

  private let text: TokenizedText
  private let scalars: [Unicode.Scalar]
  private let lexicon: Lexicon

  /// The same text with its broken words as one token each.
  static func joined(_ text: TokenizedText, of scalars: [Unicode.Scalar], lexicon: Lexicon) -> TokenizedText {
    let words = SplitWords(text: text, scalars: scalars, lexicon: lexicon)
    // Nearly always there is none, and the text stays as it is.
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

  /// Where the longest broken word that begins with this token ends; nil if none does.
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
      // Of two words, the beginning of a third may reach a letter into the second: "profit toolkit" and "profitto".
      let certain = max(Self.minimumBeginning, letters + (index == start + 1 && !isSpelled ? 2 : 1))
      // What is spelled out goes on being the same word.
      isBeginning = isBeginning && isSpelled
      for scalar in piece {
        hash.combine(scalar)
        letters += 1
        isBeginning = isBeginning || letters >= certain && lexicon.symbol(ofPrefix: hash) != nil
      }
      guard index > start, !areAllWords, letters >= Self.minimumLetters else { continue }
      if isBeginning || lexicon.symbol(ofWord: hash) != nil { end = index + 1 }
    }
    return end
  }

  private func isWord(_ index: Int) -> Bool { text.tokens[index].kind == .word }

  /// One space, and nothing else, stands before the token.
  private func isNextTo(_ index: Int) -> Bool {
    let gap = text.tokens[index - 1].range.upperBound..<text.tokens[index].range.lowerBound
    return gap.count == 1 && (scalars[gap.lowerBound] == " " || scalars[gap.lowerBound] == "\u{A0}")
  }
}

extension TokenizedText {
  /// Appends tokens as one.
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
    token.isShouted = pieces.allSatisfy { $0.isShouted || $0.range.count == 1 && $0.isCapitalized }
    token.isBroken = true
    tokens.append(token)
  }
}
