internal import TextEntities

/// Checks on the host of a link: "www.example.com".
enum HostName {
  /// Two or more valid labels, the last a top-level domain that exists; or an IPv4 address.
  static func isComplete(_ host: some StringProtocol) -> Bool { isHost(host) { isEnding($0) } }

  /// Two or more valid labels, the last of letters only or starting with "xn--"; or an IPv4 address.
  static func isPossible(_ host: some StringProtocol) -> Bool {
    isHost(host) { $0.utf8.count >= 2 && $0.consists(of: \.isLetter) || $0.lowercased().hasPrefix("xn--") }
  }

  private static func isHost<Host: StringProtocol>(_ host: Host, endingIn isEnding: (Host.SubSequence) -> Bool) -> Bool
  {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ isLabel($0) }), let last = labels.last else { return false }
    return isEnding(last) || labels.isIPv4Address
  }

  static func isEnding(_ label: some StringProtocol) -> Bool { TopLevelDomains.isEnding(label.lowercased()) }

  /// A top-level domain that is not a word of a language ("com", not "it").
  static func isPlainEnding(_ label: some StringProtocol) -> Bool { TopLevelDomains.trust(label.lowercased()) == .yes }

  /// Letters, digits and inner hyphens, in any alphabet.
  static func isLabel(_ label: some StringProtocol) -> Bool {
    guard let first = label.firstScalar, let last = label.lastScalar, first != "-", last != "-" else { return false }
    return label.utf8.count <= 63
      && label.consists { $0.isAlphanumeric || $0 == "-" || $0.value >= 0x80 && $0.properties.isAlphabetic }
  }
}

/// The parts of a word that may be an address: marks around it, scheme, host and rest.
struct LinkParts {
  /// Marks before the address: brackets and quotes.
  var opening: Substring
  /// "https://", "http://" or nothing, as written.
  var scheme: Substring
  /// Up to "/", "\", "?", "#" or ":". May end with a period or hyphen.
  var host: Substring
  /// With the sentence's punctuation.
  var rest: Substring

  init(_ word: String) {
    let start = word.unicodeScalars.firstIndex { $0.isAlphanumeric || $0.value >= 0x80 && $0.properties.isAlphabetic }
    opening = word[..<(start ?? word.endIndex)]
    var remaining = word[opening.endIndex...]
    scheme = remaining.prefix(0)
    for candidate in ["https://", "http://"] where remaining.lowercased().hasPrefix(candidate) {
      scheme = remaining.prefix(candidate.count)
      remaining = remaining.dropFirst(candidate.count)
    }
    let end = remaining.firstIndex { "/\\?#:".contains($0) } ?? remaining.endIndex
    host = remaining[..<end]
    rest = remaining[end...]
  }

  var plainHost: Substring { host.withoutFinal(".,;!)]>\"'\u{201D}\u{2019}") }

  var hasWWW: Bool { host.lowercased().hasPrefix("www.") }

  var isCertain: Bool { !scheme.isEmpty || hasWWW || rest.count > 1 && rest.first == "/" && HostName.isComplete(host) }
}
