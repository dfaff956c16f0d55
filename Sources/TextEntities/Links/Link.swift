/// A web address as written in a text.
package struct Link: Equatable {
  package enum Scheme { case none, http, https }

  package var scheme: Scheme
  /// As the WHATWG URL standard serialises it: in ASCII and small letters, without user name, port and the root's full stop.
  /// Empty if it cannot be told, so that it is nobody's.
  package var host: String
  /// The host in the letters it is written in, for what people take it for; never for whose it is. In lower case.
  package var writtenHost: String
  /// Everything after the host, as the standard reads it: with slashes for backslashes, without "." and "..".
  package var path: String
  /// The host has non-ASCII letters.
  package var hasForeignLetters: Bool
  /// A user name precedes the host: "paypal.com@evil.example".
  package var hasUserPart: Bool
  /// Another host may be opened: one that the next line names, "https://paypal.com:", "login@evil.example", that of the
  /// first line alone, "https://evil.example", ".paypal.com", or one that an app knows. Also if that was not looked for.
  package var isAmbiguous = false

  /// The path without query and fragment.
  package var barePath: Substring { Substring(path.unicodeScalars.prefix { $0 != "?" && $0 != "#" }) }

  /// Whether a browser would open the host, however the link is copied.
  package var isCertain: Bool { !hasUserPart && !isAmbiguous }

  /// Whether its ending is one that hosts have.
  package var isComplete: Bool {
    host.split(separator: ".").dropFirst().last.map { DomainName.isEnding(String($0)) } ?? false
  }

  /// The host is an IPv4 or IPv6 address.
  package var isAddress: Bool {
    if host.hasPrefix("[") { return true }
    return host.split(separator: ".", omittingEmptySubsequences: false).isIPv4Address
  }

  /// Its host is an address that is written as no other number is.
  var isMarkedAddress: Bool { host.hasPrefix("[") || writtenHost.contains("0x") }

  /// Whether an address before another one is no date or reference: "20240512/https://…".
  var isLongAddress: Bool {
    isMarkedAddress || writtenHost.split(separator: ".").count == 4 || writtenHost.utf8.count { $0 != 0x2E } >= 10
  }

  /// Whether an address without a scheme is one of a page, and no version, network or port: "1.2.3.4/verify", but not
  /// "2.0.0.1/win64", "192.168.1.0/24", "1.1.1.1:53/udp" or a price such as "9.99/month".
  var isBareAddress: Bool {
    let path = path.unicodeScalars
    if isMarkedAddress { return path.contains(where: \.isASCIILetter) }
    guard writtenHost.split(separator: ".").count == 4 else { return false }
    let numbers = host.split(separator: ".").compactMap { UInt8($0) }
    switch (numbers[0], numbers[1]) {
    case (0, _), (10, _), (127, _), (255, _), (192, 168), (172, 16...31): return false
    default: break
    }
    return path.starts(with: "/?".unicodeScalars) || path.split(separator: "/").contains(where: Self.isNameOfPage)
  }

  private static func isNameOfPage(_ part: Substring.UnicodeScalarView) -> Bool {
    let word = part.prefix(while: \.isASCIILetter)
    let isSystem = ["tcp", "udp", "linux", "windows", "darwin", "macos", "android"].contains(word.asciiLowercased)
    return word.count >= 3 && !isSystem && part.dropFirst(word.count).first?.isASCIIDigit != true
  }

  /// The registrable domain in the letters it is written in; of a host that cannot be told, what it looks like.
  package var writtenDomain: String {
    let labels = PublicSuffixList.registrableDomain(of: host.isEmpty ? writtenHost : host).split(separator: ".").count
    return writtenHost.split(separator: ".").suffix(labels).joined(separator: ".")
  }
}

extension Link {
  /// A link to the domain of an e-mail address.
  package init(mailDomain: String) {
    self.init(
      scheme: .none, host: mailDomain, writtenHost: mailDomain, path: "", hasForeignLetters: false, hasUserPart: false)
  }

  /// Parses an address, which is given without its scheme and the slashes after it; nil if it has no host.
  init?(scheme: Scheme, of scalars: [Unicode.Scalar], in range: Range<Int>) {
    let authority = WebAuthority(of: scalars, in: range)
    guard !authority.hostRange.isEmpty else { return nil }
    // Of what nobody sees, as Unicode TS 46 has it.
    let plain = scalars[authority.hostRange].filter { !WebAuthority.isSkipped($0) && !DomainName.isIgnored($0) }
    var written = DomainName.withPlainStops(WebHost.percentDecoded(plain)).lowercased()
    while written.hasSuffix(".") { written.removeLast() }
    var host = authority.host ?? ""
    if host.hasSuffix(".") { host.removeLast() }
    if !host.hasPrefix("["), !DomainName.isPossible(host) { host = "" }
    self.init(
      scheme: scheme, host: host, writtenHost: written, path: Self.path(scalars[authority.end..<range.upperBound]),
      hasForeignLetters: written.unicodeScalars.contains { $0.value >= 0x80 }, hasUserPart: authority.hasUserPart)
  }

  /// The standard's "path state".
  private static func path(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let scalars = scalars.filter { !WebAuthority.isSkipped($0) }
    let end = scalars.firstIndex { $0 == "?" || $0 == "#" } ?? scalars.endIndex
    let parts = scalars[..<end].split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    var segments: [ArraySlice<Unicode.Scalar>] = []
    for part in parts {
      let dots = dots(part)
      // The first is what precedes the first slash: nothing.
      if dots == 2, segments.count > 1 { segments.removeLast() }
      if dots == 0 { segments.append(part) }
      if dots > 0, part.endIndex == end { segments.append([]) }
    }
    return String(String.UnicodeScalarView(segments.joined(separator: "/".unicodeScalars)))
      + String(String.UnicodeScalarView(scalars[end...]))
  }

  /// 1 for the segment "." and 2 for "..", also as "%2e", or else 0.
  private static func dots(_ segment: ArraySlice<Unicode.Scalar>) -> Int {
    guard (1...6).contains(segment.count) else { return 0 }
    return [".": 1, "..": 2][segment.asciiLowercased.replacing("%2e", with: ".")] ?? 0
  }
}
