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
  private static let copulas = ["is", "ist", "es", "est", "é", "è", "É", "È", "-", "–"].map { Array($0.unicodeScalars) }
  /// Names of values that are secrets where a program reads them: "API_KEY=...", "token=...".
  private static let assignedWords: Set<String> = ["apikey", "key", "secret", "token"]
  /// Before "code", they make it one of a place or of a fault.
  private static let otherCodes: Set<String> = [
    "area", "country", "dialing", "dialling", "error", "exit", "http", "post", "postal", "status", "zip",
  ]
  /// Before the number of a year.
  private static let prepositions: Set<String> = ["of", "in", "since", "from"]

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
      } else if isCode(named: index) {
        if let code = letters(after: word.range.upperBound) { findings.append(.init(range: code, label: .code)) }
        findings += waiting.filter { isNamed($0, by: index) }.map { code(words[$0]) }
        waiting.removeAll()
        lastReached = index + Self.reach
      } else if isCode(word), !isYear(index), !(taken < entities.count && entities[taken].range.overlaps(word.range)) {
        if index <= lastReached {
          findings.append(code(word))
          lastReached = max(lastReached, index + Self.reachInList)
        } else {
          waiting.append(index)
        }
      }
      let end = word.range.upperBound
      let secret =
        isPassword(index)
        ? password(after: end, lastEnd: passwordEnd)
        : value(assignedTo: word) ?? credentials(after: index)
      if let secret {
        findings.append(.init(range: secret, label: .password))
        passwordEnd = secret.upperBound
      }
    }
    return findings
  }

  /// Whether this word says that a code is near.
  private func isCode(named index: Int) -> Bool {
    guard Self.codeWords.contains(words[index].folded) else { return false }
    guard words[index].folded == "code" || words[index].folded == "codes", index > 0 else { return true }
    // "error code", "HTTP 404 code".
    let before = index > 1 && words[index - 1].isNumber ? words[index - 2] : words[index - 1]
    return !Self.otherCodes.contains(before.folded)
  }

  /// "of 1985".
  private func isYear(_ index: Int) -> Bool {
    let digits = scalars[words[index].range]
    return index > 0 && digits.count == 4 && digits.allSatisfy(\.isASCIIDigit)
      && ["19", "20"].contains(scalars.string(words[index].range.prefix(2)))
      && Self.prepositions.contains(words[index - 1].folded)
  }

  /// A code of capitals alone: "code: ABCDEF".
  private func letters(after end: Int) -> Range<Int>? {
    guard end + 1 < scalars.count, scalars[end] == ":" else { return nil }
    let start = scalars[(end + 1)...].prefix(3).firstIndex { $0 != " " } ?? end
    let code = scalars[start...].prefix { $0.isASCIICapital }.indices
    let rest = scalars[code.upperBound...].prefix(2)
    guard (5...8).contains(code.count), rest.first.map({ $0.isWhiteSpace || $0 == "." }) ?? true else { return nil }
    // Not the first word of a sentence in capitals.
    return rest.first == " " ? nil : code
  }

  /// "API_KEY=abcd1234", "token=hunter2"; not what names a number of a list ("key=1").
  private func value(assignedTo word: FoldedWord) -> Range<Int>? {
    let start = word.range.upperBound + 1
    guard Self.assignedWords.contains(word.folded), start < scalars.count, scalars[start - 1] == "=" else { return nil }
    var value = scalars[start...].prefix { $0.isASCIIAlphanumeric || "_-./+".unicodeScalars.contains($0) }
    if value.last == "." { value.removeLast() }
    return value.count >= 4 && value.contains(where: \.isASCIIDigit) ? value.indices : nil
  }

  /// "Authorization: Bearer ...", "curl -u anna:hunter2".
  private func credentials(after index: Int) -> Range<Int>? {
    let (word, end) = (words[index], words[index].range.upperBound)
    guard end + 1 < scalars.count, scalars[end] == " ", !scalars[end + 1].isWhiteSpace, scalars[end + 1] != "[" else {
      return nil
    }
    let run = scalars[(end + 1)...].prefix { !$0.isWhiteSpace }
    switch word.folded {
    case "bearer", "basic": return index > 0 && words[index - 1].folded == "authorization" ? run.indices : nil
    case "u", "user":
      guard word.range.lowerBound > 0, scalars[word.range.lowerBound - 1] == "-", run.contains(":"),
        words[..<index].suffix(Self.reach).contains(where: { $0.folded == "curl" })
      else { return nil }
      return run.indices
    default: return nil
    }
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

  /// The word after the word "password" and ":", "=", "is" or a dash, or in quotation marks, as in JSON; after a colon at
  /// the end of a line, the only word of the next one. One that begins inside the last one ends where that ended:
  /// searching again for its end would take the square of the length in "password:password:password:".
  private func password(after end: Int, lastEnd: Int) -> Range<Int>? {
    var position = end
    var isIntroduced = false
    if position < scalars.count, scalars[position] == "\"" { position += 1 }
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
    guard isIntroduced else { return nil }
    let lineEnd = scalars[position...].prefix(2).drop { $0 == "\r" }
    let isOnNextLine = lineEnd.first == "\n"
    if isOnNextLine { position = lineEnd.startIndex + 1 }
    guard position < scalars.count, !scalars[position].isWhiteSpace, scalars[position] != "[" else { return nil }
    if scalars[position] == "\"",
      let close = scalars[(position + 1)...].prefix(64).firstIndex(where: { $0 == "\"" || $0 == "\n" }),
      scalars[close] == "\"", close > position + 1, scalars[position + 1] != "["
    {
      return position + 1..<close
    }
    var last = max(position, lastEnd)
    while position >= lastEnd, last < scalars.count, !scalars[last].isWhiteSpace { last += 1 }
    let isAlone = scalars[last...].first { $0 != " " && $0 != "\r" } ?? "\n" == "\n"
    return isOnNextLine && !isAlone ? nil : position..<last
  }

  private func copula(at position: Int) -> Int? {
    for word in Self.copulas
    where scalars[position...].starts(with: word, by: { $0.asciiLowercased == $1.asciiLowercased }) {
      var next = position + word.count
      // "password is: hunter2".
      if next < scalars.count, scalars[next] == ":" { next += 1 }
      guard next < scalars.count, scalars[next] == " " else { continue }
      next += 1
      // "password is wrong" is a sentence, "password is hunter2" a password.
      let isSecret = scalars[next...].prefix { !$0.isWhiteSpace }.contains { !$0.isASCIILetter && $0 != "." }
      return isSecret ? next : nil
    }
    return nil
  }
}
