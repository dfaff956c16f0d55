internal import ScanModel

/// Joins addresses that wrap to the next line into one word of two boxes. Together they must be an address that the
/// first part alone is not, or continue with what only a path contains: "See https://bank.example/verify" above "to
/// keep your account" stays two lines.
enum LineEndCorrection {
  /// `goesOn` is asked before each line.
  static func join(_ lines: inout [RecognizedLine], while goesOn: () -> Bool) {
    for index in lines.indices.dropLast() where goesOn() {
      let (upper, lower) = (lines[index], lines[index + 1])
      let (box, next) = (upper.box, lower.box)
      let isBelow =
        next.y >= box.y + box.height / 2 && next.y <= box.maxY + max(box.height, next.height) * 2 && next.x < box.maxX
      guard upper.block == lower.block, isBelow, let second = lower.words.first else { continue }
      if Self.goesOn(wholeWord(endingAt: index, lines), second.text, isAlone: lower.words.count == 1) {
        lines[index + 1].words[0].joinsPrevious = true
      }
    }
  }

  /// The last word of a line, preceded by the parts it continues from the lines above.
  private static func wholeWord(endingAt index: Int, _ lines: [RecognizedLine]) -> String {
    var text = ""
    var line = index
    while line >= 0, let word = lines[line].words.last {
      text = word.text + text
      guard word.joinsPrevious, lines[line].words.count == 1, index - line < 8 else { break }
      line -= 1
    }
    return text
  }

  static func goesOn(_ first: String, _ second: String, isAlone: Bool) -> Bool {
    guard let start = second.firstScalar, let end = first.lastScalar, first.utf8.count + second.utf8.count <= 2_048
    else { return false }
    if first.contains("@") || second.hasPrefix("@") { return mailGoesOn(first, second) }
    let parts = LinkParts(first)
    let isAddress = HostName.isComplete(parts.plainHost)
    if parts.rest.isEmpty, !parts.scheme.isEmpty || parts.hasWWW, !isAddress || end == "-" || end == "." {
      // The host is cut: "https://secure-" and "bank.example/verify".
      let whole = LinkParts(first + second)
      return (end == "." || end == "-" || start == "." || start == "-") && HostName.isComplete(whole.plainHost)
        && (whole.rest.count > 1 || !isAddress)
    }
    guard parts.isCertain, isAddress || !parts.scheme.isEmpty else { return false }
    // "#" begins a tag more often than a fragment.
    if start.isOne(of: "/?&=%_") { return second.unicodeScalars.dropFirst().first?.isAlphanumeric == true }
    guard end.isOne(of: "/?&=#%_-"), start.isAlphanumeric else { return false }
    // A line breaks after such a mark. A plain word or number may belong to the sentence, and a capital begin the next.
    if isAlone {
      return !start.isCapital || second.unicodeScalars.contains { !$0.isLetter && !$0.isOne(of: ".,!") }
    }
    return second.hasLetter
      && second.unicodeScalars.dropLast().contains { $0.isDigit || $0.isOne(of: "/?&=#%_-.") }
  }

  private static func mailGoesOn(_ first: String, _ second: String) -> Bool {
    guard let whole = MailAddressParts(first + second), !whole.rest.contains("@"), whole.hasMailbox,
      HostName.isComplete(whole.domain), !HostName.isComplete(MailAddressParts(first)?.domain ?? "")
    else { return false }
    // "@example.com" at the start of a line continues a mailbox, not a word of the sentence.
    return first.contains("@") || first.unicodeScalars.contains { $0.isDigit || $0.isOne(of: "._-") }
  }
}
