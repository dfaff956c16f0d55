/// Unwraps the target of a redirect: "example.top" in "google.com/url?q=https%3A%2F%2Fexample.top".
///
/// It unwraps one level and visits every scalar of the path a constant number of times.
package enum WrappedLink {
  package enum Target: Equatable {
    case link(Link)
    /// There is a target, but it was cut off before its host.
    case unreadable
  }

  /// Parameters that hold a redirect target on any host.
  private static let parameters: Set<String> = [
    "url", "u", "redirect", "redirect_url", "redirecturl", "redirect_to", "redirectto", "target", "targeturl", "dest",
    "destination", "goto", "adurl", "lite_url", "imgrefurl", "link", "out", "to",
  ]
  /// Parameters that hold one only on certain hosts and paths.
  private static let special: [(domain: String, path: String, parameter: String)] = [
    ("google.", "/url", "q"), ("google.", "/translate", "u"), ("youtube.com", "/redirect", "q"),
    ("umblr.com", "/redirect", "z"), ("tumblr.com", "/redirect", "z"),
  ]
  /// Paths of pages that share or look up an address without redirecting to it.
  private static let sharing = ["/share", "/intent", "/sharer", "/dialog", "/submit", "/search", "/cws/share"]

  /// The target of a redirect; nil if the link has none.
  package static func target(of link: Link) -> Target? {
    translated(link) ?? inPath(link) ?? rewritten(link) ?? inQuery(link)
  }

  /// "www-example--shop-top.translate.goog" and "example-top.cdn.ampproject.org": full stops are written as a hyphen,
  /// hyphens as two.
  private static func translated(_ link: Link) -> Target? {
    for ending in [".translate.goog", ".cdn.ampproject.org"] where link.host.hasSuffix(ending) {
      let label = link.host.dropLast(ending.utf8.count)
      if ending != ".translate.goog", let inner = inPath(link) { return inner }
      let host = label.replacing("--", with: "\u{0}").replacing("-", with: ".").replacing("\u{0}", with: "-")
      return parse("https://" + host + link.path, onlyWithScheme: true)
    }
    return nil
  }

  /// "/amp/s/example.top/x", "/c/s/example.top/x" and "/linkfilter/https://example.top".
  private static func inPath(_ link: Link) -> Target? {
    let beginnings =
      if belongs(link.host, to: "google.") {
        ["/amp/s/", "/amp/"]
      } else if link.host.hasSuffix("ampproject.org") {
        ["/c/s/", "/v/s/", "/c/", "/v/"]
      } else {
        [String]()
      }
    if let beginning = beginnings.first(where: link.path.hasPrefix) {
      return parse(link.path.dropFirst(beginning.utf8.count), onlyWithScheme: false)
    }
    for beginning in ["/linkfilter/", "/v3/__", "/v2/__"] where link.path.hasPrefix(beginning) {
      let rest = link.path.dropFirst(beginning.utf8.count)
      return parse(rest.prefix(upTo: rest.firstRange(of: "__;")?.lowerBound ?? rest.endIndex), onlyWithScheme: true)
    }
    // "secure-web.example/token/https%3A%2F%2Fexample.top", but not "docs.example/http".
    let path = link.path.prefix { $0 != "?" && $0 != "#" }
    guard let start = path.firstRange(of: "/http") else { return nil }
    let rest = link.path[path.index(after: start.lowerBound)...]
    let beginning = PercentEncoding.decoded(rest.prefix(16)).replacing("\\", with: "/")
    guard beginning.hasPrefix("http:/") || beginning.hasPrefix("https:/") else { return nil }
    return parse(rest, onlyWithScheme: true)
  }

  /// Proprietary encodings: Proofpoint's "https-3A__example.top_x", Bing's "a1" and Base64.
  private static func rewritten(_ link: Link) -> Target? {
    if link.host.hasPrefix("urldefense."), link.path.hasPrefix("/v2/"), let value = value(of: ["u"], in: link) {
      return parse(value.replacing("_", with: "/").replacing("-", with: "%"), onlyWithScheme: true)
    }
    if belongs(link.host, to: "bing.com"), link.path.hasPrefix("/ck/"), let value = value(of: ["u"], in: link) {
      guard value.hasPrefix("a1") else { return .unreadable }
      return parse(Base64.decoded(value.dropFirst(2)), onlyWithScheme: true) ?? .unreadable
    }
    return nil
  }

  private static func inQuery(_ link: Link) -> Target? {
    for rule in special where belongs(link.host, to: rule.domain) && link.path.hasPrefix(rule.path) {
      if let value = value(of: [rule.parameter], in: link) { return parse(value, onlyWithScheme: false) ?? .unreadable }
    }
    guard !sharing.contains(where: link.path.hasPrefix), let value = value(of: parameters, in: link) else { return nil }
    return parse(value, onlyWithScheme: true)
  }

  /// Whether a host belongs to a domain; "google." stands for Google in any country.
  private static func belongs(_ host: String, to domain: String) -> Bool {
    let registrable = PublicSuffixList.registrableDomain(of: host)
    return domain.last == "." ? registrable.hasPrefix(domain) : registrable == domain
  }

  /// The first non-empty value of a parameter with one of these names.
  private static func value(of names: Set<String>, in link: Link) -> Substring? {
    guard let question = link.path.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return nil }
    let query = link.path[link.path.index(after: question)...]
    for pair in query.split(whereSeparator: { $0 == "&" || $0 == ";" || $0 == "#" }) {
      guard let equals = pair.firstIndex(of: "="), names.contains(pair[..<equals].lowercased()) else { continue }
      let value = pair[pair.index(after: equals)...]
      if !value.isEmpty, names.count == 1 || looksLikeAddress(value) { return value }
    }
    return nil
  }

  private static func looksLikeAddress(_ value: Substring) -> Bool {
    let beginning = PercentEncoding.decoded(value.prefix(32)).lowercased().replacing("\\", with: "/")
    return beginning.hasPrefix("http") || beginning.hasPrefix("//")
  }

  /// Parses a target, plain or percent-encoded up to twice.
  private static func parse(_ value: some StringProtocol, onlyWithScheme: Bool) -> Target? {
    var text = String(value)
    for _ in 0..<2 where text.contains("%") { text = PercentEncoding.decoded(text) }
    let lowered = text.prefix(8).lowercased().replacing("\\", with: "/")
    let scheme: Link.Scheme = lowered.hasPrefix("https") ? .https : .http
    let hasScheme = ["https:", "http:", "https//", "http//", "//"].contains { lowered.hasPrefix($0) }
    if onlyWithScheme, !hasScheme {
      // "htt" or "https" at the end: the rest was cut off.
      return "https".hasPrefix(lowered) && lowered.utf8.count >= 3 ? .unreadable : nil
    }
    if hasScheme, !lowered.hasPrefix("//") { text.removeFirst(scheme == .https ? 5 : 4) }
    let scalars = Array(text.unicodeScalars.drop { $0 == ":" || $0 == "/" || $0 == "\\" })
    guard let link = Link(scheme: hasScheme ? scheme : .none, of: scalars, in: scalars.indices),
      link.host.contains(".") || link.isAddress
    else { return .unreadable }
    return .link(link)
  }
}
