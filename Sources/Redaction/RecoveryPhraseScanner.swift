internal import TextEntities

/// Finds the recovery phrases of wallets (seed phrases): twelve or more words in a row that make no sentence.
struct RecoveryPhraseScanner {
  /// Words that introduce a recovery phrase.
  private static let introductions: Set<String> = [
    "seed", "recovery", "mnemonic", "backup", "secret", "wiederherstellung", "words", "phrase",
  ]
  /// Common words that are not in the word list of BIP 39, from which recovery phrases are made.
  private static let sentenceWords: Set<String> = [
    "the", "and", "was", "were", "are", "has", "had", "his", "her", "our", "their", "from", "with", "for", "not", "but",
    "which", "would", "could", "been", "does", "did", "they", "them", "these", "those", "than", "who", "while", "into",
    "its", "out", "your", "yours", "und", "der", "die", "das", "ist", "que", "los", "las", "por", "per", "les", "des",
    "een", "het", "van", "con", "una", "del",
  ]
  private static let minimumLength = 12

  let scalars: [Unicode.Scalar]
  let words: [FoldedWord]

  func findings() -> [TextRedactor.Finding] {
    var findings: [TextRedactor.Finding] = []
    var run: [Int] = []
    func close() {
      // The words that introduce the phrase are not part of it.
      let phrase = run.drop { Self.introductions.contains(words[$0].folded) }
      if phrase.count >= Self.minimumLength, let first = phrase.first, let last = phrase.last {
        let range = words[first].range.lowerBound..<words[last].range.upperBound
        findings.append(.init(range: range, label: .recoveryPhrase))
      }
      run.removeAll(keepingCapacity: true)
    }
    for index in words.indices {
      if isPhraseWord(words[index]), isNear(index) {
        run.append(index)
      } else if words[index].isNumber, words[index].range.count <= 2 {
        continue  // "1. apple 2. river"
      } else {
        close()
        if isPhraseWord(words[index]) { run.append(index) }
      }
    }
    close()
    return findings
  }

  /// Words of BIP 39 have three to eight lowercase letters.
  private func isPhraseWord(_ word: FoldedWord) -> Bool {
    (3...8).contains(word.range.count) && !Self.sentenceWords.contains(word.folded)
      && word.folded.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
      && !scalars[word.range].contains(where: \.isASCIICapital)
  }

  /// Whether only spaces, numbers and list markers separate the word from the one before.
  private func isNear(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let gap = words[index - 1].range.upperBound..<words[index].range.lowerBound
    return gap.count <= 4 && scalars[gap].allSatisfy { $0.isWhiteSpace || ".,)-:".unicodeScalars.contains($0) }
  }
}
