internal import TextEntities

/// Finds one-time codes and passwords by the words around them.
struct CodeAndPasswordScanner {
  /// Maximum number of words between "code" and a code after it.
  private static let reach = 7
  /// Words between two codes of a list, such as backup codes.
  private static let reachInList = 2
  /// Words between a number of a code's usual length and "code" after it.
  private static let reachBack = 18
  static let codeWords: Set<String> = [
    "code", "codes", "otp", "passcode", "pin", "tan", "cvv", "cvc", "codigo", "codice", "verification",
    "verificatiecode", "bestatigungscode", "sicherheitscode", "zahlencode", "einmalcode", "pincode", "token", "clave",
    "pushtan", "mtan", "chiptan",
  ]
  static let passwordWords: Set<String> = [
    "password", "passwort", "kennwort", "contrasena", "senha", "wachtwoord", "passphrase", "pwd", "passwd",
  ]
  private static let copulas = ["is ", "ist ", "es ", "est ", "é ", "è ", "É ", "È "].map { Array($0.unicodeScalars) }

  let scalars: [Unicode.Scalar]
  let words: [FoldedWord]

  /// One-time codes near words such as "code", and passwords after "password:" or "password is".
  func findings(skipping entities: [Entity]) -> [TextRedactor.Finding] {
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

  /// Whether "code" at word `cue` refers to the number at the earlier word `number`.
  private func isNamed(_ number: Int, by cue: Int) -> Bool {
    cue - number
      <= (words[number].isNumber && (5...8).contains(words[number].range.count) ? Self.reachBack : Self.reach)
  }

  /// Whether it is the label of a redacted code.
  private func isLabel(_ word: FoldedWord) -> Bool {
    let outside = word.range.lowerBound - 1..<word.range.upperBound + 1
    return outside.lowerBound >= 0 && outside.upperBound <= scalars.count
      && scalars[outside].elementsEqual(TextRedactor.Label.code.rawValue.unicodeScalars)
  }

  private func code(_ word: FoldedWord) -> TextRedactor.Finding { .init(range: word.range, label: .code) }

  private func isCode(_ word: FoldedWord) -> Bool {
    let digits = scalars[word.range].count { $0.isASCIIDigit }
    return (3...10).contains(digits) && (word.isNumber || (4...12).contains(word.range.count))
  }

  /// The word after the word "password" and ":", "=" or "is". One that begins inside the last one ends where that
  /// ended: searching again for its end would take the square of the length in "password:password:password:".
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
}
