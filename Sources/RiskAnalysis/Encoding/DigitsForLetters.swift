internal import TextEntities

/// Reads digits that stand for letters: "p4yp4l", "ver1fy". Senders write so to evade filters; recognition may, too.
struct DigitsForLetters {
  /// Words of this kind that show a habit, together with a share of all words.
  private static let habit = 4
  private static let habitShare = 25
  /// What follows a number: "5th", "8pm", "30min".
  private static let units: Set<String> = [
    "st", "nd", "rd", "th", "am", "pm", "h", "hr", "hrs", "m", "min", "s", "sec", "d", "k", "kg", "g", "gb", "mb", "tb",
    "km", "cm", "mm", "x", "p", "er", "e", "eme", "a", "b", "c", "uhr", "kr", "eur", "usd", "gbp", "f", "w", "v",
  ]
  /// Letters of a word; "k8s" and "mp3" are names.
  private static let minimumLetters = 3
  /// Digits in a row, if there are enough letters.
  private static let maximumRun = 3

  /// Whether the sender writes so throughout; then short words and digits at either end of a word are letters, too.
  private let isHabit: Bool

  init(_ words: [[Unicode.Scalar]]) {
    let undone = words.count { Self.undone(in: $0) != nil }
    isHabit = undone >= Self.habit && undone * Self.habitShare >= words.count
  }

  /// A word of small letters and digits, with letters for its digits; nil if none of them stands for one.
  func undone(in word: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    (isHabit ? Self.allUndone(in: word) : nil) ?? Self.undone(in: word)
  }

  private static func allUndone(in word: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    let letters = word.drop(while: \.isASCIIDigit)
    guard !letters.isEmpty, word.contains(where: \.isASCIIDigit),
      !units.contains(String(String.UnicodeScalarView(letters))),
      word.allSatisfy({ $0.isASCIIDigit || $0.properties.isAlphabetic })
    else { return nil }
    return withLetters(word, before: word.endIndex)
  }

  /// Digits stand for letters where one of them is between two letters, each looks like a letter, and there are no more of
  /// them than letters. Years, sizes and versions at the end of a word stay.
  private static func undone(in word: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    let digits = word.count(where: \.isASCIIDigit)
    guard digits > 0, let first = word.firstIndex(where: { !$0.isASCIIDigit }),
      let last = word.lastIndex(where: { !$0.isASCIIDigit })
    else { return nil }
    let letters = word.count { $0.properties.isAlphabetic }
    let longestRun = letters > minimumLetters ? maximumRun : 1
    guard letters >= max(minimumLetters, digits), letters + digits == word.count,
      word[first...last].contains(where: \.isASCIIDigit),
      word.split(whereSeparator: { !$0.isASCIIDigit }).allSatisfy({ $0.count <= longestRun })
    else { return nil }
    // "acc0unt99" is a word and a number.
    return withLetters(word, before: word.count - last > 2 ? last : word.endIndex)
  }

  /// The word with letters for its digits before a place; nil if one of them looks like none.
  private static func withLetters(_ word: [Unicode.Scalar], before end: Int) -> [Unicode.Scalar]? {
    var result = word
    for place in 0..<end where word[place].isASCIIDigit {
      guard let letter = letter(at: place, of: result) else { return nil }
      result[place] = letter
    }
    return result
  }

  private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g",
  ]

  private static func letter(at place: Int, of word: [Unicode.Scalar]) -> Unicode.Scalar? {
    if word[place] == "1" { return isL(at: place, of: word) ? "l" : "i" }
    return letters[word[place]]
  }

  /// Whether a "1" is more likely an "l" than an "i": beside another, between vowels, and where English has it most.
  private static func isL(at place: Int, of word: [Unicode.Scalar]) -> Bool {
    let before = place > 0 ? word[place - 1] : nil
    let after = place + 1 < word.count ? word[place + 1] : nil
    if before == "l" || after == "1" || after == "l" { return true }
    guard let after else { return true }
    guard let before else { return isVowel(after) }
    if isVowel(before) { return isVowel(after) || !["a", "0"].contains(before) }
    return isVowel(after) && place == 1
  }

  private static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
    ["a", "e", "i", "o", "u", "y", "4", "3", "1", "0"].contains(scalar)
  }
}
