/// The text of a package manifest as tokens: enough of Swift's syntax to read calls, labels and literals.
enum ManifestToken: Equatable {
  case word(String)
  case string(String)
  case symbol(Character)

  static func tokens(of text: String) -> [ManifestToken] {
    var tokens: [ManifestToken] = []
    var rest = text[...]
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if character == "\"" {
        let content = rest.dropFirst().prefix { $0 != "\"" }
        tokens.append(.string(String(content)))
        rest = rest.dropFirst(content.count + 2)
      } else if character.isLetter || character == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(.word(String(word)))
        rest = rest.dropFirst(word.count)
      } else {
        if !character.isWhitespace { tokens.append(.symbol(character)) }
        rest = rest.dropFirst()
      }
    }
    return tokens
  }
}

extension ArraySlice<ManifestToken> {
  /// The tokens inside the brackets at the start.
  var insideBrackets: ArraySlice<ManifestToken> {
    var depth = 0
    for index in indices {
      switch self[index] {
      case .symbol("("), .symbol("["), .symbol("{"): depth += 1
      case .symbol(")"), .symbol("]"), .symbol("}"):
        depth -= 1
        if depth == 0 { return self[(startIndex + 1)..<index] }
      default: break
      }
    }
    return dropFirst()
  }

  /// The arguments of a call by label, given the tokens between its parentheses.
  var arguments: [String: ArraySlice<ManifestToken>] {
    var arguments: [String: ArraySlice<ManifestToken>] = [:]
    for part in split(at: ",") {
      guard case .word(let label) = part.first, part.dropFirst().first == .symbol(":") else { continue }
      arguments[label] = part.dropFirst(2)
    }
    return arguments
  }

  /// The parts between separators outside all brackets.
  private func split(at separator: Character) -> [ArraySlice<ManifestToken>] {
    var parts: [ArraySlice<ManifestToken>] = []
    var start = startIndex
    var depth = 0
    for index in indices {
      switch self[index] {
      case .symbol("("), .symbol("["), .symbol("{"): depth += 1
      case .symbol(")"), .symbol("]"), .symbol("}"): depth -= 1
      case .symbol(separator) where depth == 0:
        parts.append(self[start..<index])
        start = index + 1
      default: break
      }
    }
    return parts + [self[start...]]
  }

  /// The first string literal.
  var firstString: String? {
    for case .string(let text) in self { return text }
    return nil
  }
}
