/// Finds web addresses and e-mail addresses, including common misreadings ("http //host", "http:/host").
///
/// It works on runs without white space and visits each scalar a constant number of times.
struct LinkScanner {
  /// Scalars; a longer run is not an address meant for people.
  static let maximumRun = 2048
  /// Further links and addresses are ignored, to keep hostile text cheap.
  static let maximumLinks = 512

  let scalars: [Unicode.Scalar]
  private(set) var entities: [Entity] = []

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  static func entities(in scalars: [Unicode.Scalar]) -> [Entity] {
    var scanner = LinkScanner(scalars)
    scanner.scan()
    return scanner.entities
  }

  private mutating func scan() {
    var position = 0
    var schemeStart: Int?
    while position < scalars.count {
      if scalars[position].isWhiteSpace || ScalarFolding.isInvisible(scalars[position].value) {
        position += 1
        continue
      }
      var end = position
      while end < scalars.count, !scalars[end].isWhiteSpace { end += 1 }
      if isLoneScheme(position..<end) {
        schemeStart = schemeStart ?? position
      } else {
        if entities.count < Self.maximumLinks, end - position <= Self.maximumRun {
          scanRun(position..<end, schemeStart: schemeStart)
        }
        schemeStart = nil
      }
      position = end
    }
  }

  /// "http", "https:" or "//" by itself, if recognition put a space into an address.
  private func isLoneScheme(_ run: Range<Int>) -> Bool {
    guard run.count <= 8 else { return false }
    let word = scalars.lowercasedString(run)
    return ["http", "https", "http:", "https:", "http:/", "https:/", "http://", "https://", "//", ":/", "://"]
      .contains(word)
  }

  private mutating func scanRun(_ run: Range<Int>, schemeStart: Int?) {
    let trimmed = trim(run)
    guard trimmed.count >= 4 else { return }
    if let scheme = schemeEnd(in: trimmed) {
      appendLink(
        from: schemeStart ?? scheme.start, hostStart: scheme.hostStart, end: trimmed.upperBound, scheme: scheme.kind)
    } else if let start = schemeStart {
      appendLink(from: start, hostStart: skipSlashes(trimmed.lowerBound), end: trimmed.upperBound, scheme: .http)
    } else if let at = firstIndex(of: "@", in: trimmed) {
      appendEmail(trimmed, at: at)
    } else {
      appendBareDomain(trimmed)
    }
  }

  private func trim(_ run: Range<Int>) -> Range<Int> {
    var lower = run.lowerBound
    var upper = run.upperBound
    while lower < upper, !scalars[lower].isASCIIAlphanumeric, scalars[lower].value < 0x80, scalars[lower] != "/" {
      lower += 1
    }
    while upper > lower, Self.endsSentence(scalars[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  private static func endsSentence(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", ",", ";", ":", "!", "?", ")", "]", "}", ">", "\"", "'", "*", "|", "\u{2026}", "\u{201D}", "\u{2019}": true
    default: false
    }
  }

  private func firstIndex(of wanted: Unicode.Scalar, in range: Range<Int>) -> Int? {
    range.first { scalars[$0] == wanted }
  }

  private func skipSlashes(_ start: Int) -> Int {
    var position = start
    while position < scalars.count, scalars[position] == "/" || scalars[position] == ":" { position += 1 }
    return position
  }

  /// The start of the scheme in a run, and the start of the host.
  private func schemeEnd(in run: Range<Int>) -> (start: Int, hostStart: Int, kind: Link.Scheme)? {
    for position in run {
      guard scalars[position].asciiLowercased == "h" else { continue }
      let secure = scalars.hasPrefix("https:/", at: position, limit: run.upperBound)
      if secure || scalars.hasPrefix("http:/", at: position, limit: run.upperBound)
        || scalars.hasPrefix("hxxp", at: position, limit: run.upperBound)
        || scalars.hasPrefix("http//", at: position, limit: run.upperBound)
      {
        var host = position + 4
        while host < run.upperBound, scalars[host].asciiLowercased == "s" { host += 1 }
        host = skipSlashes(host)
        return host < run.upperBound ? (position, host, secure ? .https : .http) : nil
      }
    }
    return nil
  }

  private mutating func appendLink(from start: Int, hostStart: Int, end: Int, scheme: Link.Scheme) {
    guard let parts = hostAndPath(hostStart, end), !parts.host.isEmpty, parts.host.contains(".") else { return }
    entities.append(
      Entity(
        kind: .link, range: start..<end,
        link: Link(
          scheme: scheme, host: parts.host, path: parts.path, hasForeignLetters: parts.foreign,
          hasUserPart: parts.user)))
  }

  func hostAndPath(
    _ start: Int, _ end: Int
  ) -> (host: String, path: String, foreign: Bool, user: Bool)? {
    guard start < end else { return nil }
    var hostStart = start
    var position = start
    var foreign = false
    var user = false
    while position < end, scalars[position] != "/", scalars[position] != "?", scalars[position] != "#" {
      if scalars[position] == "@" {
        hostStart = position + 1
        user = true
      }
      position += 1
    }
    var hostEnd = position
    for index in hostStart..<position where scalars[index] == ":" { hostEnd = min(hostEnd, index) }
    for index in hostStart..<hostEnd where scalars[index].value >= 0x80 { foreign = true }
    while hostEnd > hostStart, scalars[hostEnd - 1] == "." { hostEnd -= 1 }
    return (scalars.lowercasedString(hostStart..<hostEnd), scalars.string(position..<end), foreign, user)
  }

  private mutating func appendEmail(_ run: Range<Int>, at: Int) {
    var lower = at
    while lower > run.lowerBound, Self.isLocalPart(scalars[lower - 1]) { lower -= 1 }
    var upper = at + 1
    while upper < run.upperBound, scalars[upper].isASCIIAlphanumeric || scalars[upper] == "." || scalars[upper] == "-" {
      upper += 1
    }
    while upper > at, scalars[upper - 1] == "." || scalars[upper - 1] == "-" { upper -= 1 }
    let domain = scalars.lowercasedString((at + 1)..<max(at + 1, upper))
    guard lower < at, domain.contains(".") else { return }
    entities.append(Entity(kind: .email, range: lower..<upper, emailDomain: domain))
  }

  private static func isLocalPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIIAlphanumeric || scalar == "." || scalar == "_" || scalar == "-" || scalar == "+" || scalar == "%"
  }

  /// "example.com/path", "www.example.com" or "Visit:example.com".
  private mutating func appendBareDomain(_ run: Range<Int>) {
    var start = run.lowerBound
    if let colon = firstIndex(of: ":", in: run), let dot = firstIndex(of: ".", in: run), colon < dot {
      start = colon + 1
    }
    guard start < run.upperBound, let parts = hostAndPath(start, run.upperBound) else { return }
    let labels = parts.host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy(Self.isLabel), parts.host.utf8.contains(where: { $0 > 0x39 }) else {
      return
    }
    let last = labels.last.map(String.init) ?? ""
    let hasMore =
      labels.first == "www" || parts.path.count > 1 || labels.count > 2 && labels.allSatisfy { $0.utf8.count > 1 }
      || parts.host.contains("-") || parts.host.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
    switch TopLevelDomains.trust(last) {
    case .no: guard labels.first == "www" else { return }
    case .onlyWithMore: guard hasMore, !Self.looksLikeFile(parts.path, labels) else { return }
    case .yes: guard labels[0].utf8.count > 1 || parts.path.count > 1 else { return }
    }
    entities.append(
      Entity(
        kind: .link, range: start..<run.upperBound,
        link: Link(
          scheme: .none, host: parts.host, path: parts.path, hasForeignLetters: parts.foreign, hasUserPart: false)))
  }

  /// "lib/foo.rs/bar" and "setup-2.py" are files.
  private static func looksLikeFile(_ path: String, _ labels: [Substring]) -> Bool {
    guard let last = labels.last else { return false }
    return path.count <= 1 && labels.count == 2 && ["py", "rs", "sh", "md", "pl", "ps"].contains(last)
  }

  static func isLabel(_ label: Substring) -> Bool {
    guard !label.isEmpty, label.utf8.count <= 63, label.first != "-", label.last != "-" else { return false }
    return label.unicodeScalars.allSatisfy {
      $0.isASCIIAlphanumeric || $0 == "-" || ($0.value >= 0x80 && $0.properties.isAlphabetic)
    }
  }
}
