internal import ScanModel
internal import TextEntities

/// Codes that open a page or an app.
enum Links {
  static func parse(_ text: String) -> CodeContent? {
    if text.beginsWith("URLTO:") || text.beginsWith("URL:") {
      return inField(String(text.drop { $0 != ":" }.dropFirst()))
    }
    guard text.beginsWith("MEBKM:") else { return opened(text) }
    let contents = MarkedFields(text.dropFirst(6)).all("URL").compactMap(inField)
    guard contents.count > 1 else { return contents.first }
    return CodeContent(.openLink, CodeAction.openLink.sentence, payload: text, words: contents.flatMap(\.words))
  }

  /// What a field for an address opens, which needs no scheme.
  static func inField(_ text: String) -> CodeContent? { opened(text) ?? opened("http://" + text) }

  private static func opened(_ text: String) -> CodeContent? {
    var text = text
    if text.beginsWith("http") {
      // Browsers leave out tabs and line ends.
      text.unicodeScalars.removeAll(where: WebAuthority.isSkipped)
      text = withEncodedUser(text)
    }
    guard !text.contains(where: \.isWhitespace) else { return nil }
    return web(text) ?? app(text)
  }

  /// "https://example.org sign in@example.com/a": browsers encode white space in a user name (URL standard, "userinfo
  /// percent-encode set"). Without a page behind it, words before an "@" are those of a mail address.
  private static func withEncodedUser(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    guard let host = hostBehindUser(scalars),
      host.upperBound < scalars.count || scalars[host.lowerBound - 2].properties.isWhitespace
    else { return text }
    return scalars.map { $0.properties.isWhitespace ? "%20" : String($0) }.joined()
  }

  /// The host behind a user name that has white space in it.
  private static func hostBehindUser(_ scalars: [Unicode.Scalar]) -> Range<Int>? {
    guard let colon = scalars.firstIndex(of: ":") else { return nil }
    let start = scalars[colon...].dropFirst().firstIndex { $0 != "/" && $0 != "\\" } ?? scalars.count
    let end = scalars[start...].firstIndex(where: WebAuthority.endsAuthority) ?? scalars.count
    guard let at = scalars[start..<end].lastIndex(of: "@"),
      scalars[start..<at].contains(where: \.properties.isWhitespace),
      !scalars[at..<end].contains(where: \.properties.isWhitespace)
    else { return nil }
    return at + 1..<end
  }

  /// The words of a text. Of "https://example.org or anna@example.com" the second host is opened, so it is there, too.
  static func words(_ text: String, _ maximum: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var words = text.words(maximum)
    if text.beginsWith("http"), words.count > 1, let host = hostBehindUser(scalars) {
      words.insert("@" + scalars.string(host), at: 1)
    }
    return Array(words.prefix(maximum))
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
    let rest = text.dropFirst(scheme.count)
    guard (2...24).contains(scheme.utf8.count), scheme.unicodeScalars.first?.isASCIILetter == true,
      scheme.unicodeScalars.allSatisfy({ $0.isASCIIAlphanumeric || "+-.".unicodeScalars.contains($0) }),
      !["http", "https"].contains(scheme.lowercased())
    else { return nil }
    if let address = addressOfIntent(text) ?? addressForBrowser(scheme.lowercased(), rest), var content = web(address) {
      content.payload = text
      content.words += addresses(in: text)
      return content
    }
    guard rest.hasPrefix("://") else { return nil }
    // Many apps open what looks like the host: "myapp://example.com/a".
    let first = EntityScanner.entities(in: Array(text.unicodeScalars)).first
    let hasHost = first?.kind == .link && first?.range.lowerBound == scheme.utf8.count + 3
    return CodeContent(
      .openLink, "This code opens an app (\(scheme.lowercased())).", payload: text,
      words: (hasHost ? [text] : []) + addresses(in: text))
  }

  /// What a browser opens with a scheme of its own, given in small letters: "x-safari-https://example.com",
  /// "microsoft-edge:https://example.com", "googlechromes://example.com".
  private static func addressForBrowser(_ scheme: String, _ rest: Substring) -> String? {
    if rest.dropFirst().beginsWith("http") { return String(rest.dropFirst()) }
    let kind = ["googlechrome": "http", "googlechromes": "https"][scheme]
    return (kind ?? ["https", "http"].first(where: scheme.hasSuffix)).map { $0 + rest }
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
