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
