internal import ScanModel

/// Corrects names with a fixed form: a shell prompt, which has an "@" after the user, and file extensions.
enum NameCorrection {
  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    words.map { $0.repaired(to: withRightEnding(withMark($0.text))) }
  }

  /// "rootqweb-03:~/src$": monospaced fonts draw "@" like a letter with a ring. Which letter stands for it is certain
  /// only after "root"; elsewhere only a single "q" counts.
  static func withMark(_ word: String) -> String {
    guard !word.contains("@"), let colon = word.firstIndex(of: ":"), isPath(word[word.index(after: colon)...]) else {
      return word
    }
    let name = word[..<colon]
    guard name.consists(of: { $0.isAlphanumeric || $0 == "-" || $0 == "." }) else { return word }
    let isRoot = name.hasPrefix("root") && name.count > 5
    let letters = name.filter { $0 == "q" }
    let place = isRoot ? name.index(name.startIndex, offsetBy: 4) : letters.count == 1 ? name.firstIndex(of: "q") : nil
    guard let place, "qea8G".contains(name[place]), place > name.startIndex else { return word }
    let host = name[name.index(after: place)...]
    return host.first?.isLetter == true ? name[..<place] + "@" + host + word[colon...] : word
  }

  /// Whether it is the path after the colon of a prompt.
  private static func isPath(_ text: Substring) -> Bool {
    (text.hasPrefix("~") || text.hasPrefix("/")) && (text.hasSuffix("$") || text.hasSuffix("#"))
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
