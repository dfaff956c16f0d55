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
    guard word.length <= 2, word.confidence < 0.5 else { return false }
    guard let neighbor, let first = word.text.firstScalar, first.isOne(of: "aAI|0123456789") else { return true }
    if word.length == 2, word.text.consists(of: \.isDigit) { return false }
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
    guard let first = words.first, let next = words.dropFirst().first, first.length <= 2,
      first.confidence < 0.9, gap(first, next, letterHeight(words.dropFirst())) >= apart
    else { return false }
    return next.text.contains("://") || next.text.contains("/") && next.text.dropLast().contains(".")
  }

  /// Whether the first word is an icon before a label ("Q Search", "M Messages", "X 7.8K"): one letter, or two that do
  /// not form a word, farther from the text than words are from each other.
  private static func isIcon(_ words: ArraySlice<RecognizedWord>) -> Bool {
    guard let first = words.first, let next = words.dropFirst().first else { return false }
    let letters = first.text.unicodeScalars.filter { $0.properties.isAlphabetic }
    guard (1...2).contains(letters.count), first.length <= 2, !first.text.hasDigit else { return false }
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
      guard index > 0, index + 1 < words.count, word.confidence <= 0.5, word.length <= 3,
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
    return words.allSatisfy { $0.text.unicodeScalars.allSatisfy { $0.isOne(of: "xXoO0+-_*«»×") } }
      && !words.allSatisfy { $0.text.consists(of: \.isDigit) }
  }

  /// Whether the last word is the ticks after the time of a delivered message: "12:28 GW".
  private static func isTickAfterTime(_ words: ArraySlice<RecognizedWord>) -> Bool {
    guard words.count == 2, let time = words.first, let last = words.last, last.confidence < 0.9,
      last.length <= 2, !["AM", "PM", "am", "pm", "h", "Uhr"].contains(last.text)
    else { return false }
    let parts = time.text.split(separator: ":")
    return parts.count == 2 && parts.allSatisfy { $0.utf8.count <= 2 && $0.consists(of: \.isDigit) }
  }
}
