internal import ScanModel

/// Tells program text and commands from prose.
enum CodeLine {
  static func looksLikeCode(_ words: [RecognizedWord]) -> Bool { words.contains { isCode($0.text) } }

  private static func isCode(_ word: String) -> Bool {
    let scalars = Array(word.unicodeScalars)
    guard scalars.count > 1, let last = scalars.last else { return false }
    // Options and paths: "-sh", "--force", "~/.cache", "./run", "/usr/bin".
    if scalars[0] == "-", scalars.dropFirst().allSatisfy({ $0.isSmall || $0 == "-" }) { return true }
    if word.hasPrefix("~/") || word.hasPrefix("./") || word.hasPrefix("../") { return true }
    if scalars[0] == "/", scalars[1].isSmall, scalars.dropFirst().contains("/") { return true }
    // Prompts and variables: "user@host:~$", "$HOME".
    if last == "$", scalars.contains(where: { $0 == ":" || $0 == "~" }) { return true }
    if scalars[0] == "$", scalars[1].isLetter { return true }
    // Brackets and operators of program text.
    if ["()", "[]", "{}", "::", "->", "=>", "==", "&&", "();", "):", "${", "/*", "//!"].contains(where: word.contains) {
      return !word.contains("://")
    }
    return last == ";" && scalars.dropLast().contains { $0 == "(" || $0 == "=" || $0 == "}" }
  }
}
