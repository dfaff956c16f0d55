/// Finds the target of a redirect: "example.top" in "google.com/url?q=https%3A%2F%2Fexample.top". It follows one
/// redirect and visits every scalar of the path a constant number of times.
package enum Redirect {
  package enum Target: Equatable {
    case link(Link)
    /// There is a target, but it was cut off before its host, or redirectors may read it differently.
    case unreadable
  }

  /// Parameters that hold a redirect target on any host.
  private static let parameters: Set<String> = [
    "url", "u", "redirect", "redirect_url", "redirecturl", "redirect_to", "redirectto", "target", "targeturl", "dest",
    "destination", "goto", "adurl", "lite_url", "imgrefurl", "link", "out", "to", "mpre", "continue",
  ]
  /// Parameters that hold one only on certain hosts and paths.
  private static let special: [(domain: String, path: String, parameter: String)] = [
    ("google.", "/url", "q"), ("google.", "/translate", "u"), ("google.", "/website", "u"),
    ("google.", "/local_url", "q"), ("google.", "/maps/url", "q"), ("youtube.com", "/redirect", "q"),
    ("facebook.com", "/l.php", "u"), ("messenger.com", "/l.php", "u"),
    ("umblr.com", "/redirect", "z"), ("tumblr.com", "/redirect", "z"), ("duckduckgo.com", "/l/", "uddg"),
    ("cudasvc.com", "/url", "a"),
  ]
  /// First parts of the paths of pages that share or look up an address without redirecting to it, without ".php".
  private static let sharing: Set<String> = [
    "share", "sharer", "sharing", "sharearticle", "intent", "dialog", "submit", "submitlink", "search", "searchbyimage",
  ]

  /// The target of a redirect; nil if the link has none.
  package static func target(of link: Link) -> Target? {
    let isShared = isShared(link)
    let link = asServersRead(link)
    return translated(link) ?? inPath(link) ?? rewritten(link)
      ?? agreed([afterSlash(link), isShared && rule(for: link) == nil ? nil : inQuery(link)])
  }

  /// With the path as servers may read it: without the encoding of letters, digits and marks that need none (RFC 3986,
  /// section 6.2.2.2), and without empty parts, but for those behind a colon.
  private static func asServersRead(_ link: Link) -> Link {
    let path = link.barePath
    guard path.unicodeScalars.contains("%") || path.unicodeScalars.contains("//".unicodeScalars) else { return link }
    let decoded = PercentEncoding.decoded(path, isCut: false) {
      Unicode.Scalar($0).isASCIIAlphanumeric || "-._~".utf8.contains($0)
    }
    var plain: [Unicode.Scalar] = []
    for scalar in decoded.unicodeScalars where scalar != "/" || plain.last != "/" || plain.dropLast().last == ":" {
      plain.append(scalar)
    }
    var link = link
    link.path = String(String.UnicodeScalarView(plain)) + link.path[path.endIndex...]
    return link
  }

  /// By whole parts of the path, which no server must read otherwise.
  private static func isShared(_ link: Link) -> Bool {
    let path = link.barePath
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let decoded = PercentEncoding.decoded(path)
    let rest = decoded.lowercased().split(separator: "/").dropFirst().map { $0.prefix { $0 != "." } }
    let first = parts.first?.prefix { $0 != "." }.lowercased() ?? ""
    // What looks up is a page of its own, and none below it: "/search/redirect".
    let isShared = sharing.contains(first) && (!first.hasPrefix("search") || rest.isEmpty)
    return (isShared || parts.starts(with: ["cws", "share"])) && !decoded.contains("..")
      && !rest.contains { $0.hasPrefix("redir") || $0 == "goto" || $0 == "out" }
  }

  /// Where a sign-in returns to (RFC 6749, section 4.1.1), which is what one signs in to if all is well.
  package static func returnTarget(of link: Link) -> Link? {
    let values = isShared(link) ? [] : values(of: "redirect_uri", in: asServersRead(link))
    guard case .link(let target)? = target(in: values, { parse($0, onlyWithScheme: true) }) else { return nil }
    return target
  }

  /// "www-example--shop-top.translate.goog", "example-top.cdn.ampproject.org": "-" is a full stop, "--" a hyphen.
  private static func translated(_ link: Link) -> Target? {
    for ending in [".translate.goog", ".cdn.ampproject.org"] where link.host.hasSuffix(ending) {
      let label = link.host.dropLast(ending.utf8.count)
      if ending != ".translate.goog", let inner = inPath(link) { return inner }
      let host = label.replacing("--", with: "\u{0}").replacing("-", with: ".").replacing("\u{0}", with: "-")
      return parse("https://" + host + link.path, onlyWithScheme: true)
    }
    return nil
  }

  /// "/amp/s/example.top/x", "/c/s/example.top/x", "/RU=https%3a%2f%2fexample.top/" and "/linkfilter/https://example.top".
  private static func inPath(_ link: Link) -> Target? {
    let beginnings =
      if link.path.hasPrefix("/amp/"), belongs(link.host, to: "google.") {
        ["/amp/s/", "/amp/"]
      } else if link.host.hasSuffix("ampproject.org") {
        ["/c/s/", "/v/s/", "/c/", "/v/"]
      } else {
        [String]()
      }
    if let beginning = beginnings.first(where: link.path.hasPrefix) {
      return parse(link.path.dropFirst(beginning.utf8.count), onlyWithScheme: false)
    }
    // What is behind "?" belongs to the address that is kept.
    if link.path.hasPrefix("/web/"), belongs(link.host, to: "archive.org") { return afterSlash(link) }
    if let start = link.path.firstRange(of: "/RU=")?.upperBound, belongs(link.host, to: "yahoo.com") {
      return parse(link.path[start...].prefix { $0 != "/" }, onlyWithScheme: true)
    }
    for beginning in ["/linkfilter/", "/v3/__", "/v2/__"] where link.path.hasPrefix(beginning) {
      let rest = link.path.dropFirst(beginning.utf8.count)
      return parse(rest.prefix(upTo: rest.firstRange(of: "__;")?.lowerBound ?? rest.endIndex), onlyWithScheme: true)
    }
    return nil
  }

  /// "secure-web.example/token/https%3A%2F%2Fexample.top", but not "docs.example/http".
  private static func afterSlash(_ link: Link) -> Target? {
    let path = link.barePath.unicodeScalars
    guard let start = path.firstRange(of: "/http".unicodeScalars) else { return nil }
    let rest = link.path[path.index(after: start.lowerBound)...]
    let beginning = PercentEncoding.decoded(rest.prefix(16)).replacing("\\", with: "/")
    guard beginning.hasPrefix("http:/") || beginning.hasPrefix("https:/") else { return nil }
    return parse(rest, onlyWithScheme: true)
  }

  /// Proprietary encodings: Proofpoint's "https-3A__example.top_x", Bing's Base64, perhaps behind "a1".
  private static func rewritten(_ link: Link) -> Target? {
    if link.host.hasPrefix("urldefense."), link.path.hasPrefix("/v2/") {
      return target(in: values(of: "u", in: link)) {
        parse(PercentEncoding.decoded($0.replacing("_", with: "/").replacing("-", with: "%")), onlyWithScheme: true)
      }
    }
    if ["/ck/", "/aclk", "/aclick"].contains(where: link.path.hasPrefix), belongs(link.host, to: "bing.com") {
      return target(in: values(of: "u", in: link)) { value in
        guard value.hasPrefix("a1") || value.hasPrefix("aHR0c") else { return .unreadable }
        let encoded = value.hasPrefix("a1") ? value.dropFirst(2) : value
        return parse(Base64.decoded(encoded), onlyWithScheme: true) ?? .unreadable
      }
    }
    return nil
  }

  private static func inQuery(_ link: Link) -> Target? {
    let rule = rule(for: link)
    return target(in: values(of: rule?.parameter, in: link)) {
      let target = parse($0, onlyWithScheme: rule == nil)
      return rule == nil ? target : target ?? .unreadable
    }
  }

  private static func rule(for link: Link) -> (domain: String, path: String, parameter: String)? {
    special.first { link.path.hasPrefix($0.path) && belongs(link.host, to: $0.domain) }
  }

  /// Whether a host belongs to a domain; "google." stands for Google in any country.
  private static func belongs(_ host: String, to domain: String) -> Bool {
    let registrable = PublicSuffixList.registrableDomain(of: host)
    return domain.last == "." ? registrable.hasPrefix(domain) : registrable == domain
  }

  /// The values of parameters that hold an address, decoded once, and of the special one whatever it holds: those of
  /// every reading, because redirectors differ in whether ";" separates parameters, and in the value they take. Some
  /// stand in the path, "/out;url=https://example.com", or have no name: "/out?https://example.com".
  private static func values(of special: String?, in link: Link) -> [Substring] {
    let path = link.barePath.unicodeScalars
    let query = link.path.unicodeScalars[path.endIndex...].dropFirst()
    let pairs = (query.contains(";") ? ["&#", "&#;"] : ["&#"]).flatMap { ends in
      query.split { ends.unicodeScalars.contains($0) }
    }
    return (path.split(separator: ";").dropFirst() + pairs).compactMap { pair in
      let whole = plain(PercentEncoding.decoded(Substring(pair)))
      if looksLikeAddress(whole), whole.dropFirst(4).prefix(2).contains(":") { return whole }
      guard let equals = pair.firstIndex(of: "=") else { return nil }
      // Behind "?" in a fragment: "#/out?url=https://example.com".
      let written = pair[..<equals].split(separator: "?").last ?? pair[..<equals]
      let name = PercentEncoding.decoded(Substring(written)).lowercased()
      let value = plain(PercentEncoding.decoded(Substring(pair[pair.index(after: equals)...])))
      let isTarget = name == special ? !value.isEmpty : parameters.contains(name) && looksLikeAddress(value)
      return isTarget ? value : nil
    }
  }

  private static func looksLikeAddress(_ value: Substring) -> Bool {
    let beginning = value.prefix(4).lowercased().replacing("\\", with: "/")
    return beginning == "http" || beginning.hasPrefix("//")
  }

  /// The target that all values give. Of two that differ, either may lead on to another site.
  private static func target(in values: [Substring], _ parse: (Substring) -> Target?) -> Target? {
    let targets = values.map(parse)
    let differ = Set(values.map { $0.prefix { $0 != ";" } }).count > 1
    return differ && targets.contains(where: leadsOn) ? .unreadable : agreed(targets)
  }

  private static func leadsOn(_ target: Target?) -> Bool {
    guard case .link(let link) = target else { return false }
    return (translated(link) ?? inPath(link) ?? afterSlash(link)) != nil || link.host.hasPrefix("urldefense.")
      || belongs(link.host, to: "bing.com") || !values(of: rule(for: link)?.parameter, in: link).isEmpty
  }

  /// The first of several readings if all lead to the same host.
  private static func agreed(_ readings: [Target?]) -> Target? {
    let targets = readings.compactMap(\.self)
    let hosts = Set(targets.map { if case .link(let link) = $0 { link.host } else { "" } })
    return hosts.count > 1 ? .unreadable : targets.first
  }

  /// As browsers read an address: without the tabs and line ends in it, and the spaces before it.
  private static func plain(_ text: String) -> Substring {
    Substring(text.unicodeScalars.filter { !WebAuthority.isSkipped($0) }.drop { $0.value <= 0x20 || $0 == "+" })
  }

  /// Parses a target, as it is and percent-decoded up to twice: some redirectors decode what others leave.
  private static func parse(_ value: some StringProtocol, onlyWithScheme: Bool) -> Target? {
    var readings = [String(value)]
    while readings.count <= 2, let last = readings.last, last.contains("%") {
      readings.append(PercentEncoding.decoded(last))
    }
    return agreed(readings.map { read(plain($0), onlyWithScheme) })
  }

  private static func read(_ text: Substring, _ onlyWithScheme: Bool) -> Target? {
    let lowered = text.prefix(9).lowercased().replacing("\\", with: "/")
    let scheme: Link.Scheme = lowered.hasPrefix("https") ? .https : .http
    let hasScheme = ["https:", "http:", "https//", "http//", "//"].contains { lowered.hasPrefix($0) }
    // To be decoded first.
    let rest = lowered.hasPrefix("http") ? lowered.dropFirst(scheme == .https ? 5 : 4) : ""
    if ["%", ":%2f", ":%5c", ":%25"].contains(where: rest.hasPrefix) { return nil }
    if onlyWithScheme, !hasScheme {
      // "htt" or "https" at the end: the rest was cut off.
      return "https".hasPrefix(lowered) && lowered.utf8.count >= 3 ? .unreadable : nil
    }
    let address = text.unicodeScalars.dropFirst(hasScheme && !lowered.hasPrefix("//") ? scheme == .https ? 5 : 4 : 0)
    let scalars = Array(address.drop { $0 == ":" }.drop { $0 == "/" || $0 == "\\" })
    guard let link = Link(scheme: hasScheme ? scheme : .none, of: scalars, in: scalars.indices),
      link.host.contains(".") || link.isAddress
    else { return .unreadable }
    return .link(link)
  }
}
