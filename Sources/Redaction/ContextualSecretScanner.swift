internal import TextEntities

/// Finds secrets by the words around them: codes, passwords and recovery phrases.
struct ContextualSecretScanner {
  private struct Word {
    var range: Range<Int>
    var folded: String
    /// Digits only, with single separators.
    var isNumber: Bool
  }

  /// Maximum number of words between "code" and a code after it.
  private static let reach = 7
  /// Words between two codes of a list, such as backup codes.
  private static let reachInList = 2
  /// Words between a number of a code's usual length and "code" after it.
  private static let reachBack = 18
  private static let codeWords: Set<String> = [
    "code", "codes", "otp", "passcode", "pin", "tan", "cvv", "cvc", "codigo", "codice", "verification",
    "verificatiecode", "bestatigungscode", "sicherheitscode", "zahlencode", "einmalcode", "pincode", "token", "clave",
    "pushtan", "mtan", "chiptan",
  ]
  private static let passwordWords: Set<String> = [
    "password", "passwort", "kennwort", "contrasena", "senha", "wachtwoord", "passphrase", "pwd", "passwd",
  ]
  /// Words that introduce a recovery phrase.
  private static let seedCues: Set<String> = [
    "seed", "recovery", "mnemonic", "backup", "secret", "wiederherstellung", "words", "phrase",
  ]
  /// Common words that are not in the word list of BIP 39, from which recovery phrases are made.
  private static let sentenceWords: Set<String> = [
    "the", "and", "was", "were", "are", "has", "had", "his", "her", "our", "their", "from", "with", "for", "not", "but",
    "which", "would", "could", "been", "does", "did", "they", "them", "these", "those", "than", "who", "while", "into",
    "its", "out", "your", "yours", "und", "der", "die", "das", "ist", "que", "los", "las", "por", "per", "les", "des",
    "een", "het", "van", "con", "una", "del",
  ]
  private static let phraseLength = 12
  private static let copulas = ["is ", "ist ", "es ", "est ", "é ", "è ", "É ", "È "].map { Array($0.unicodeScalars) }

  private let scalars: [Unicode.Scalar]
  private let words: [Word]

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    words = Self.words(in: scalars)
  }

  /// One-time codes near words such as "code", and passwords after "password:" or "password is".
  func codesAndPasswords(skipping entities: [Entity]) -> [TextRedactor.Finding] {
    var findings: [TextRedactor.Finding] = []
    // The last word up to which a number counts as a code.
    var lastReached = Int.min
    var waiting: [Int] = []
    var taken = 0
    var passwordEnd = 0
    for (index, word) in words.enumerated() {
      while taken < entities.count, entities[taken].range.upperBound <= word.range.lowerBound { taken += 1 }
      if isLabel(word) {
        lastReached = max(lastReached, index + Self.reachInList)
      } else if Self.codeWords.contains(word.folded) {
        findings += waiting.filter { isNamed($0, by: index) }.map { code(words[$0]) }
        waiting.removeAll()
        lastReached = index + Self.reach
      } else if isCode(word), !(taken < entities.count && entities[taken].range.overlaps(word.range)) {
        if index <= lastReached {
          findings.append(code(word))
          lastReached = max(lastReached, index + Self.reachInList)
        } else {
          waiting.append(index)
        }
      }
      if isPassword(index), let secret = password(after: word.range.upperBound, lastEnd: passwordEnd) {
        findings.append(.init(range: secret, label: .password))
        passwordEnd = secret.upperBound
      }
    }
    return findings
  }

  /// "password", "mot de passe", "palavra-passe".
  private func isPassword(_ index: Int) -> Bool {
    if Self.passwordWords.contains(words[index].folded) { return true }
    guard words[index].folded == "passe", index > 0 else { return false }
    return words[index - 1].folded == "palavra"
      || index > 1 && words[index - 1].folded == "de" && words[index - 2].folded == "mot"
  }

  /// Twelve or more words in a row that can be a recovery phrase.
  func seedPhrases() -> [TextRedactor.Finding] {
    var findings: [TextRedactor.Finding] = []
    var run: [Int] = []
    func close() {
      // The words that introduce the phrase are not part of it.
      let phrase = run.drop { Self.seedCues.contains(words[$0].folded) }
      if phrase.count >= Self.phraseLength, let first = phrase.first, let last = phrase.last {
        findings.append(.init(range: words[first].range.lowerBound..<words[last].range.upperBound, label: .seedPhrase))
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

  /// Whether "code" at word `cue` refers to the number at the earlier word `number`.
  private func isNamed(_ number: Int, by cue: Int) -> Bool {
    cue - number
      <= (words[number].isNumber && (5...8).contains(words[number].range.count) ? Self.reachBack : Self.reach)
  }

  /// Words of BIP 39 have three to eight lowercase letters.
  private func isPhraseWord(_ word: Word) -> Bool {
    (3...8).contains(word.range.count) && !Self.sentenceWords.contains(word.folded)
      && word.folded.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
      && scalars[word.range].allSatisfy { !("A"..."Z").contains($0) }
  }

  /// Whether only spaces, numbers and list markers separate the word from the one before.
  private func isNear(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let gap = words[index - 1].range.upperBound..<words[index].range.lowerBound
    return gap.count <= 4 && scalars[gap].allSatisfy { $0.isWhiteSpace || ".,)-:".unicodeScalars.contains($0) }
  }

  /// Whether it is the label of a redacted code.
  private func isLabel(_ word: Word) -> Bool {
    let outside = word.range.lowerBound - 1..<word.range.upperBound + 1
    return outside.lowerBound >= 0 && outside.upperBound <= scalars.count
      && scalars[outside].elementsEqual(TextRedactor.Label.code.rawValue.unicodeScalars)
  }

  private func code(_ word: Word) -> TextRedactor.Finding { .init(range: word.range, label: .code) }

  private func isCode(_ word: Word) -> Bool {
    let digits = scalars[word.range].count { $0.isASCIIDigit }
    return (3...10).contains(digits) && (word.isNumber || (4...12).contains(word.range.count))
  }

  /// The word after the word "password" and ":", "=" or "is".
  ///
  /// A password that begins inside the last one ends where that ended, and its end is not searched for again: in
  /// "password:password:password:" that would take the square of the length.
  private func password(after end: Int, lastEnd: Int) -> Range<Int>? {
    var position = end
    var isIntroduced = false
    while position < scalars.count, position - end < 12 {
      if scalars[position] == ":" || scalars[position] == "=" {
        isIntroduced = true
        position += 1
      } else if scalars[position] == " " {
        position += 1
      } else if !isIntroduced, let next = copula(at: position) {
        isIntroduced = true
        position = next
      } else {
        break
      }
    }
    guard isIntroduced, position < scalars.count, !scalars[position].isWhiteSpace, scalars[position] != "[" else {
      return nil
    }
    var last = max(position, lastEnd)
    while position >= lastEnd, last < scalars.count, !scalars[last].isWhiteSpace { last += 1 }
    return position..<last
  }

  private func copula(at position: Int) -> Int? {
    for word in Self.copulas
    where scalars[position...].starts(with: word, by: { $0.asciiLowercased == $1.asciiLowercased }) {
      let next = position + word.count
      // "password is wrong" is a sentence, "password is hunter2" a password.
      let isSecret = scalars[next...].prefix { !$0.isWhiteSpace }.contains { !$0.isASCIILetter && $0 != "." }
      return isSecret ? next : nil
    }
    return nil
  }

  private static func words(in scalars: [Unicode.Scalar]) -> [Word] {
    var words: [Word] = []
    var position = 0
    while position < scalars.count {
      guard isWordScalar(scalars[position]) else {
        position += 1
        continue
      }
      let start = position
      var isNumber = true
      while position < scalars.count, isWordScalar(scalars[position]) || joinsDigits(scalars, position) {
        if !scalars[position].isASCIIDigit, isWordScalar(scalars[position]) { isNumber = false }
        position += 1
      }
      words.append(Word(range: start..<position, folded: folded(scalars[start..<position]), isNumber: isNumber))
    }
    return words
  }

  /// "482-913" and "482 913" are one code.
  private static func joinsDigits(_ scalars: [Unicode.Scalar], _ position: Int) -> Bool {
    guard scalars[position] == "-" || scalars[position] == " ", position >= 3, position + 3 < scalars.count else {
      return false
    }
    let isPair =
      (position - 3..<position).allSatisfy { scalars[$0].isASCIIDigit }
      && (position + 1...position + 3).allSatisfy { scalars[$0].isASCIIDigit }
    let isAlone =
      (position == 3 || !isWordScalar(scalars[position - 4]))
      && (position + 4 >= scalars.count || !isWordScalar(scalars[position + 4]))
    return isPair && isAlone
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? scalar.isASCIIAlphanumeric : ScalarFolding.fold(scalar) != .separator
  }

  /// Lowercase letters without accents. Common misreadings are not folded.
  private static func folded(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    for scalar in scalars.prefix(24) {
      switch ScalarFolding.fold(scalar) {
      case .letter(let value), .digit(let value):
        if let folded = Unicode.Scalar(value) { view.append(folded) }
      case .pair(let first, let second):
        for value in [first, second] { if let folded = Unicode.Scalar(value) { view.append(folded) } }
      case .nothing, .separator: break
      }
    }
    return String(view)
  }
}
