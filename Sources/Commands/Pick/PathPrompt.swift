internal import Localization
internal import ScanModel
internal import SystemPackage

/// Asks for the path of a screenshot when there is no list to choose from.
struct PathPrompt {
  let console: Console

  /// Nil if the user entered nothing.
  func ask() -> FilePath? {
    console.write(localized("Path of a screenshot (Enter ends): "))
    return Self.path(readLine() ?? "", home: console.environment["HOME"])
  }

  /// The path that was typed, or dropped onto the terminal, which adds quotes or backslashes.
  static func path(_ line: String, home: String?) -> FilePath? {
    var text = line.trimmingSpaces
    for quote in ["'", "\""] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return named(String(text.dropFirst().dropLast()))
    }
    if let home, text == "~" || text.hasPrefix("~/") { text = home + text.dropFirst() }
    var plain = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        plain.append(character)
        isEscaped = false
      }
    }
    return named(plain)
  }

  private static func named(_ text: String) -> FilePath? { text.isEmpty ? nil : FilePath(text) }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let start = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }
}
