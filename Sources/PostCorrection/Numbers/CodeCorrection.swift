internal import ScanModel

/// Corrects letters in one-time codes: "your code is 48291O". A code is near a word that announces one and has four to
/// eight characters, of which one or two are O, l, I or "|" among digits. Codes of letters and digits avoid these.
enum CodeCorrection {
  /// In words.
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
      let block = lines[start].block
      let end = lines[start...].firstIndex { $0.block != block } ?? lines.count
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
