/// Links inside links: what "google.com/url?q=https%3A%2F%2Fexample.top" really leads to.
///
/// One step only; `URLClassifier` takes several. Each looks at every scalar of the path a constant number of times.
package enum WrappedLink {
  package enum Target: Equatable {
    case link(Link)
    /// Something is wrapped, but what is left of it names no host: the rest was cut off.
    case unreadable
  }

  /// Names of parameters that hold nothing but an address to go on to, on any host.
  private static let parameters: Set<String> = [
    "url", "u", "redirect", "redirect_url", "redirecturl", "redirect_to", "redirectto", "target", "targeturl", "dest",
    "destination", "goto", "adurl", "lite_url", "imgrefurl", "link", "out", "to",
  ]
  /// Parameters that mean this only on the hosts and paths of some services.
  private static let special: [(domain: String, path: String, parameter: String)] = [
    ("google.", "/url", "q"), ("google.", "/translate", "u"), ("youtube.com", "/redirect", "q"),
    ("umblr.com", "/redirect", "z"), ("tumblr.com", "/redirect", "z"),
  ]
  /// Pages that pass an address on to friends or look it up, but lead nobody there.
  private static let sharing = ["/share", "/intent", "/sharer", "/dialog", "/submit", "/search", "/cws/share"]

  package static func target(of link: Link) -> Target? {
    translated(link) ?? inPath(link) ?? rewritten(link) ?? inQuery(link)
  }

  /// "www-example--shop-top.translate.goog" and "example-top.cdn.ampproject.org": full stops became hyphens, hyphens two.
  private static func translated(_ link: Link) -> Target? {
    for ending in [".translate.goog", ".cdn.ampproject.org"] where link.host.hasSuffix(ending) {
      let label = link.host.dropLast(ending.utf8.count)
      if ending != ".translate.goog", let inner = inPath(link) { return inner }
      let host = label.replacing("--", with: "\u{0}").replacing("-", with: ".").replacing("\u{0}", with: "-")
      return read("https://" + host + link.path, onlyWithScheme: true)
    }
    return nil
  }

  /// "/amp/s/example.top/x", "/c/s/example.top/x" and "/linkfilter/https://example.top".
  private static func inPath(_ link: Link) -> Target? {
    let isGoogle = isOf("google.", link.host)
    for beginning in ["/amp/s/", "/amp/"] where isGoogle && link.path.hasPrefix(beginning) {
      return read(link.path.dropFirst(beginning.utf8.count), onlyWithScheme: false)
    }
    if link.host.hasSuffix("ampproject.org") {
      for beginning in ["/c/s/", "/v/s/", "/c/", "/v/"] where link.path.hasPrefix(beginning) {
        return read(link.path.dropFirst(beginning.utf8.count), onlyWithScheme: false)
      }
    }
    for beginning in ["/linkfilter/", "/v3/__", "/v2/__"] where link.path.hasPrefix(beginning) {
      let rest = link.path.dropFirst(beginning.utf8.count)
      return read(rest.prefix(upTo: rest.firstRange(of: "__;")?.lowerBound ?? rest.endIndex), onlyWithScheme: true)
    }
    // "secure-web.example/token/https%3A%2F%2Fexample.top", but not "docs.example/http".
    let path = link.path.prefix { $0 != "?" && $0 != "#" }
    guard let start = path.firstRange(of: "/http") else { return nil }
    let rest = link.path[path.index(after: start.lowerBound)...]
    let beginning = PercentText.decoded(rest.prefix(16))
    guard beginning.hasPrefix("http:/") || beginning.hasPrefix("https:/") else { return nil }
    return read(rest, onlyWithScheme: true)
  }

  /// Ways of writing of their own: Proofpoint's "https-3A__example.top_x", Bing's "a1" and Base64.
  private static func rewritten(_ link: Link) -> Target? {
    if link.host.hasPrefix("urldefense."), link.path.hasPrefix("/v2/"), let value = value(of: ["u"], in: link) {
      return read(value.replacing("_", with: "/").replacing("-", with: "%"), onlyWithScheme: true)
    }
    if isOf("bing.com", link.host), link.path.hasPrefix("/ck/"), let value = value(of: ["u"], in: link) {
      guard value.hasPrefix("a1") else { return .unreadable }
      return read(Base64Text.decoded(value.dropFirst(2)), onlyWithScheme: true) ?? .unreadable
    }
    return nil
  }

  private static func inQuery(_ link: Link) -> Target? {
    for rule in special where isOf(rule.domain, link.host) && link.path.hasPrefix(rule.path) {
      if let value = value(of: [rule.parameter], in: link) { return read(value, onlyWithScheme: false) ?? .unreadable }
    }
    guard !sharing.contains(where: link.path.hasPrefix), let value = value(of: parameters, in: link) else { return nil }
    return read(value, onlyWithScheme: true)
  }

  /// "google." stands for Google in any country.
  private static func isOf(_ domain: String, _ host: String) -> Bool {
    let registrable = PublicSuffixList.registrableDomain(of: host)
    return domain.last == "." ? registrable.hasPrefix(domain) : registrable == domain
  }

  /// The first value of a parameter by one of these names that is not empty.
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
    let beginning = PercentText.decoded(value.prefix(32)).lowercased()
    return beginning.hasPrefix("http") || beginning.hasPrefix("//")
  }

  /// What a value says, percent-encoded up to twice or plain.
  private static func read(_ value: some StringProtocol, onlyWithScheme: Bool) -> Target? {
    var text = String(value)
    for _ in 0..<2 where text.contains("%") { text = PercentText.decoded(text[...]) }
    let lowered = text.prefix(8).lowercased()
    let scheme: Link.Scheme = lowered.hasPrefix("https") ? .https : .http
    let hasScheme = ["https:", "http:", "https//", "http//", "//"].contains { lowered.hasPrefix($0) }
    if onlyWithScheme, !hasScheme {
      // "htt", "https" at the end: the rest was cut off.
      return "https".hasPrefix(lowered) && lowered.utf8.count >= 3 ? .unreadable : nil
    }
    if hasScheme, !lowered.hasPrefix("//") { text.removeFirst(scheme == .https ? 5 : 4) }
    let scalars = text.unicodeScalars.drop { $0 == ":" || $0 == "/" }
    guard let link = LinkScanner.link(in: Array(scalars), scheme: hasScheme ? scheme : .none) else {
      return .unreadable
    }
    return .link(link)
  }
}

extension LinkScanner {
  /// The link that these scalars are; nil where they name no host.
  fileprivate static func link(in scalars: [Unicode.Scalar], scheme: Link.Scheme) -> Link? {
    guard let parts = LinkScanner(scalars).hostAndPath(0, scalars.count) else { return nil }
    let labels = parts.host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy(isLabel) else { return nil }
    return Link(
      scheme: scheme, host: parts.host, path: parts.path, hasForeignLetters: parts.foreign, hasUserPart: parts.user)
  }
}
