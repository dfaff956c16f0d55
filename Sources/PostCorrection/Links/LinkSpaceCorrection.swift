internal import ScanModel

/// Removes spaces the engine put into an address: "www. example.com", "https://bank.example/ login?id=3", "paypal.
/// com/login". The result must certainly be one: with a scheme, "www." or a path, and a domain that exists; and the
/// second word must not start a sentence.
enum LinkSpaceCorrection {
  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { $0.text.contains(".") || $0.text.contains("/") }) else { return words }
    return words.joiningNeighbors { joined($0.text, $1.text, gap: $0.gap(to: $1)) }
  }

  /// The address that two words form; nil if they are two words.
  private static func joined(_ first: String, _ second: String, gap: Double) -> String? {
    guard gap <= WordGap.largest, first.utf8.count + second.utf8.count <= 2_048, let start = second.firstScalar else {
      return nil
    }
    if first.lowercased() == "www" || first.lowercased() == "www." {
      let host = LinkParts(second).plainHost
      return HostName.isComplete(host) && second.hasPrefix(host) ? "www." + second : nil
    }
    let parts = LinkParts(first)
    guard !parts.host.contains("@") else { return nil }
    if parts.rest.isEmpty, !HostName.isComplete(parts.plainHost) {
      return hostGoesOn(parts, second, start) ? first + second : nil
    }
    guard parts.isCertain, HostName.isComplete(parts.plainHost) || !parts.scheme.isEmpty else { return nil }
    return pathGoesOn(first, second, start, isTight: gap <= WordGap.tight) ? first + second : nil
  }

  /// "https://secure." and "bank.example/x"; "paypal." and "com/login"; "example" and ".com/pay".
  private static func hostGoesOn(_ parts: LinkParts, _ second: String, _ start: Unicode.Scalar) -> Bool {
    let isOpen = parts.host.hasSuffix(".") || parts.host.hasSuffix("-")
    guard isOpen ? start.isSmall || start.isDigit : start == ".", !parts.host.isEmpty else { return false }
    let whole = LinkParts(String(parts.scheme) + parts.host + second)
    guard HostName.isComplete(whole.plainHost), whole.plainHost == whole.plainHost.lowercased() || !parts.scheme.isEmpty
    else { return false }
    // A path or a scheme; "See you at work. is that fine" has neither.
    return !parts.scheme.isEmpty || parts.hasWWW || whole.rest.count > 1 && whole.rest.first == "/"
  }

  /// "https://bank.example/" and "login?id=3"; "www.bank.example" and "/login".
  private static func pathGoesOn(_ first: String, _ second: String, _ start: Unicode.Scalar, isTight: Bool) -> Bool {
    guard let end = first.lastScalar else { return false }
    let goesOn = second.unicodeScalars.dropFirst().contains { $0.isOne(of: "/?=&") }
    // "?id" and "=" and "7".
    if second == "=", first.contains("?") { return end.isAlphanumeric }
    if start.isOne(of: "/?=&_%#"), second.unicodeScalars.dropFirst().first?.isAlphanumeric == true {
      // At the distance of a word, "#crypto" is a tag.
      let mayBeApart = start == "/" || goesOn && start != "#" && start != "&"
      return !end.isOne(of: ".,;!)") && (isTight || mayBeApart)
    }
    guard end.isOne(of: "/?=&_%#-"), start.isSmall || start.isDigit || isTight && start.isAlphanumeric
    else { return false }
    // A plain word, a number and "24/7" may also continue the sentence.
    return isTight || end == "=" || goesOn && second.hasLetter
  }
}
