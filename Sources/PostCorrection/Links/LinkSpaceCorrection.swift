internal import ScanModel

/// Removes spaces the engine put into an address: "www. example.com", "https://bank.example/ login?id=3", "paypal.
/// com/login".
///
/// Two words are joined only if the result is certainly an address: it needs a scheme, "www." or a path, its host must
/// end in a domain that exists, and the second word must not start a sentence.
enum LinkSpaceCorrection {
  /// In heights of letters. Spaces between words are 0.3 to 0.6; columns and buttons are farther apart.
  private static let largestGap = 0.8
  /// Too narrow for a space between words.
  private static let tightGap = 0.28

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.count > 1, words.contains(where: { $0.text.contains(".") || $0.text.contains("/") }) else {
      return words
    }
    var result = [words[0]]
    for index in 1..<words.count {
      let last = result[result.count - 1]
      if let text = joined(last.text, words[index].text, gap: [last, words[index]].gap(before: 1)) {
        result[result.count - 1] = [last, words[index]].joined(0..<2, as: text)
      } else {
        result.append(words[index])
      }
    }
    return result
  }

  /// The address that two words form; nil if they are two words.
  static func joined(_ first: String, _ second: String, gap: Double) -> String? {
    guard gap <= largestGap, first.utf8.count + second.utf8.count <= 2_048, let start = second.firstScalar else {
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
    return pathGoesOn(first, second, start, isTight: gap <= tightGap) ? first + second : nil
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
    let goesOn = second.unicodeScalars.dropFirst().contains { "/?=&".unicodeScalars.contains($0) }
    // "?id" and "=" and "7".
    if second == "=", first.contains("?") { return end.isAlphanumeric }
    if "/?=&_%#".unicodeScalars.contains(start), second.unicodeScalars.dropFirst().first?.isAlphanumeric == true {
      // At the distance of a word, "#crypto" is a tag.
      let mayBeApart = start == "/" || goesOn && start != "#" && start != "&"
      return !".,;!)".unicodeScalars.contains(end) && (isTight || mayBeApart)
    }
    guard "/?=&_%#-".unicodeScalars.contains(end), start.isSmall || start.isDigit || isTight && start.isAlphanumeric
    else {
      return false
    }
    // A plain word, a number and "24/7" may also continue the sentence.
    return isTight || end == "=" || goesOn && second.unicodeScalars.contains(where: \.isLetter)
  }
}
