internal import ScanModel

/// Puts right what the engine is known to get wrong, and drops what is no text.
enum WordRepair {
  /// The words of a line as they should be reported; empty when the line is no text.
  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    let readable = words.compactMap { word -> RecognizedWord? in
      var word = word
      word.text = repaired(word.text)
      return word.text.isEmpty ? nil : word
    }
    return isNoise(readable) ? [] : trimmed(readable)
  }

  private static func repaired(_ text: String) -> String {
    if text == "|" { return "I" }
    var text = text
    for (wrong, right) in [("http:/ /", "http://"), ("https:/ /", "https://")] where text.hasPrefix(wrong) {
      text = right + text.dropFirst(wrong.count)
    }
    for scheme in ["http:/", "https:/"] where text.hasPrefix(scheme) && !text.hasPrefix(scheme + "/") {
      text = scheme + "/" + text.dropFirst(scheme.count)
    }
    return text
  }

  /// Icons and textures come out as a few symbols that the engine itself does not believe in.
  private static func isNoise(_ words: [RecognizedWord]) -> Bool {
    var letters = 0
    var digits = 0
    var weight = 0.0
    var total = 0.0
    var longest = 0
    for word in words {
      let count = word.text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      letters += count
      digits += word.text.unicodeScalars.count { $0.properties.numericType != nil }
      longest = max(longest, count)
      weight += Double(word.text.unicodeScalars.count)
      total += Double(word.text.unicodeScalars.count) * word.confidence
    }
    // A lone letter is an icon (the cross that closes a window) far more often than a word; a lone digit counts.
    guard letters > 0, letters > 1 || digits == 1 else { return true }
    let confidence = total / weight
    if letters <= 3, digits == 0 || letters == 1 { return confidence < 0.9 }
    if longest <= 2 { return confidence < 0.5 }
    return confidence < 0.35
  }

  /// Drops stray symbols at the ends of a line: bullets, icons, edges of bubbles.
  private static func trimmed(_ words: [RecognizedWord]) -> [RecognizedWord] {
    var words = words[...]
    while let last = words.last, isStray(last) { words.removeLast() }
    while let first = words.first, isStray(first) { words.removeFirst() }
    return Array(words)
  }

  private static func isStray(_ word: RecognizedWord) -> Bool {
    word.text.unicodeScalars.count <= 2 && word.confidence < 0.5
  }
}
