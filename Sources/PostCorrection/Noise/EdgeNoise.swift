internal import ScanModel

/// Removes noise at the ends of a line: icons, bullets, edges of bubbles, the cross that closes a tab.
enum EdgeNoise {
  /// From this distance, in heights of letters, a mark stands alone. Spaces between words are 0.3 to 0.6.
  private static let apart = 0.8
  /// Most crosses, locks and icons that are removed from one end, because each is compared with all words of the line.
  private static let maximumIcons = 8

  private static let crosses: Set<String> = ["x", "X", "xX", "Xx", "XX", "xx", "×", "✕", "*", "%"]

  static func trimmed(_ words: [RecognizedWord]) -> [RecognizedWord] {
    if isButtonRow(words) { return [] }
    var words = words[...]
    let height = letterHeight(words)
    var icons = 0
    while let last = words.last {
      if !isStray(last, beside: words.dropLast().last, height) {
        guard icons < maximumIcons, isCross(words) else { break }
        icons += 1
      }
      words.removeLast()
    }
    icons = 0
    while let first = words.first {
      if !isStray(first, beside: words.dropFirst().first, height) {
        guard icons < maximumIcons, isLock(words) || isIcon(words) else { break }
        icons += 1
      }
      words.removeFirst()
    }
    if isTickAfterTime(words) { words.removeLast() }
    return withoutInnerIcons(Array(words), height)
  }

  /// Height of most words.
  private static func letterHeight(_ words: ArraySlice<RecognizedWord>) -> Double {
    let heights = words.filter { $0.text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.isDigit } }
      .map(\.box.height).sorted()
    return Double(max(heights.isEmpty ? 1 : heights[heights.count * 3 / 4], 1))
  }

  private static func gap(_ one: RecognizedWord, _ other: RecognizedWord, _ height: Double) -> Double {
    Double(max(one.box.x, other.box.x) - min(one.box.maxX, other.box.maxX)) / height
  }

  /// Whether it is one or two symbols of low confidence. A one-letter word at its usual distance stays.
  private static func isStray(_ word: RecognizedWord, beside neighbor: RecognizedWord?, _ height: Double) -> Bool {
    guard word.text.unicodeScalars.count <= 2, word.confidence < 0.5 else { return false }
    guard let neighbor, let first = word.text.firstScalar, "aAI|0123456789".unicodeScalars.contains(first) else {
      return true
    }
    if word.text.unicodeScalars.count == 2, word.text.consists(of: \.isDigit) { return false }
    return gap(word, neighbor, height) >= apart || Double(word.box.height) > height * 1.3
  }

  /// Whether the last word is the cross of a tab or window title: farther from the text than words are from each other,
  /// and not after a number ("2 x"). A capital as high as the others may be the "X" of "Generation X".
  private static func isCross(_ words: ArraySlice<RecognizedWord>) -> Bool {
    guard let last = words.last, let before = words.dropLast().last, crosses.contains(last.text) else { return false }
    let height = letterHeight(words.dropLast())
    let distance = gap(before, last, height)
    let isCapital = last.text.unicodeScalars.allSatisfy(\.isCapital) && Double(last.box.height) > height * 0.95
    let isCount = before.text.unicodeScalars.allSatisfy(\.isDigit) && (distance < apart || words.count == 2)
    return distance >= 0.6 && distance >= 1.2 * usualGap(words.dropLast(), height) && !isCount && !isCapital
  }

  /// Whether the first word is the lock or site icon before an address.
  private static func isLock(_ words: ArraySlice<RecognizedWord>) -> Bool {
    guard let first = words.first, let next = words.dropFirst().first, first.text.unicodeScalars.count <= 2,
      first.confidence < 0.9, gap(first, next, letterHeight(words.dropFirst())) >= apart
    else { return false }
    return next.text.contains("://") || next.text.contains("/") && next.text.dropLast().contains(".")
  }

  /// Whether the first word is an icon before a label ("Q Search", "M Messages", "X 7.8K"): one letter, or two that do
  /// not form a word, farther from the text than words are from each other.
  private static func isIcon(_ words: ArraySlice<RecognizedWord>) -> Bool {
    guard let first = words.first, let next = words.dropFirst().first else { return false }
    let letters = first.text.unicodeScalars.filter { $0.properties.isAlphabetic }
    guard (1...2).contains(letters.count), first.text.unicodeScalars.count <= 2,
      !first.text.hasDigit
    else { return false }
    let height = letterHeight(words.dropFirst())
    let distance = gap(first, next, height)
    guard distance >= 0.55, distance >= 1.7 * usualGap(words.dropFirst(), height) else { return false }
    if letters.count == 2 { return first.confidence < 0.7 }
    switch letters[letters.startIndex] {
    case "I", "|": return false
    // An article is followed by a lower-case letter.
    case "A", "a": return distance >= 0.65 && next.text.firstScalar?.isSmall != true
    default: return first.confidence < 0.95
    }
  }

  /// Removes icons between the entries of a menu or bar: one or two letters of low confidence with room on both sides.
  private static func withoutInnerIcons(_ words: [RecognizedWord], _ height: Double) -> [RecognizedWord] {
    words.indices.filter { index in
      let word = words[index]
      guard index > 0, index + 1 < words.count, word.confidence <= 0.5, word.text.unicodeScalars.count <= 3,
        word.text.unicodeScalars.count(where: \.isLetter) <= 2, !word.text.hasDigit
      else { return true }
      return gap(words[index - 1], word, height) < 0.65 || gap(word, words[index + 1], height) < 0.65
    }.map { words[$0] }
  }

  /// The median gap between words in heights of letters; 0 for a single word.
  private static func usualGap(_ words: ArraySlice<RecognizedWord>, _ height: Double) -> Double {
    let gaps = zip(words, words.dropFirst()).map { gap($0, $1, height) }.sorted()
    return gaps.isEmpty ? 0 : gaps[gaps.count / 2]
  }

  /// Whether the line is a window's buttons: only crosses and rings, so close that their boxes overlap.
  private static func isButtonRow(_ words: [RecognizedWord]) -> Bool {
    guard words.count >= 2, words.allSatisfy({ $0.text.unicodeScalars.count <= 3 }) else { return false }
    let height = letterHeight(words[...])
    let overlaps = zip(words, words.dropFirst()).contains { gap($0, $1, height) < -0.3 }
    if overlaps, let last = words.last, crosses.contains(last.text) { return true }
    return words.allSatisfy { $0.text.unicodeScalars.allSatisfy { "xXoO0+-_*«»×".unicodeScalars.contains($0) } }
      && !words.allSatisfy { $0.text.consists(of: \.isDigit) }
  }

  /// Whether the last word is the ticks after the time of a delivered message: "12:28 GW".
  private static func isTickAfterTime(_ words: ArraySlice<RecognizedWord>) -> Bool {
    guard words.count == 2, let time = words.first, let last = words.last, last.confidence < 0.9,
      last.text.unicodeScalars.count <= 2, !["AM", "PM", "am", "pm", "h", "Uhr"].contains(last.text)
    else { return false }
    let parts = time.text.split(separator: ":")
    return parts.count == 2 && parts.allSatisfy { $0.utf8.count <= 2 && $0.consists(of: \.isDigit) }
  }
}

/// Recognizes the right half of a phone's status bar: signal bars, wireless symbol and battery, of which only text such
/// as "LTE" and "54%" is kept.
enum StatusBar {
  private static let signs: Set<String> = ["LTE", "5G", "4G", "3G", "2G", "H+", "VPN", "AM", "PM", "KB/s", "NFC"]

  /// Whether a line is in the top twentieth of the page and has only short words: all like signal bars, or one of them a
  /// percentage and no other a word. "Earn 20% per week" is a headline.
  static func isStatusBar(_ line: RecognizedLine, _ page: PageMeasures) -> Bool {
    guard line.box.y * 20 < page.bottom, line.words.count <= 6 else { return false }
    guard line.words.allSatisfy({ $0.text.unicodeScalars.count <= 4 }) else { return false }
    if line.words.allSatisfy(isSignal) { return true }
    return line.words.contains { isPercentage($0.text) }
      && line.words.allSatisfy { word in
        word.confidence < 0.9 || signs.contains(word.text) || !word.text.hasLetter
      }
  }

  static func readable(_ words: [RecognizedWord]) -> [RecognizedWord] {
    words.filter { word in
      signs.contains(word.text) || isPercentage(word.text)
        || word.text.unicodeScalars.count(where: \.isDigit) >= 2
          && !word.text.hasLetter
    }
  }

  private static func isPercentage(_ word: String) -> Bool {
    word.hasSuffix("%") && word.dropLast().consists(of: \.isDigit) && word.utf8.count <= 4
  }

  /// Whether a word is signal bars of growing height, read as letters without descenders: "ul", "al", "all", "nil".
  private static func isSignal(_ word: RecognizedWord) -> Bool {
    word.confidence < 0.93 && word.text.unicodeScalars.count <= 4
      && word.text.unicodeScalars.allSatisfy { "auimnl|!.4>=".unicodeScalars.contains($0) }
  }
}

/// Recognizes words whose boxes do not fit their letters.
enum GlyphShape {
  /// One glyph read twice, in both cases, in the space of one: "xX" for the cross that closes a window, "oOo" for a
  /// ring. These letters are at least 0.6 times as wide as they are high.
  static func isOneGlyph(_ word: RecognizedWord) -> Bool {
    let letters = Array(word.text.unicodeScalars)
    guard (2...3).contains(letters.count), letters[0].isLetter else { return false }
    let isRepeated = letters.allSatisfy { $0.value | 0x20 == letters[0].value | 0x20 }
    return isRepeated && "osvwxc".unicodeScalars.contains { $0.value == letters[0].value | 0x20 }
      && Double(word.box.width) < 0.55 * Double(letters.count * word.box.height)
  }

  /// Whether it is one or two signs, or hardly legible, and less than a third as high as the page's text: a dot, a badge,
  /// the corner of an image. Words below a headline stay.
  static func isSpeck(_ word: RecognizedWord, _ page: PageMeasures) -> Bool {
    word.box.height * 3 < page.letterHeight && word.text.unicodeScalars.contains { $0.isAlphanumeric }
      && (word.text.unicodeScalars.count <= 2 || word.confidence < 0.6)
  }

  /// Whether a line is two or three glyphs much larger than the page's text and wider than letters: emoji on their own,
  /// which are read as "OA", "Q0" or "04". Three letters that are well read are a heading: "DHL".
  static func isPicture(_ words: [RecognizedWord], _ page: PageMeasures) -> Bool {
    guard page.letterHeight > 0, words.count == 1, let word = words.first else { return false }
    let scalars = word.text.unicodeScalars
    guard (1...3).contains(scalars.count), word.box.height * 2 >= page.letterHeight * 3 else { return false }
    if scalars.count == 3, word.text.consists(of: \.isLetter), word.confidence >= 0.9 { return false }
    return Double(word.box.width) >= 0.75 * Double(scalars.count * word.box.height)
  }
}
