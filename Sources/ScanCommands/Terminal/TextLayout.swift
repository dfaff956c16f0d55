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
