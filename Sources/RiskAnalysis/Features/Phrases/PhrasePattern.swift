internal import TextEntities

/// A recursive-descent parser for one phrase.
struct PhraseParser {
  typealias Part = PhrasePattern.Part
  typealias Problem = PhrasePattern.Problem

  private static let maximumDepth = 4
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Reused for every word, to allocate once.
  private var folding = WordFolding()

  init(_ source: String) { scalars = Array(source.unicodeScalars) }

  mutating func parse() throws(Problem) -> [Part] {
    let result = try sequence(depth: 0)
    if let next { throw Problem(reason: "unexpected \"\(next)\"") }
    return result
  }

  /// Parses parts up to the end of the phrase, a closing bracket, or a "|" inside brackets.
  private mutating func sequence(depth: Int) throws(Problem) -> [Part] {
    guard depth <= Self.maximumDepth else { throw Problem(reason: "nested too deeply") }
    var parts: [Part] = []
    while let scalar = next {
      if scalar == ")" || scalar == "]" || (scalar == "|" && depth > 0) { break }
      if scalar.isWhiteSpace {
        position += 1
        continue
      }
      switch scalar {
      case "(": parts.append(.choice(try choices(depth: depth, closing: ")")))
      case "[": parts.append(.choice(try choices(depth: depth, closing: "]") + [[]]))
      case "<": parts.append(try tokenClass())
      case ".": parts.append(try gap())
      default: parts += try words()
      }
    }
    return parts
  }

  private mutating func choices(depth: Int, closing: Unicode.Scalar) throws(Problem) -> [[Part]] {
    var choices: [[Part]] = []
    repeat {
      position += 1
      let choice = try sequence(depth: depth + 1)
      if choice.isEmpty { throw Problem(reason: "an alternative is empty") }
      choices.append(choice)
    } while next == "|"
    guard next == closing else { throw Problem(reason: "missing \"\(closing)\"") }
    position += 1
    return choices
  }

  private mutating func tokenClass() throws(Problem) -> Part {
    let written = scalars[(position + 1)...].prefix { $0 != ">" }
    let name = String(String.UnicodeScalarView(written))
    position = written.endIndex + 1
    guard let symbol = Lexicon.tokenClasses[name] else { throw Problem(reason: "unknown class <\(name)>") }
    return .tokenClass(symbol)
  }

  private mutating func gap() throws(Problem) -> Part {
    guard position + 2 < scalars.count, scalars[position + 1] == ".", scalars[position + 2] == "." else {
      throw Problem(reason: "a gap is written with three full stops")
    }
    let digits = scalars[(position + 3)...].prefix(while: \.isASCIIDigit)
    position = digits.endIndex
    if digits.isEmpty { return .gap(PhrasePattern.defaultGap) }
    guard let length = Int(String(String.UnicodeScalarView(digits))), (1...PhrasePattern.maximumGap).contains(length)
    else {
      throw Problem(reason: "a gap is 1 to \(PhrasePattern.maximumGap) words")
    }
    return .gap(length)
  }

  /// Parses one written word, which may be several tokens ("sign-in"), or a prefix ("verif*").
  private mutating func words() throws(Problem) -> [Part] {
    var elements: [Part] = []
    folding.reset()
    while let scalar = next {
      if scalar == "*" {
        folding.finish()
        guard folding.scalars.count >= Lexicon.minimumPrefixLength else {
          throw Problem(reason: "the beginning before \"*\" needs \(Lexicon.minimumPrefixLength) letters")
        }
        elements.append(.prefix(WordHash(folding.scalars)))
        position += 1
        return elements
      }
      if "()[]<>|".unicodeScalars.contains(scalar) || scalar.isWhiteSpace { break }
      let folded = ScalarFolding.fold(scalar)
      if folded != .separator {
        folding.append(folded)
      } else if scalar != "'", scalar != "\u{2019}" {
        endWord(&elements)
      }
      position += 1
    }
    endWord(&elements)
    if elements.isEmpty { throw Problem(reason: "a word without letters") }
    return elements
  }

  private mutating func endWord(_ elements: inout [Part]) {
    folding.finish()
    if !folding.scalars.isEmpty { elements.append(.word(WordHash(folding.scalars))) }
    folding.reset()
  }
}

/// A parsed phrase of a rule file. Anything other than this syntax is a word:
///
///     your (account|card) ... (blocked|suspend*)   alternatives, a gap of up to 4 words, a prefix
///     [please] call <phone>                        optional words, a class of tokens
///     send ...8 <amount>                           a gap of up to 8 words
///
/// `Lexicon.tokenClasses` lists the classes. Case, accents and common misreadings do not matter.
struct PhrasePattern: Equatable {
  indirect enum Part: Equatable {
    case word(WordHash)
    case prefix(WordHash)
    case tokenClass(Lexicon.Symbol)
    /// Up to this many tokens of any kind.
    case gap(Int)
    /// One of several sequences; an empty one makes the part optional.
    case choice([[Part]])
  }

  struct Problem: Error, Equatable {
    var reason: String
  }

  static let defaultGap = 4
  /// Tokens. Words farther apart are unrelated.
  static let maximumGap = 20

  let parts: [Part]

  init(_ source: String) throws(Problem) {
    var parser = PhraseParser(source)
    parts = try parser.parse()
    if parts.isEmpty { throw Problem(reason: "a phrase must not be empty") }
    if case .gap = parts[0] { throw Problem(reason: "a phrase must not begin with a gap") }
    if case .gap = parts[parts.count - 1] { throw Problem(reason: "a phrase must not end with a gap") }
    for (one, next) in zip(parts, parts.dropFirst()) {
      if case .gap = one, case .gap = next { throw Problem(reason: "two gaps stand next to each other") }
    }
    if !parts.contains(where: Self.isCertain) { throw Problem(reason: "a phrase needs at least one certain word") }
  }

  /// Whether a part requires a word.
  private static func isCertain(_ part: Part) -> Bool {
    switch part {
    case .word, .prefix: true
    case .tokenClass(let symbol): symbol != Lexicon.tokenClasses["word"]
    case .gap: false
    case .choice(let choices): choices.allSatisfy { $0.contains(where: isCertain) }
    }
  }
}
