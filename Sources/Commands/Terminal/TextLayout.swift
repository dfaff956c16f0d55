/// Breaks and pads text for a terminal. Counts a character as one column, wide ones (CJK, emoji) as two.
enum TextLayout {
  /// Columns that a text takes on a terminal.
  static func width(of text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }  // emoji presentation
    return switch scalar.value {
    // Emoji of the older blocks that are wide without more (EastAsianWidth.txt), among them the signs of sources.
    case 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x2614...0x2615, 0x2648...0x2653, 0x267F, 0x2693, 0x26A1,
      0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA,
      0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x2B50,
      0x2B55:
      2
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }

  /// Breaks a text at spaces into lines of at most `width` columns; longer words are cut.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        for piece in cut(String(word), width: width) {
          if line.isEmpty {
            line = piece
          } else if Self.width(of: line) + 1 + Self.width(of: piece) <= width {
            line += " " + piece
          } else {
            lines.append(line)
            line = piece
          }
        }
      }
      lines.append(line)
    }
    return lines
  }

  /// Breaks a sentence that says what to do. The commands in it, from a colon to the next semicolon, stay whole whatever
  /// their length, because they are copied.
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
    var lines: [String] = []
    for unit in units.map(String.init) {
      if let line = lines.last, Self.width(of: line) + 1 + Self.width(of: unit) <= width {
        lines[lines.count - 1] = line + " " + unit
      } else {
        lines.append(unit)
      }
    }
    return lines
  }

  /// Puts a mark before the first line, and as many spaces before the others.
  static func hanging(_ lines: [String], after mark: String) -> [String] {
    let indent = String(repeating: " ", count: width(of: mark))
    return lines.enumerated().map { ($0 == 0 ? mark : indent) + $1 }
  }

  /// Fills with spaces up to `width` columns.
  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(of: text)))
  }

  /// Shortens to at most `width` columns, ending in "…" where something was left out.
  static func shorten(_ text: String, to width: Int) -> String {
    guard Self.width(of: text) > width else { return text }
    return (cut(text, width: max(1, width - 1)).first ?? "") + "…"
  }

  private static func cut(_ word: String, width: Int) -> [String] {
    guard Self.width(of: word) > width else { return [word] }
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for character in word {
      let columns = columns(of: character)
      if used + columns > width, !piece.isEmpty {
        pieces.append(piece)
        piece = ""
        used = 0
      }
      piece.append(character)
      used += columns
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }
}
