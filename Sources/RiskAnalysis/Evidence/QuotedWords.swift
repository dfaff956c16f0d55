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
  /// Words on a line of the head of a chat or of an item: a name, a number, when somebody was there.
  private static let wordsOfName = 3
  private static let wordsOfPresence = 6
  /// What a phone calls its connection, beside the clock.
  private static let networks: Set<String> = ["lte", "5g", "4g", "3g", "edge", "volte", "wifi", "wi-fi", "wlan", "vpn"]
  /// The first two menus of a program.
  private static let menus: Set<[String]> = [
    ["file", "edit"], ["datei", "bearbeiten"], ["fichier", "\u{E9}dition"], ["fichier", "edition"],
    ["archivo", "editar"], ["archivo", "edici\u{F3}n"], ["file", "modifica"], ["bestand", "bewerken"],
    ["ficheiro", "editar"], ["arquivo", "editar"],
  ]
  private static let innerMarks: Set<Unicode.Scalar> = [",", ";", ":", "-", "\u{2013}", "\u{2014}", ")"]

  let scalars: [Unicode.Scalar]
  private let blocks: [Range<Int>]
  /// Starts of the blocks that begin a sentence.
  private let blockStarts: Set<Int>
  /// Lines that show what is around a message: the bar of a phone, the head of a chat, menus. In order.
  private let surroundings: [Range<Int>]

  // `scalars`: those of its text that are looked at.
  init(_ page: TextPage, scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    blocks = page.blocks
    let starts = page.blocks.map(\.lowerBound).filter { scalars.indices.contains($0) }
    blockStarts = Set(starts.filter { !Self.goesOn(from: $0, in: scalars) })
    surroundings = Self.surroundings(in: scalars)
  }

  /// The sentences and lines that are in a range of scalars or begin or end there, cut where they are too long.
  func all(in range: Range<Int>) -> [Range<Int>] {
    guard let first = range.first, let last = range.last else { return [] }
    var start = start(of: first, in: bounds(of: first..<range.upperBound))
    let range = start..<end(of: range.upperBound, in: bounds(of: last..<range.upperBound))
    var quotes: [Range<Int>] = []
    for end in range.dropFirst() + [range.upperBound] {
      let length = end - start
      let isTooLong = length >= 4 * Self.reach || length >= 2 * Self.reach && scalars[end - 1].isWhiteSpace
      let isEnd = end == range.upperBound || blockStarts.contains(end) || isBoundary(before: end)
      guard isEnd || isTooLong else { continue }
      let cut = isEnd ? end : lastMark(in: (start + Self.reach)..<end) ?? end
      if let quote = trimmed(start..<cut), isOfMessage(quote) { quotes.append(quote) }
      start = cut
    }
    return quotes
  }

  /// Whether words say something: more than a number, and not what is around a message.
  private func isOfMessage(_ quote: Range<Int>) -> Bool {
    let next = surroundings.partitioningIndex { $0.upperBound > quote.lowerBound }
    if next < surroundings.count, surroundings[next].lowerBound < quote.upperBound { return false }
    return scalars[quote].contains(where: \.properties.isAlphabetic)
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

  private func lastMark(in range: Range<Int>) -> Int? { range.last { $0 > range.lowerBound && isMark(before: $0) } }

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
    return breaks > 0 && !goesOn(line: last, in: position)
  }

  /// Whether a line, which ends at `last`, goes on in the one at `position`.
  private func goesOn(line last: Int, in position: Int) -> Bool {
    let start = scalars[..<last].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let line = Self.words(scalars[start...last])
    let next = Self.words(scalars[position...].prefix { $0 != "\n" })
    if Self.isHeader(line) || Self.isHeader(next) || next.first.map(Self.isListNumber) == true { return false }
    // A number on a line of its own is who writes, or a date, but may be within a sentence, too.
    let isNumber = !line.joined().contains(where: \.properties.isAlphabetic)
    let isFirst = start < 2 || scalars[start - 2] == "\n"
    if isNumber, isFirst || !scalars[position].properties.isLowercase { return false }
    if scalars[position].properties.isLowercase { return Self.mayBeWrapped(scalars[start...last], before: next) }
    if scalars[last] == "," || line.count >= Self.wordsBeforeJoiningWord && line.last.map(Self.joins) == true {
      return true
    }
    guard line.count >= Self.wordsOfWrappedLine else { return false }
    if Self.isWithin(line, next) { return true }
    // "Pay before the end of\nFriday." is one sentence; a menu item has no end mark.
    return next.count >= Self.wordsOfWrappedLine || next.last?.last.map(Self.endMarks.contains) == true
  }

  /// Whether the first word of the next line had no room: else the break is the writer's own, such as after "Tuesday" above
  /// a message. With half the length, because letters differ in width.
  private static func mayBeWrapped(
    _ line: ArraySlice<Unicode.Scalar>, before next: [ArraySlice<Unicode.Scalar>]
  ) -> Bool {
    let length = next.reduce(next.count - 1) { $0 + $1.count }
    return 2 * (line.count + 1 + (next.first?.count ?? 0)) >= length
  }

  /// "3.", "12)" or "26.01.", with which an item begins.
  private static func isListNumber(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    (word.last == "." || word.last == ")") && word.first?.isASCIIDigit == true
      && !word.contains(where: \.properties.isAlphabetic)
  }

  /// Whether a line break is within a number, or before the number that a sentence goes on with: "pay within\n24 hours".
  private static func isWithin(_ line: [ArraySlice<Unicode.Scalar>], _ next: [ArraySlice<Unicode.Scalar>]) -> Bool {
    guard let last = line.last, let first = next.first, first.contains(where: \.isASCIIDigit),
      first.first.map({ $0.isASCIIDigit || $0.properties.generalCategory == .currencySymbol }) == true,
      !isClockOrSymbol(first)
    else { return false }
    return last.allSatisfy(\.properties.isLowercase) || last.count > 1 && last.allSatisfy(\.isASCIIDigit)
  }

  private static func words(_ line: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
    line.split(whereSeparator: \.isWhiteSpace)
  }

  private static func joins(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    word.count <= lettersOfJoiningWord && word.allSatisfy(\.properties.isLowercase)
      && !lastWords.contains(String(String.UnicodeScalarView(word)))
  }

  /// "From:", "Subject:", "DHL <info@dhl.example>": a line of the head of a mail. Menus, too, stand apart.
  private static func isHeader(_ line: [ArraySlice<Unicode.Scalar>]) -> Bool {
    if isMenu(line) || line.contains(where: { $0.first == "<" && $0.contains("@") }) { return true }
    guard let first = line.first, let colon = first.lastIndex(of: ":") else { return false }
    let word = String(String.UnicodeScalarView(first[..<colon])).lowercased()
    return [SenderWords.senderCues, SenderWords.recipientCues, SenderWords.subjectCues].contains { $0.contains(word) }
  }

  private static func surroundings(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // Lines of the first block below the clock of a phone, which is the head of a chat if it has no sentence.
    var head: [Range<Int>] = []
    var (isAboveHead, hasClock) = (true, false)
    func addHead() {
      guard isAboveHead, !head.isEmpty else { return }
      if isHead(head.map { words(scalars[$0]) }, isBelowClock: hasClock) { found += head }
      isAboveHead = false
    }
    for line in scalars.split(separator: "\n", omittingEmptySubsequences: false).map(\.indices) {
      let parts = words(scalars[line])
      if parts.isEmpty {
        addHead()
      } else if parts.allSatisfy({ isClockOrSymbol($0) || networks.contains(lowercased($0)) }) {
        found.append(line)
        hasClock = hasClock || parts.contains { $0.contains(":") }
      } else if isMenu(parts) {
        found.append(line)
      } else if isAboveHead {
        head.append(line)
      }
    }
    addHead()
    return found
  }

  /// Whether the first lines below the bar of a phone say who writes, and when that person was there, or the program.
  private static func isHead(_ lines: [[ArraySlice<Unicode.Scalar>]], isBelowClock: Bool) -> Bool {
    guard lines.count <= 2, lines.allSatisfy({ !($0.last?.last.map(endMarks.contains) ?? true) }) else { return false }
    func isName(_ line: [ArraySlice<Unicode.Scalar>]) -> Bool {
      line.count <= wordsOfName || !line.joined().contains(where: \.properties.isAlphabetic)
    }
    guard let first = lines.first, isName(first), let second = lines.dropFirst().first else {
      return isBelowClock && lines.first.map(isName) == true
    }
    let hasTime = second.count <= wordsOfPresence && second.last.map { $0.contains(":") && isClockOrSymbol($0) } == true
    return hasTime || isBelowClock && isName(second)
  }

  private static func isMenu(_ line: [ArraySlice<Unicode.Scalar>]) -> Bool {
    menus.contains(line.prefix(2).map(lowercased))
  }

  private static func lowercased(_ word: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(word)).lowercased()
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
