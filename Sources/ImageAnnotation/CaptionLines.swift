/// Breaks a text into lines.
enum CaptionLines {
  /// Breaks between words, or within a word that is wider than a line. What does not fit is replaced by "...".
  /// - Parameters:
  ///   - text: Words separated by spaces.
  ///   - width: Width of a line in the unit of `measure`.
  ///   - maximum: Most lines, at least 1.
  ///   - measure: The width of a text.
  /// - Returns: The lines; empty for an empty text.
  static func wrap(_ text: String, width: Int, maximum: Int, measure: (String) -> Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, measure("\(line) \(word)") <= width {
        line += " \(word)"
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, measure(line + String(character)) > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > maximum else { return lines }
    var last = lines[maximum - 1]
    while !last.isEmpty, measure(last + "...") > width { last.removeLast() }
    return lines.prefix(maximum - 1) + [last + "..."]
  }
}
