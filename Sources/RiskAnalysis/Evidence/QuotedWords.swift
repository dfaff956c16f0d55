internal import ScanModel
internal import TextEntities

/// Chooses the words that are quoted and marked for a reason: the sentence or line around what was found, without clocks
/// at its edges. Half a word, a clock or a lone symbol is nothing that a person could check.
struct QuotedWords {
  /// Unicode scalars on each side of what was found; longer sentences are cut, at a mark or line break if there is one.
  private static let reach = 90
  /// A line with fewer words is an item of a list or a menu, and does not go on in the next line.
  private static let wordsOfWrappedLine = 4
  /// Letters of a last word after which a line goes on in the next one, such as "am", "the" or "des".
  private static let lettersOfJoiningWord = 3
  /// Words as short that end a line.
  private static let lastWords: Set<String> = ["now", "out", "off", "up", "it", "us", "me", "you"]
  /// Words of such a line; "Log in" is an item of a menu.
  private static let wordsBeforeJoiningWord = 3
  private static let endMarks: Set<Unicode.Scalar> = [".", "!", "?", "\u{2026}", "\u{2022}"]
  private static let innerMarks: Set<Unicode.Scalar> = [",", ";", ":", "-", "\u{2013}", "\u{2014}", ")"]

  private let scalars: [Unicode.Scalar]
  private let blocks: [Range<Int>]
  /// Starts of the blocks that begin a sentence.
  private let blockStarts: Set<Int>

  // `scalars`: those of its text that are looked at.
  init(_ page: TextPage, scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    blocks = page.blocks
    let starts = page.blocks.map(\.lowerBound).filter { scalars.indices.contains($0) }
    blockStarts = Set(starts.filter { !Self.goesOn(from: $0, in: scalars) })
  }

  /// Scalars of the page.
  var length: Int { scalars.count }

  /// All words that could be quoted within a range of scalars: its sentences and lines, cut where they are too long.
  func all(in range: Range<Int>) -> [Range<Int>] {
    var quotes: [Range<Int>] = []
    var start = range.lowerBound
    for end in range.dropFirst() + [range.upperBound] {
      let length = end - start
      let isTooLong = length >= 4 * Self.reach || length >= 2 * Self.reach && scalars[end - 1].isWhiteSpace
      let isEnd = end == range.upperBound || blockStarts.contains(end) || isBoundary(before: end)
      guard isEnd || isTooLong else { continue }
      let cut = isEnd ? end : lastMark(in: (start + Self.reach)..<end) ?? end
      if let quote = trimmed(start..<cut) { quotes.append(quote) }
      start = cut
    }
    return quotes
  }

  /// The words to quote for a range of scalars; nil if no words are there.
  func range(around found: Range<Int>) -> Range<Int>? {
    guard !found.isEmpty, found.upperBound <= scalars.count else { return nil }
    let bounds = bounds(of: found)
    return trimmed(start(of: found.lowerBound, in: bounds)..<end(of: found.upperBound, in: bounds))
  }

  /// The block around what was found, with those between which a sentence goes on.
  private func bounds(of found: Range<Int>) -> Range<Int> {
    guard var first = blocks.firstIndex(where: { $0.contains(found.lowerBound) }) else { return found }
    var last = first
    while first > 0, !blockStarts.contains(blocks[first].lowerBound) { first -= 1 }
    while last + 1 < blocks.count, blocks[last + 1].lowerBound < scalars.count,
      !blockStarts.contains(blocks[last + 1].lowerBound)
    {
      last += 1
    }
    let end = min(scalars.count, max(blocks[last].upperBound, found.upperBound))
    return min(blocks[first].lowerBound, found.lowerBound)..<end
  }

  private func start(of position: Int, in bounds: Range<Int>) -> Int {
    let limit = max(bounds.lowerBound, position - Self.reach)
    var start = position
    while start > limit, !isBoundary(before: start) { start -= 1 }
    guard start == limit, limit > bounds.lowerBound, !isBoundary(before: start) else { return start }
    if let mark = (start..<position).first(where: isMark(before:)) { return mark }
    while start < position, !scalars[start - 1].isWhiteSpace { start += 1 }
    return start
  }

  private func end(of position: Int, in bounds: Range<Int>) -> Int {
    let limit = min(bounds.upperBound, position + Self.reach)
    var end = position
    while end < limit, !isBoundary(before: end) { end += 1 }
    guard end == limit, limit < bounds.upperBound, !isBoundary(before: end) else { return end }
    if let mark = lastMark(in: position..<end) { return mark }
    while end > position, !scalars[end].isWhiteSpace, !scalars[end - 1].isWhiteSpace { end -= 1 }
    return end
  }

  private func lastMark(in range: Range<Int>) -> Int? {
    range.last { $0 > range.lowerBound && isMark(before: $0) }
  }

  /// Whether a long sentence may be cut here: after a punctuation mark, or at a line break.
  private func isMark(before position: Int) -> Bool {
    guard position > 1, position < scalars.count, scalars[position - 1].isWhiteSpace else { return false }
    return scalars[position - 1] == "\n" || Self.innerMarks.contains(scalars[position - 2])
  }

  /// Whether a sentence, or an item that does not go on in the next line, ends just before a position.
  private func isBoundary(before position: Int) -> Bool {
    guard position > 0, position < scalars.count, scalars[position - 1].isWhiteSpace else { return false }
    guard !scalars[position].isWhiteSpace else { return false }
    guard let last = scalars[..<position].lastIndex(where: { !$0.isWhiteSpace }) else { return true }
    if Self.endMarks.contains(scalars[last]) { return true }
    let gap = scalars[last..<position]
    let breaks = gap.count { $0 == "\n" }
    if breaks > 1 { return !Self.goesOn(from: position, in: scalars) }
    guard breaks > 0, !scalars[position].properties.isLowercase else { return false }
    return !goesOn(line: last, in: position)
  }

  /// Whether a line, which ends at `last`, goes on in the one at `position`.
  private func goesOn(line last: Int, in position: Int) -> Bool {
    let start = scalars[..<last].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let line = Self.words(scalars[start...last])
    let next = Self.words(scalars[position...].prefix { $0 != "\n" })
    // A number on a line of its own is who writes, or a date.
    let isNumber = !line.joined().contains(where: \.properties.isAlphabetic)
    if isNumber || Self.isHeader(line) || Self.isHeader(next) { return false }
    if scalars[last] == "," || line.count >= Self.wordsBeforeJoiningWord && line.last.map(Self.joins) == true {
      return true
    }
    guard line.count >= Self.wordsOfWrappedLine else { return false }
    // "Pay before the end of\nFriday." is one sentence; a menu item has no end mark.
    return next.count >= Self.wordsOfWrappedLine || next.last?.last.map(Self.endMarks.contains) == true
  }

  private static func words(_ line: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
    line.split(whereSeparator: \.isWhiteSpace)
  }

  private static func joins(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    word.count <= lettersOfJoiningWord && word.allSatisfy(\.properties.isLowercase)
      && !lastWords.contains(String(String.UnicodeScalarView(word)))
  }

  /// "From:", "Subject:": a line of the head of a mail.
  private static func isHeader(_ line: [ArraySlice<Unicode.Scalar>]) -> Bool {
    guard let first = line.first, let colon = first.lastIndex(of: ":") else { return false }
    let word = String(String.UnicodeScalarView(first[..<colon])).lowercased()
    return SenderWords.senderCues.contains(word) || SenderWords.recipientCues.contains(word)
      || SenderWords.subjectCues.contains(word)
  }

  /// Whether a block begins within a sentence: with a small letter, after a line without an end mark.
  private static func goesOn(from start: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard scalars[start].properties.isLowercase, let last = scalars[..<start].lastIndex(where: { !$0.isWhiteSpace }),
      scalars[last].properties.isAlphabetic || scalars[last] == ","
    else { return false }
    let first = scalars[..<last].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return words(scalars[first...last]).count >= wordsOfWrappedLine
  }

  /// Without white space and clocks at the edges; nil if no word with letters or digits beyond a clock is left.
  private func trimmed(_ range: Range<Int>) -> Range<Int>? {
    var words = Self.words(scalars[range])[...]
    while let first = words.first, Self.isClockOrSymbol(first) {
      words.removeFirst()
      if let next = words.first, Self.isHalfOfDay(next), first.contains(where: \.isASCIIDigit) { words.removeFirst() }
    }
    while let last = words.last {
      let before = words.dropLast().last
      if Self.isHalfOfDay(last), before?.contains(where: \.isASCIIDigit) == true {
        words.removeLast()
      } else if !Self.isClockOrSymbol(last) {
        break
      }
      words.removeLast()
    }
    guard let first = words.first, let last = words.last, words.contains(where: Self.isReadable) else { return nil }
    return first.startIndex..<last.endIndex
  }

  private static func isReadable(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    word.count { $0.properties.isAlphabetic } >= 2 || word.count(where: \.isASCIIDigit) >= 4
  }

  /// "AM" or "PM". Only after digits: "am" is also German.
  private static func isHalfOfDay(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    ["am", "pm"].contains(String(String.UnicodeScalarView(word)).lowercased())
  }

  /// "9:41", "100%", "©".
  private static func isClockOrSymbol(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    if word.contains(where: \.properties.isAlphabetic) { return false }
    let digits = word.count(where: \.isASCIIDigit)
    return digits == 0 || digits <= 4 && (word.contains(":") || word.last == "%")
  }
}
