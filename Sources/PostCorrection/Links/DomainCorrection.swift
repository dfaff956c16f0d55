internal import ScanModel

/// Corrects the top-level domain of a host, its "www" and its hyphens: "paypal.corn/login", "example.c0m",
/// "vvww.example.com", "www.post—office.com". The original domain must not exist, and the corrected one must. The name
/// before it is kept letter by letter, because "rn" for "m" in it is typical of look-alikes.
enum DomainCorrection {
  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    words.map { $0.text.contains(".") && $0.text.utf8.count <= 2_048 ? $0.repaired(to: repaired($0.text)) : $0 }
  }

  static func repaired(_ word: String) -> String {
    var parts = LinkParts(word)
    if let at = parts.host.lastIndex(of: "@"), parts.scheme.isEmpty {
      let local = parts.host[...at]
      return parts.opening + local + withRightEnding(parts.host[local.endIndex...]) + parts.rest
    }
    parts.host = withHyphens(withRightWWW(parts.host))[...]
    guard !parts.scheme.isEmpty || parts.hasWWW || parts.rest.count > 1 && parts.rest.first == "/" else { return word }
    return parts.opening + parts.scheme + withRightEnding(parts.host) + parts.rest
  }

  private static func withRightWWW(_ host: Substring) -> String {
    guard let point = host.firstIndex(of: "."), (4...6).contains(host.distance(from: host.startIndex, to: point)) else {
      return String(host)
    }
    let rest = host[point...]
    let isTriple = host[..<point].lowercased().replacing("vv", with: "w") == "www"
    return isTriple && HostName.isPossible(rest.dropFirst()) ? "www" + rest : String(host)
  }

  /// The engine reads a long hyphen as a dash, which hosts do not have.
  private static func withHyphens(_ host: String) -> String {
    let plain = host.replacing("\u{2013}", with: "-").replacing("\u{2014}", with: "-")
    return plain != host && HostName.isPossible(plain) ? plain : host
  }

  private static func withRightEnding(_ host: Substring) -> String {
    let name = host.withoutFinal(".,;!)]>\"'")
    let marks = host[name.endIndex...]
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return String(host) }
    let label = name[name.index(after: point)...]
    guard !HostName.isEnding(label), let right = ending(label.lowercased()), HostName.isComplete(name[...point] + right)
    else { return String(host) }
    return name[...point] + right + marks
  }

  /// The only top-level domain that a misread one can stand for; nil if there are none or several.
  private static func ending(_ label: String) -> String? {
    let readings = [
      label.replacing("rn", with: "m"), label.replacing("0", with: "o"), label.replacing("1", with: "l"),
      label.replacing("1", with: "i"), label.replacing("0", with: "o").replacing("rn", with: "m"),
      label.replacing("l", with: "i"), label.replacing("|", with: "l"), label.replacing("cl", with: "d"),
    ]
    let right = Set(readings.filter { $0 != label && HostName.isPlainEnding($0) })
    return right.count == 1 ? right.first : nil
  }
}
