internal import TextEntities

/// Questions about the host of a link: "www.example.com".
enum HostName {
  /// Two labels or more, all of them possible, the last a domain that exists.
  static func isComplete(_ host: some StringProtocol) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ isLabel($0) }), let last = labels.last else { return false }
    return isEnding(last) || isAddress(labels)
  }

  /// Two labels or more, all of them possible, the last of letters.
  static func isPossible(_ host: some StringProtocol) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ isLabel($0) }), let last = labels.last else { return false }
    return last.utf8.count >= 2 && last.consists(of: \.isLetter) || isAddress(labels)
      || last.lowercased().hasPrefix("xn--")
  }

  static func isEnding(_ label: some StringProtocol) -> Bool { TopLevelDomains.isEnding(label.lowercased()) }

  /// An ending that ends nothing but addresses ("com", not "it").
  static func isPlainEnding(_ label: some StringProtocol) -> Bool {
    TopLevelDomains.trust(label.lowercased()) == .yes
  }

  /// Four numbers instead of a name.
  private static func isAddress<Label: StringProtocol>(_ labels: [Label]) -> Bool {
    labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
  }

  /// Letters, digits and inner hyphens; letters of other alphabets too.
  static func isLabel(_ label: some StringProtocol) -> Bool {
    guard let first = label.firstScalar, let last = label.lastScalar, first != "-", last != "-" else { return false }
    return label.utf8.count <= 63
      && label.consists { $0.isAlphanumeric || $0 == "-" || $0.value >= 0x80 && $0.properties.isAlphabetic }
  }
}

/// What a word says about an address: the marks around it, the scheme, the host and the rest.
struct LinkParts {
  /// Marks before the address: brackets and quotes.
  var opening: Substring
  /// "https://", "http://" or nothing, as it stands.
  var scheme: Substring
  /// Up to "/", "?", "#" or ":"; may end with a full stop or hyphen.
  var host: Substring
  /// From there on, marks of the sentence included.
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
    let end = remaining.firstIndex { "/?#:".contains($0) } ?? remaining.endIndex
    host = remaining[..<end]
    rest = remaining[end...]
  }

  /// The host without the full stop of a sentence.
  var plainHost: Substring {
    var host = host
    while let last = host.last, ".,;!)]>\"'\u{201D}\u{2019}".contains(last) { host.removeLast() }
    return host
  }

  var hasWWW: Bool { host.lowercased().hasPrefix("www.") }

  /// UnprivilegedThread would take the word for anything but an address.
  var isCertain: Bool { !scheme.isEmpty || hasWWW || rest.count > 1 && rest.first == "/" && HostName.isComplete(host) }
}
