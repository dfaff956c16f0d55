package import ScanModel

/// Corrects known recognition errors on screens and drops what is not text.
///
/// Pure, and run by the caller of the worker: a compromised worker gains nothing from the rules. The raw reading is
/// kept beside the corrected one (`RecognizedWord.rawText`). A rule acts only if the corrected reading is certain by
/// itself: a check digit, a domain that exists, a grammar that leaves one possibility. Letters of a link that could
/// hide a look-alike ("rn" for "m" in a name) are never changed; risk analysis sees both readings.
package enum PostCorrection {
  /// The corrected page, and whether all of it was corrected: each rule asks `shouldStop` before each line or block,
  /// and true leaves the rest as it was read. The time is linear in the number of words and in their length.
  package static func repaired(
    _ text: RecognizedText, shouldStop: () -> Bool = { false }
  ) -> (text: RecognizedText, isComplete: Bool) {
    var isComplete = true
    func goesOn() -> Bool {
      isComplete = isComplete && !shouldStop()
      return isComplete
    }
    var searches = WalletCorrection.maximumSearches
    var lines = NoiseFilter.readable(text.lines, while: goesOn)
    for index in lines.indices where goesOn() {
      let next = index + 1 < lines.count && lines[index + 1].block == lines[index].block ? lines[index + 1] : nil
      let context = LineContext(
        languages: lines[index].language.map { [$0] } ?? text.languages, nextWord: next?.words.first?.text,
        isCode: lines[index].words.contains { isCode($0.text) })
      let words = SpacingCorrection.repaired(VerticalBarCorrection.repaired(lines[index].words, context), context)
      lines[index].words = WalletCorrection.repaired(corrections.reduce(words) { $1($0) }, searches: &searches)
    }
    CodeCorrection.repair(&lines, while: goesOn)
    LineEndCorrection.join(&lines, while: goesOn)
    return (RecognizedText(lines: lines, languages: text.languages, isPartial: text.isPartial), isComplete)
  }

  /// In their order: links, then numbers.
  private static let corrections: [@Sendable ([RecognizedWord]) -> [RecognizedWord]] = [
    NameCorrection.repaired, URLSchemeCorrection.repaired, LinkSpaceCorrection.repaired, MailAddressCorrection.repaired,
    DomainCorrection.repaired, ZeroCorrection.repaired, AmountCorrection.repaired, PhoneCorrection.repaired,
    IBANCorrection.repaired,
  ]

  /// Whether a word is of program text or of a command, not of prose.
  static func isCode(_ word: String) -> Bool {
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

/// What the rules for one line need besides its words.
struct LineContext {
  /// Languages of the engine, as Tesseract names them; empty if unknown.
  var languages: [String] = []
  /// The first word of the next line of the block.
  var nextWord: String?
  /// Whether the line is program text or a command, in which "|" and letters among digits have a meaning.
  var isCode = false

  var hasEnglish: Bool { languages.isEmpty || languages.contains("eng") }
  var isEnglish: Bool { languages.isEmpty || languages == ["eng"] }
}
