internal import ScanModel
internal import TextEntities

/// Codes that open a page or an app.
enum Links {
  private static let webSchemes: Set<String> = ["http", "https"]
  /// Longer links are judged by their beginning, which contains the host.
  private static let maximumWord = 1024

  static func parse(_ text: String) -> CodeContent? {
    var text = text
    if text.beginsWith("URLTO:") || text.beginsWith("URL:") {
      text = String(text.drop { $0 != ":" }.dropFirst())
    } else if text.beginsWith("MEBKM:") {
      text = MarkedFields(text.dropFirst(6))["URL"] ?? text
    }
    guard !text.contains(where: \.isWhitespace) else { return nil }
    return web(text) ?? app(text)
  }

  private static func web(_ text: String) -> CodeContent? {
    let word = String(text.unicodeScalars.prefix(maximumWord))
    let scalars = Array(word.unicodeScalars)
    guard let link = EntityScanner.entities(in: scalars).first, link.kind == .link, link.range.lowerBound == 0,
      let host = link.link?.host
    else { return nil }
    // The end of the host decides where a link leads.
    let end =
      host.unicodeScalars.count > 48 ? "…" + String(String.UnicodeScalarView(host.unicodeScalars.suffix(48))) : host
    return CodeContent(.openLink, "This code opens \(end.shown ?? "a web page").", payload: text, words: [word])
  }

  /// "scheme:anything" of an app on the phone.
  private static func app(_ text: String) -> CodeContent? {
    let scheme = text.prefix { $0 != ":" }
    guard (2...24).contains(scheme.utf8.count), scheme.utf8.count < text.utf8.count,
      scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || [0x2B, 0x2D, 0x2E].contains($0) }),
      text.dropFirst(scheme.count).hasPrefix("://"), !webSchemes.contains(scheme.lowercased())
    else { return nil }
    return CodeContent(.openLink, "This code opens an app (\(scheme.lowercased())).", payload: text)
  }
}
