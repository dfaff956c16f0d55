extension FeatureExtractor {
  private static let shoutedWords = 6
  private static let splitWords = 4
  /// Tokens. Recognition splits a word now and then, but not four of them this close together.
  private static let splitReach = 60

  /// Signals of how words are written: disguised letters, split words, capitals.
  mutating func addStyles() {
    var shouted: [Int] = []
    var split: [Int] = []
    for (index, token) in text.tokens.enumerated() {
      let position = index..<(index + 1)
      if token.isMixedScript { append(.mixedScript, position) }
      if token.isStyled { append(.styledLetters, position) }
      if token.isSplit {
        split.append(index)
        if split.count >= Self.splitWords, index - split[split.count - Self.splitWords] < Self.splitReach {
          append(.splitWords, split[split.count - Self.splitWords]..<(index + 1))
        }
      }
      if token.isAllCaps, token.range.count > 3 { shouted.append(index) }
      guard shouted.count >= Self.shoutedWords, shouted.last == index else { continue }
      let first = shouted[shouted.count - Self.shoutedWords]
      // Only if close together: a heading in capitals and an abbreviation elsewhere are not shouting.
      if index - first < Self.shoutedWords * 2 { append(.shouting, first..<(index + 1)) }
    }
  }
}
