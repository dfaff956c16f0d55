internal import ScanModel
internal import TextEntities

/// Codes that open a page or an app.
enum Links {
  static func parse(_ text: String) -> CodeContent? {
    var text = text
    if text.beginsWith("URLTO:") || text.beginsWith("URL:") {
      text = String(text.drop { $0 != ":" }.dropFirst())
    } else if text.beginsWith("MEBKM:") {
      text = MarkedFields(text.dropFirst(6))["URL"] ?? text
    }
    // Browsers leave out tabs and line ends.
    if text.beginsWith("http") { text.unicodeScalars.removeAll(where: WebAuthority.isSkipped) }
    if hasSpaceInUser(text) { text.replace(" ", with: "%20") }
    guard !text.contains(where: \.isWhitespace) else { return nil }
    return web(text) ?? app(text)
  }

  /// "https://example.org @example.com/a": browsers encode the space (URL standard, "userinfo percent-encode set").
  private static func hasSpaceInUser(_ text: String) -> Bool {
    guard text.beginsWith("http"), let start = text.firstRange(of: "://")?.upperBound else { return false }
    return text[start...].unicodeScalars.prefix { !WebAuthority.endsAuthority($0) }.contains(" @".unicodeScalars)
  }

  /// All of it: what opens another host may come last, behind a long user name or in a redirect.
  private static func web(_ text: String) -> CodeContent? {
    guard let link = EntityScanner.entities(in: Array(text.unicodeScalars)).first, link.kind == .link,
      link.range.lowerBound == 0, let host = link.link?.host
    else { return nil }
    // The end of the host decides where a link leads.
    let end =
      host.unicodeScalars.count > 48 ? "…" + String(String.UnicodeScalarView(host.unicodeScalars.suffix(48))) : host
    return CodeContent(
      .openLink, end.shown.map { "This code opens \($0)." } ?? CodeAction.openLink.sentence, payload: text,
      words: [text])
  }

  /// "scheme://anything" of an app on the phone, with the web addresses that it is given.
  private static func app(_ text: String) -> CodeContent? {
    let scheme = text.prefix { $0 != ":" }
    guard (2...24).contains(scheme.utf8.count), text.dropFirst(scheme.count).hasPrefix("://"),
      scheme.unicodeScalars.allSatisfy({ $0.isASCIILetter || "+-.".unicodeScalars.contains($0) }),
      !["http", "https"].contains(scheme.lowercased())
    else { return nil }
    if let address = addressOfIntent(text), var content = web(address) {
      content.payload = text
      content.words += addresses(in: text)
      return content
    }
    return CodeContent(
      .openLink, "This code opens an app (\(scheme.lowercased())).", payload: text, words: addresses(in: text))
  }

  /// What Android opens with "intent://example.com/a#Intent;scheme=https;end" (Android, "Intent.parseUri").
  private static func addressOfIntent(_ text: String) -> String? {
    guard text.beginsWith("intent://"), let end = text.firstRange(of: "#Intent;") else { return nil }
    let fields = text[end.upperBound...].split(separator: ";")
    guard let scheme = fields.first(where: { $0.hasPrefix("scheme=http") })?.dropFirst("scheme=".count) else {
      return nil
    }
    return "\(scheme)\(text[..<end.lowerBound].dropFirst("intent".count))"
  }

  /// Such as what is opened without the app: "S.browser_fallback_url=https%3A%2F%2Fexample.com".
  private static func addresses(in text: String) -> [String] {
    let fields = text.split { "?&#;".contains($0) }.dropFirst().prefix(maximumFields)
    return fields.compactMap { field in
      let value = PercentEncoding.decoded(field.split(separator: "=", maxSplits: 1).last ?? field)
      return value.beginsWith("http") && web(value) != nil ? value : nil
    }
  }

  private static let maximumFields = 32
}
