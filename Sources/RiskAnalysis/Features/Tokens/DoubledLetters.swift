/// Reads letters that are written twice: "verrify", "accoount". Senders write so to evade filters.
enum DoubledLetters {
  /// Shorter words turn into others: "been" into "ben".
  private static let minimumLetters = 6
  /// Of a word; the rest is not looked at.
  private static let maximumLetters = 24

  /// Returns the first word of a list that results from leaving out one letter of a pair; nil if none does.
  static func undone<Letter: Equatable>(in word: [Letter], isWord: ([Letter]) -> Bool) -> [Letter]? {
    guard (minimumLetters...maximumLetters).contains(word.count) else { return nil }
    for place in word.indices.dropFirst() where word[place] == word[place - 1] {
      // The third of three gives the same word again.
      if place > 1, word[place] == word[place - 2] { continue }
      var shorter = word
      shorter.remove(at: place)
      if isWord(shorter) { return shorter }
    }
    return nil
  }
}
