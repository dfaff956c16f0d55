internal import ScanModel

/// Corrects spaces the engine missed or invented: "Iam" is two words, "size _t" is one.
enum SpacingCorrection {
  /// Bytes; no name is longer, and joining without end would take the square of the length.
  private static let longestName = 2_048

  static func repaired(_ words: [RecognizedWord], _ context: LineContext) -> [RecognizedWord] {
    let words = joinedNames(words)
    guard context.hasEnglish, !context.isCode else { return words }
    return words.enumerated().flatMap { pieces(of: $1, after: $0 > 0 ? words[$0 - 1].text : nil) }
  }

  /// Joins file names and identifiers: a piece that starts or ends with "_", closer than a space is wide.
  private static func joinedNames(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { $0.text.hasPrefix("_") || $0.text.hasSuffix("_") }) else { return words }
    return words.joiningNeighbors { last, word in
      guard last.text.hasSuffix("_") || word.text.hasPrefix("_"),
        last.text.lastScalar?.isAlphanumeric == true || word.text.firstScalar?.isAlphanumeric == true,
        last.gap(to: word) < WordGap.tight, last.text.utf8.count + word.text.utf8.count <= longestName
      else { return nil }
      return last.text + word.text
    }
  }

  /// Splits the pronoun from its verb if together they do not form a word in any supported language.
  private static func pieces(of word: RecognizedWord, after previous: String?) -> [RecognizedWord] {
    guard let first = word.text.firstScalar, word.text.utf8.count <= 14 else { return [word] }
    if word.text == "Tf" { return [word.repaired(to: "If")] }
    // "lam" too, but not in "on the lam".
    let isPronoun = first == "I" || first == "|" || word.text == "lam" && previous != "the"
    guard isPronoun else { return [word] }
    let rest = word.text.dropFirst()
    var verb = rest[...]
    while let last = verb.lastScalar, !last.isLetter { verb.unicodeScalars.removeLast() }
    return verbs.contains(String(verb)) ? word.split(into: ["I", String(rest)]) : [word]
  }

  private static let verbs: Set<String> = [
    "am", "have", "had", "was", "will", "would", "could", "should", "did", "didn't", "don't", "can't", "think",
    "thought", "know", "need", "want", "hope", "just", "love", "saw", "got", "can", "might", "never", "really",
    "wanted", "sent",
  ]
}

/// Corrects names with a fixed form: a shell prompt, which has an "@" after the user, and file extensions.
enum NameCorrection {
  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    words.map { $0.repaired(to: withRightEnding(withMark($0.text))) }
  }

  /// "rootqweb-03:~/src$": monospaced fonts draw "@" like a letter with a ring. Which letter stands for it is certain
  /// only after "root"; elsewhere only a single "q" counts.
  static func withMark(_ word: String) -> String {
    guard !word.contains("@"), let colon = word.firstIndex(of: ":") else { return word }
    let path = word[word.index(after: colon)...]
    guard path.hasPrefix("~") || path.hasPrefix("/"), path.hasSuffix("$") || path.hasSuffix("#") else { return word }
    let name = word[..<colon]
    guard name.consists(of: { $0.isAlphanumeric || $0 == "-" || $0 == "." }) else { return word }
    let isRoot = name.hasPrefix("root") && name.count > 5
    let letters = name.filter { $0 == "q" }
    let place = isRoot ? name.index(name.startIndex, offsetBy: 4) : letters.count == 1 ? name.firstIndex(of: "q") : nil
    guard let place, "qea8G".contains(name[place]), place > name.startIndex else { return word }
    let host = name[name.index(after: place)...]
    return host.first?.isLetter == true ? name[..<place] + "@" + host + word[colon...] : word
  }

  private static let endings: Set<String> = ["xlsx", "xls", "html", "htm", "xml", "sql", "yaml", "yml", "toml"]

  /// "report.xIsx": a capital among the lower-case letters of a known extension.
  static func withRightEnding(_ word: String) -> String {
    guard let point = word.lastIndex(of: ".") else { return word }
    let ending = word[word.index(after: point)...]
    guard ending.contains("I"), ending.contains(where: \.isLowercase) else { return word }
    let right = String(ending.map { $0 == "I" ? "l" : $0 })
    return endings.contains(right) ? word[...point] + right : word
  }
}
