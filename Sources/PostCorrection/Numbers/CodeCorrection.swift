internal import ScanModel

/// Corrects letters in one-time codes: "your code is 48291O". A code is near a word that announces one and has four to
/// eight characters, of which one or two are O, l, I or "|" among digits. Codes of letters and digits avoid these.
enum CodeCorrection {
  /// Most words between the code and the word that announces it.
  private static let reach = 8
  private static let cues: Set<String> = [
    "code", "codes", "otp", "passcode", "pin", "tan", "pushtan", "verification", "codigo", "código", "codice", "2fa",
    "security", "sicherheitscode", "bestätigungscode", "einmalcode", "passwort", "password", "code:", "one-time",
  ]
  private static let marks = ".,;:!?)\"'\u{201D}"

  /// `goesOn` is asked before each block.
  static func repair(_ lines: inout [RecognizedLine], while goesOn: () -> Bool) {
    var start = 0
    while start < lines.count, goesOn() {
      var end = start + 1
      while end < lines.count, lines[end].block == lines[start].block { end += 1 }
      repairBlock(start..<end, &lines)
      start = end
    }
  }

  private static func repairBlock(_ range: Range<Int>, _ lines: inout [RecognizedLine]) {
    let places = range.flatMap { line in lines[line].words.indices.map { (line: line, word: $0) } }
    func text(_ place: Int) -> String { lines[places[place].line].words[places[place].word].text }
    let announcing = places.indices.filter { cues.contains(text($0).withoutFinal(marks).lowercased()) }
    guard !announcing.isEmpty else { return }
    // Both are ascending, so the first announcing word within reach only moves forward.
    var near = 0
    for place in places.indices {
      while near < announcing.count, announcing[near] < place - reach { near += 1 }
      guard near < announcing.count else { return }
      guard announcing[near] <= place + reach, let digits = digits(text(place)) else { continue }
      let (line, word) = places[place]
      lines[line].words[word] = lines[line].words[word].repaired(to: digits)
    }
  }

  /// The code as digits; nil if the word is not a code or needs no correction.
  static func digits(_ word: String) -> String? {
    let core = word.withoutFinal(marks)
    // "G-48291O" names its sender.
    let prefix = core.count > 2 && core.dropFirst().first == "-" ? core.prefix(2) : ""
    let body = core.dropFirst(prefix.count)
    let places = body.unicodeScalars.filter { $0 != "-" }
    let letters = places.count(where: DigitLookalikes.isLikely)
    let digits = places.count(where: \.isDigit)
    guard (4...8).contains(places.count), (1...2).contains(letters), digits + letters == places.count, digits > letters
    else { return nil }
    return DigitLookalikes.digits(body, marks: "-").map { prefix + $0 + word.dropFirst(core.count) }
  }
}

/// Letters read where only digits can be: O for 0, l, I and | for 1, S for 5, B for 8.
enum DigitLookalikes {
  static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "0"..."9": scalar
    case "O", "o", "Q", "D", "@", "®", "©", "Ø", "ø": "0"
    case "l", "I", "|", "i", "!": "1"
    case "Z", "z": "2"
    case "S", "s": "5"
    case "B": "8"
    default: nil
    }
  }

  /// The letters most often confused with digits. The others need more than their position to count as digits.
  static func isLikely(_ scalar: Unicode.Scalar) -> Bool { "OolI|".unicodeScalars.contains(scalar) }

  /// The text with digits for every look-alike letter; nil if anything but digits and `marks` remains.
  static func digits(_ text: some StringProtocol, marks: String = "") -> String? {
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if marks.unicodeScalars.contains(scalar) {
        view.append(scalar)
      } else if let digit = digit(scalar) {
        view.append(digit)
      } else {
        return nil
      }
    }
    return String(view)
  }
}

/// Corrects the slashed or dotted zero of many monospaced fonts, read as "@" or "®": "v@.8.1", "2@3.@.113.99",
/// "R21.@@".
///
/// Unlike an address, the word must have a digit and at most two letters, and every "@" must have a digit, a numeric
/// mark or another such zero beside it. "@5" ("at 5 each"), "3@1.99" and "365®" stay.
enum ZeroCorrection {
  private static let zeros = Set("@®©Ø\u{00F8}".unicodeScalars)

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    // Among figures, "@K" is "0K"; elsewhere it is a name.
    let figures = words.count { $0.text.hasDigit }
    return words.map { word in
      word.repaired(to: figures >= 3 && units.contains(word.text) ? "0" + word.text.dropFirst() : repaired(word.text))
    }
  }

  private static let units: Set<String> = ["@B", "@K", "@M", "@G", "@T", "@%", "@s"]

  static func repaired(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    guard scalars.contains(where: zeros.contains), scalars.contains(where: \.isDigit),
      scalars.count(where: { $0.properties.isAlphabetic && !zeros.contains($0) }) <= 2,
      !isCountAtPrice(scalars), scalars.last != "®", scalars.last != "©"
    else { return word }
    var view = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      guard zeros.contains(scalar) else {
        view.append(scalar)
        continue
      }
      let before = index > 0 ? scalars[index - 1] : nil
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      // "@5" is a price, "@5b" a name.
      guard before.map(isNumeric) ?? false || after.map({ ".,:".unicodeScalars.contains($0) }) ?? false else {
        return word
      }
      view.append("0")
    }
    return String(view)
  }

  /// "3@1.99", "2@$5.00", "1@1.de": the only sign, between a digit and a digit or currency.
  private static func isCountAtPrice(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let at = scalars.firstIndex(where: zeros.contains), scalars.lastIndex(where: zeros.contains) == at,
      at > 0, at + 1 < scalars.count
    else { return false }
    return scalars[at] == "@" && scalars[at - 1].isDigit
      && (scalars[at + 1].isDigit || "$€£¥₹".unicodeScalars.contains(scalars[at + 1]))
  }

  private static func isNumeric(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isDigit || zeros.contains(scalar) || ".,:-".unicodeScalars.contains(scalar)
  }
}
