internal import TextEntities

/// Splits a text into tokens: the entities, and the words between them. Linear in the number of scalars.
struct Tokenizer {
  /// Letters of a word with a mark between each two.
  private static let spelledLetters = 4...24

  private let scalars: [Unicode.Scalar]
  private let lexicon: Lexicon
  private var output = TokenizedText()
  private var folding = WordFolding()

  /// The tokens in the order of the text; its entities are sorted, without overlaps.
  static func tokens(of scalars: [Unicode.Scalar], entities: [Entity], lexicon: Lexicon) -> TokenizedText {
    var tokenizer = Tokenizer(scalars: scalars, lexicon: lexicon)
    var position = 0
    for (index, entity) in entities.enumerated() {
      tokenizer.appendWords(in: position..<entity.range.lowerBound)
      tokenizer.append(entity, index: index)
      position = entity.range.upperBound
    }
    tokenizer.appendWords(in: position..<scalars.count)
    return SplitWords.joined(tokenizer.output, of: scalars, lexicon: lexicon)
  }

  private init(scalars: [Unicode.Scalar], lexicon: Lexicon) {
    self.scalars = scalars
    self.lexicon = lexicon
    output.tokens.reserveCapacity(scalars.count / 5)
    output.symbols.reserveCapacity(scalars.count / 4)
    output.folded.reserveCapacity(scalars.count)
  }

  private mutating func append(_ entity: Entity, index: Int) {
    let start = output.symbols.count
    let kind = Token.Kind.entity(entity.kind)
    output.symbols.append(kind.symbol)
    output.tokens.append(Token(kind: kind, range: entity.range, symbols: start..<output.symbols.count, entity: index))
  }

  private mutating func appendWords(in range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      if Self.startsWord(scalars[position]) || isLonePipe(at: position, in: range) {
        position = appendWord(from: position, limit: range.upperBound)
      } else {
        position += 1
      }
    }
  }

  private static func startsWord(_ scalar: Unicode.Scalar) -> Bool {
    switch ScalarFolding.fold(scalar) {
    case .letter, .digit, .pair: true
    case .separator, .nothing: false
    }
  }

  /// Recognition reads a lone "I" as "|".
  private func isLonePipe(at position: Int, in range: Range<Int>) -> Bool {
    guard scalars[position] == "|" else { return false }
    let before = position == 0 || scalars[position - 1] == " " || scalars[position - 1] == "\n"
    return before && position + 1 < scalars.count && scalars[position + 1] == " "
  }

  private mutating func appendWord(from start: Int, limit: Int) -> Int {
    folding.reset()
    var token = Token(kind: .word, range: start..<start, symbols: 0..<0, entity: -1)
    var position = start
    var end = start
    var letters = 0
    var capitals = 0
    let spelledEnd = spelledOutEnd(from: start, limit: limit)
    token.isSplit = spelledEnd != nil
    while position < limit {
      let scalar = scalars[position]
      let folded: ScalarFolding.Folded = scalar == "|" ? .letter(0x69) : ScalarFolding.fold(scalar)
      if folded == .separator {
        let isInside = spelledEnd.map { position < $0 } ?? false
        guard let next = isInside ? position + 1 : continuation(at: position, limit: limit) else { break }
        position = next
        continue
      }
      if ScalarFolding.isStyled(scalar) { token.isStyled = true }
      if case .letter = folded {
        letters += 1
        if isCapital(scalar) { capitals += 1 }
      }
      folding.append(folded)
      position += 1
      end = position
    }
    folding.finish()
    token.range = start..<end
    token.isCapitalized = isCapital(scalars[start])
    token.isAllCaps = letters >= 2 && capitals == letters
    emit(token)
    return max(end, start + 1)
  }

  private mutating func emit(_ token: Token) {
    var token = token
    let start = output.symbols.count
    if folding.hasLetter {
      let word = folding.scalars
      let isKnown = lexicon.words[WordHash(word)] != nil
      let single = isKnown ? nil : DoubledLetters.undone(in: word) { lexicon.words[WordHash($0)] != nil }
      lexicon.appendSymbols(of: single ?? word, to: &output.symbols)
      token.isMixedScript = folding.isMixedScript
    } else {
      token.kind = .number
      output.symbols.append(token.kind.symbol)
      lexicon.appendSymbols(of: folding.scalars, to: &output.symbols)
    }
    token.symbols = start..<output.symbols.count
    token.folded = output.folded.count..<(output.folded.count + folding.scalars.count)
    output.folded += folding.scalars
    output.tokens.append(token)
  }

  /// Where a word goes on after an apostrophe, a separator in a number, or a hyphen at a line's end; nil if it ends.
  private func continuation(at position: Int, limit: Int) -> Int? {
    guard position > 0, position + 1 < limit else { return nil }
    let previous = scalars[position - 1]
    let next = scalars[position + 1]
    switch scalars[position] {
    case "'", "\u{2019}", "\u{2018}", "`", "\u{B4}":
      return Self.isLetter(previous) && Self.isLetter(next) ? position + 1 : nil
    case ",", ".":
      return previous.isASCIIDigit && next.isASCIIDigit ? position + 1 : nil
    case "-", "\u{2010}", "\u{AC}":
      guard next == "\n", Self.isLetter(previous), position + 2 < limit, Self.isLetter(scalars[position + 2])
      else { return nil }
      return position + 2
    default: return nil
    }
  }

  /// The end of a word with a mark between all of its letters, as senders write to evade filters: "v.e.r.i.f.y"; nil if there is
  /// none. Three letters are an abbreviation.
  private func spelledOutEnd(from start: Int, limit: Int) -> Int? {
    guard start + 1 < limit, [".", "-", "*", "_", "\u{B7}", "\u{2022}"].contains(scalars[start + 1]) else { return nil }
    let mark = scalars[start + 1]
    var end = start
    while end < min(limit, start + 2 * Self.spelledLetters.upperBound),
      Self.isLetter(scalars[end]) || end > start && scalars[end].isASCIIDigit
    {
      end += 1
      guard end + 1 < limit, scalars[end] == mark, Self.startsWord(scalars[end + 1]) else { break }
      end += 1
    }
    let goesOn = end < limit && Self.startsWord(scalars[end])
    return Self.spelledLetters.contains((end - start + 1) / 2) && !goesOn ? end : nil
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch ScalarFolding.fold(scalar) {
    case .letter, .pair: true
    default: false
    }
  }

  private func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIICapital || (scalar.value > 0xBF && scalar.properties.isUppercase)
  }
}
