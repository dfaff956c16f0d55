internal import LinuxSystem

enum TextLayout {
  static func width(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    // Variation selector 16: drawn as an emoji, which is wide (Unicode TR 51).
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return ColumnWidth.columns(of: scalar)
  }

  /// Breaks a text at spaces into lines of at most `width` columns; longer words are split.
  static func wrap(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      let lines = filled(paragraph.split(separator: " ").flatMap { cut(String($0), width: width) }, width: width)
      return lines.isEmpty ? [""] : lines
    }
  }

  private static func filled(_ words: [String], width: Int) -> [String] {
    words.reduce(into: []) { lines, word in
      if let line = lines.last, Self.width(of: line) + 1 + Self.width(of: word) <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
  }

  /// Wraps a sentence. Commands in it, from a colon to a semicolon, stay on one line, because they are copied.
  static func wrapRemedy(_ text: String, width: Int) -> [String] {
    var units: [Substring] = []
    var rest = text[...]
    while let colon = rest.firstRange(of: ": ") {
      units += rest[..<colon.lowerBound].split(separator: " ")
      units.append(units.popLast().map { $0 + ":" } ?? ":")
      rest = rest[colon.upperBound...]
      let end = rest.firstIndex(of: ";").map { rest.index(after: $0) } ?? rest.endIndex
      units.append(rest[..<end])
      rest = rest[end...]
    }
    units += rest.split(separator: " ")
    return filled(units.map(String.init), width: width)
  }

  /// Puts a mark before the first line, and indents the others, by the width of the mark if nothing else is given.
  static func hanging(_ lines: [String], after mark: String, indent: Int? = nil) -> [String] {
    let space = String(repeating: " ", count: indent ?? width(of: mark))
    return lines.enumerated().map { ($0 == 0 ? mark : space) + $1 }
  }

  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(of: text)))
  }

  static func widest(_ texts: [String]) -> Int { texts.map { width(of: $0) }.max() ?? 0 }

  /// Shortens to at most `width` columns, ending in "…" if anything was left out.
  static func shorten(_ text: String, to width: Int) -> String {
    guard Self.width(of: text) > width else { return text }
    return (cut(text, width: max(1, width - 1)).first ?? "") + "…"
  }

  private static func cut(_ word: String, width: Int) -> [String] {
    var pieces = [""]
    var used = 0
    for character in word {
      let columns = columns(of: character)
      if used + columns > width, pieces.last != "" {
        pieces.append("")
        used = 0
      }
      pieces[pieces.count - 1].append(character)
      used += columns
    }
    return pieces
  }
}
