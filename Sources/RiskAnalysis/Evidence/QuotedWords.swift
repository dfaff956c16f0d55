internal import ScanModel
internal import TextEntities

/// Chooses the words that are quoted and marked for a reason: the sentence or line around what was found, without clocks
/// at its edges. Half a word, a clock or a lone symbol is nothing that a person could check.
struct QuotedWords {
  /// Unicode scalars on each side of what was found; longer sentences are cut at a word.
  private static let reach = 90
  /// A line with fewer words is an item of a list or a menu, and does not go on in the next line.
  private static let wordsOfWrappedLine = 4

  private let scalars: [Unicode.Scalar]
  private let blocks: [Range<Int>]

  // `scalars`: those of its text that are looked at.
  init(_ page: TextPage, scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    blocks = page.blocks
  }

  /// Scalars of the page.
  var length: Int { scalars.count }

  /// All words that could be quoted within a range of scalars: its sentences and lines, cut where they are too long.
  func all(in range: Range<Int>) -> [Range<Int>] {
    let blockStarts = Set(blocks.map(\.lowerBound))
    var quotes: [Range<Int>] = []
    var start = range.lowerBound
    for end in range.dropFirst() + [range.upperBound] {
      let length = end - start
      let isTooLong = length >= 4 * Self.reach || length >= 2 * Self.reach && scalars[end - 1].isWhiteSpace
      guard end == range.upperBound || isTooLong || blockStarts.contains(end) || isBoundary(before: end) else {
        continue
      }
      if let quote = trimmed(start..<end) { quotes.append(quote) }
      start = end
    }
    return quotes
  }

  /// The words to quote for a range of scalars; nil if no words are there.
  func range(around found: Range<Int>) -> Range<Int>? {
    guard !found.isEmpty, found.upperBound <= scalars.count else { return nil }
    let block = blocks.first { $0.contains(found.lowerBound) } ?? found
    let bounds = block.lowerBound..<min(scalars.count, max(block.upperBound, found.upperBound))
    let start = start(of: found.lowerBound, notBefore: max(bounds.lowerBound, found.lowerBound - Self.reach))
    let end = end(of: found.upperBound, notAfter: min(bounds.upperBound, found.upperBound + Self.reach))
    return trimmed(start..<end)
  }

  private func start(of position: Int, notBefore limit: Int) -> Int {
    var start = position
    while start > limit, !isBoundary(before: start) { start -= 1 }
    // A limit inside a word moves to the next one.
    if start == limit, start > 0, !scalars[start - 1].isWhiteSpace {
      while start < position, !scalars[start].isWhiteSpace { start += 1 }
    }
    return start
  }

  private func end(of position: Int, notAfter limit: Int) -> Int {
    var end = position
    while end < limit, !isBoundary(before: end) { end += 1 }
    if end == limit, end < scalars.count, !scalars[end].isWhiteSpace {
      while end > position, !scalars[end - 1].isWhiteSpace { end -= 1 }
    }
    return end
  }

  /// Whether a sentence, or an item that does not go on in the next line, ends just before a position.
  private func isBoundary(before position: Int) -> Bool {
    guard position > 0, position < scalars.count, scalars[position - 1].isWhiteSpace else { return false }
    guard position > 1 else { return true }
    if [".", "!", "?", "\u{2022}"].contains(scalars[position - 2]) { return true }
    guard scalars[position - 1] == "\n", !scalars[position].properties.isLowercase else { return false }
    let line = scalars[..<(position - 1)]
    let start = line.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return !mayWrap(line[start...]) || !mayWrap(scalars[position...].prefix { $0 != "\n" })
  }

  /// Whether a line has enough words to go on in the next one, or to go on from the one before.
  private func mayWrap(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
    line.split(whereSeparator: \.isWhiteSpace).count >= Self.wordsOfWrappedLine
  }

  /// Without white space and clocks at the edges; nil if no word with letters or digits beyond a clock is left.
  private func trimmed(_ range: Range<Int>) -> Range<Int>? {
    var words = scalars[range].split(whereSeparator: \.isWhiteSpace).drop(while: isClockOrSymbol)
    while let last = words.last, isClockOrSymbol(last) { words.removeLast() }
    guard let first = words.first, let last = words.last, words.contains(where: isReadable) else { return nil }
    return first.startIndex..<last.endIndex
  }

  private func isReadable(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    word.count { $0.properties.isAlphabetic } >= 2 || word.count(where: \.isASCIIDigit) >= 4
  }

  /// "9:41", "100%", "©".
  private func isClockOrSymbol(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    if word.contains(where: \.properties.isAlphabetic) {
      return ["am", "pm"].contains(String(String.UnicodeScalarView(word)).lowercased())
    }
    let digits = word.count(where: \.isASCIIDigit)
    return digits == 0 || digits <= 4 && (word.contains(":") || word.last == "%")
  }
}
