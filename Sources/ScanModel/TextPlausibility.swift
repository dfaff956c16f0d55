/// Whether what was read in one line is text at all: icons and textures come out as a few symbols that the engine itself
/// does not believe in.
package enum TextPlausibility {
  /// Judges the words of a line by their letters and the engine's confidence in those that have some.
  ///
  /// The bounds are measured (docs/accuracy.md): of what lies below them one word in five is text.
  package static func isText(_ words: [RecognizedWord]) -> Bool {
    var letters = 0
    var digits = 0
    var weight = 0.0
    var total = 0.0
    var longest = 0
    for word in words {
      let scalars = word.text.unicodeScalars
      let count = scalars.reduce(0) { $0 + letterCount(of: $1) }
      letters += count
      digits += scalars.count { $0.properties.numericType == .decimal }
      longest = max(longest, count)
      if count > 0 {
        weight += Double(scalars.count)
        total += Double(scalars.count) * word.confidence
      }
    }
    // A lone letter is an icon (the cross that closes a window) far more often than a word; a lone digit counts.
    guard letters > 0, letters > 1 || digits == 1 else { return false }
    let confidence = total / weight
    if letters == 1 || letters == 2 && digits == 0 { return confidence >= 0.9 }
    if letters == 3, digits == 0 { return confidence >= 0.7 }
    if longest <= 2 { return confidence >= 0.5 }
    return confidence >= (longest >= 6 ? 0.2 : 0.35)
  }

  /// What a scalar counts as: a Chinese or Japanese character is a word or half of one.
  private static func letterCount(of scalar: Unicode.Scalar) -> Int {
    guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return 0 }
    let system = WritingSystem(of: scalar)
    return system == .han || system == .kana ? 2 : 1
  }
}
