internal import ScanModel
internal import TextEntities

/// Codes that open a page or an app.
enum Links {
  /// Longer links are judged by their beginning, which contains the host.
  private static let maximumWord = 1024

  static func parse(_ text: String) -> CodeContent? {
    var text = text
    if text.beginsWith("URLTO:") || text.beginsWith("URL:") {
      text = String(text.drop { $0 != ":" }.dropFirst())
    } else if text.beginsWith("MEBKM:") {
      text = MarkedFields(text.dropFirst(6))["URL"] ?? text
    }
    // Browsers leave out tabs and line ends.
    if text.beginsWith("http") { text.unicodeScalars.removeAll(where: WebAuthority.isSkipped) }
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
    return CodeContent(
      .openLink, end.shown.map { "This code opens \($0)." } ?? CodeAction.openLink.sentence, payload: text,
      words: [word])
  }

  /// "scheme:anything" of an app on the phone.
  private static func app(_ text: String) -> CodeContent? {
    let scheme = text.prefix { $0 != ":" }
    guard (2...24).contains(scheme.utf8.count), text.dropFirst(scheme.count).hasPrefix("://"),
      scheme.unicodeScalars.allSatisfy({ $0.isASCIILetter || "+-.".unicodeScalars.contains($0) }),
      !["http", "https"].contains(scheme.lowercased())
    else { return nil }
    return CodeContent(.openLink, "This code opens an app (\(scheme.lowercased())).", payload: text)
  }
}
