internal import ScanModel

/// Restores "https://": the engine loses slashes, puts spaces between them and reads one as "l".
///
/// A correctly spelled scheme may have lost a slash or the colon ("https:/x.com", "https//x.com", "https: //x.com",
/// "https:l/x.com"); one with a wrong letter ("htps://x.com") must have both. Either way a host must follow. A word
/// stuck to the scheme is split off ("Visithttps://x.com").
enum URLSchemeCorrection {
  private static let maximumPieces = 4

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { mayHoldScheme($0.text) }) else { return words }
    return words.replacingRuns { start in
      guard mayHoldScheme(words[start].text), let found = address(at: start, in: words) else { return nil }
      let whole = words.joined(start..<found.end, as: found.before + found.address)
      return (found.before.isEmpty ? [whole] : whole.split(into: [found.before, found.address]), found.end)
    }
  }

  private static func mayHoldScheme(_ word: String) -> Bool {
    let lowered = word.lowercased()
    return lowered.utf8.count >= 3 && lowered.utf8.count <= 2_048
      && (lowered.contains("tp") || lowered.contains("ht") || lowered.contains("xxp"))
  }

  private static func address(
    at start: Int, in words: [RecognizedWord]
  ) -> (before: String, address: String, end: Int)? {
    var text = ""
    for end in (start + 1)...(start + maximumPieces) {
      guard end <= words.count else { return nil }
      // Pieces of one address are closer than columns.
      if end > start + 1, words.gap(before: end - 1) > 1.5 { return nil }
      text += words[end - 1].text
      switch reading(text) {
      case .nothing: return nil
      case .unfinished: continue
      case .address(let before, let address):
        return address == text && before.isEmpty && end == start + 1 ? nil : (before, address, end)
      }
    }
    return nil
  }

  private enum Reading {
    case nothing
    /// A scheme or the start of one, without a host yet.
    case unfinished
    case address(before: String, address: String)
  }

  private static func reading(_ text: String) -> Reading {
    let characters = Array(text)
    guard let start = schemeStart(characters) else { return .nothing }
    let letters = characters[start...].prefix { $0.isASCII && $0.isLetter }
    guard let scheme = scheme(String(letters)) else { return .nothing }
    let separators = Separators(characters[letters.endIndex...])
    let host = separators.end
    guard host < characters.count else { return host - letters.endIndex < 4 ? .unfinished : .nothing }
    // All separators after a scheme with a wrong letter, one after any other.
    let isMarked =
      scheme.isExact ? separators.hasColon || separators.slashes > 0 : separators.hasColon && separators.slashes > 0
    let rest = String(characters[host...])
    guard isMarked, beginsWithHost(rest, afterExact: scheme.isExact) else { return .nothing }
    let before = String(characters[..<start])
    let isWord = start > 0 && characters[start - 1].isLetter
    return .address(before: isWord ? before : "", address: (isWord ? "" : before) + scheme.name + "://" + rest)
  }

  /// Whether a host follows, or the start of one that a space has cut.
  private static func beginsWithHost(_ text: String, afterExact isExact: Bool) -> Bool {
    let parts = LinkParts(text)
    guard parts.opening.isEmpty, parts.scheme.isEmpty else { return false }
    let isCut = isExact && parts.rest.isEmpty && (parts.host.hasSuffix(".") || parts.host.hasSuffix("-"))
    return HostName.isPossible(parts.plainHost) || isCut && HostName.isLabel(parts.host.dropLast())
  }

  /// Where a scheme may start: at "http", also inside a word, or at the first letter.
  private static func schemeStart(_ characters: [Character]) -> Int? {
    for start in 0..<max(0, characters.count - 3) {
      let four = String(characters[start..<(start + 4)]).lowercased()
      // "src/http/mod.rs" is a path.
      let isInside = start > 0 && "/._-".contains(characters[start - 1])
      if four == "http" || four == "hxxp", !isInside { return start }
    }
    return characters.firstIndex { $0.isASCII && $0.isLetter }
  }

  /// The scheme that the letters stand for, and whether every one of them was right.
  private static func scheme(_ letters: String) -> (name: String, isExact: Bool)? {
    switch letters.lowercased() {
    case "http", "https", "hxxp", "hxxps": (letters, true)
    case "htp", "nttp", "hitp", "htip", "hltp", "htlp", "hhttp", "htttp", "httpp": ("http", false)
    case "htps", "nttps", "hitps", "htips", "hltps", "htlps", "hhttps", "htttps", "httpps", "httpss", "httos", "httips",
      "httpis", "ttps":
      ("https", false)
    default: nil
    }
  }

  /// The separators between scheme and host, as they may have been read.
  private struct Separators {
    var hasColon = false
    var slashes = 0
    /// Index of what follows.
    var end: Int

    init(_ rest: ArraySlice<Character>) {
      end = rest.startIndex
      if end < rest.endIndex, ":;.,".contains(rest[end]) {
        // "use http; example.com" is a sentence.
        let next = end + 1 < rest.endIndex ? rest[end + 1] : " "
        hasColon = rest[end] == ":" || rest[end] == ";" && "/\\lI|".contains(next)
        end += 1
      }
      while end < rest.endIndex {
        // The first slash may have been read as a vertical stroke.
        let isStroke = slashes == 0 && "lI|".contains(rest[end]) && end + 1 < rest.endIndex && rest[end + 1] == "/"
        guard isStroke || rest[end] == "/" || rest[end] == "\\" else { break }
        slashes += 1
        end += 1
      }
    }
  }
}
