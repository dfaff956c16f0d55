/// Decides whether what was read in a line is text. Icons are read as a few symbols of low confidence.
package enum TextPlausibility {
  /// Judges a line by its letters and by the confidence of the words that have any. The bounds are measured
  /// (docs/accuracy.md): one word in five below them is text.
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
    // A lone letter is far more often an icon (the cross that closes a window) than a word. A lone digit counts.
    guard letters > 0, letters > 1 || digits == 1 else { return false }
    let confidence = total / weight
    if letters == 1 || letters == 2 && digits == 0 { return confidence >= 0.9 }
    if letters == 3, digits == 0 { return confidence >= 0.7 }
    if longest <= 2 { return confidence >= 0.5 }
    return confidence >= (longest >= 6 ? 0.2 : 0.35)
  }

  /// How many letters a scalar counts as: a Chinese or Japanese character is a word or half of one.
  private static func letterCount(of scalar: Unicode.Scalar) -> Int {
    guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return 0 }
    let system = WritingSystem(of: scalar)
    return system == .han || system == .kana ? 2 : 1
  }
}
