/// The part of a web address between the scheme's slashes and the path, as the WHATWG URL standard takes it apart
/// (url.spec.whatwg.org, "authority state" to "port state"), which is how browsers do it.
package struct WebAuthority {
  /// As the standard serialises it, in ASCII and small letters; nil where the standard finds none.
  package var host: String?
  /// Where the host is written, without user name and port.
  package var hostRange: Range<Int>
  /// Where the path, query or fragment begins.
  package var end: Int
  /// An "@" precedes the host: "paypal.com@evil.example".
  package var hasUserPart: Bool

  /// A host that needs more scalars has more than the 253 bytes of a name in DNS (RFC 1035), whatever they stand for.
  private static let maximumHost = 253 * 12
  private static let maximumPort = 65535

  /// Tabs and line ends are skipped, as the standard does.
  /// - Parameters:
  ///   - scalars: A text.
  ///   - range: What is taken as the address, without its scheme and the slashes after it.
  package init(of scalars: [Unicode.Scalar], in range: Range<Int>) {
    end = range.lowerBound
    var hostStart = range.lowerBound
    while end < range.upperBound, !Self.endsAuthority(scalars[end]) {
      if scalars[end] == "@" { hostStart = end + 1 }
      end += 1
    }
    hasUserPart = hostStart > range.lowerBound
    var hostEnd = hostStart
    var isInBrackets = false
    while hostEnd < end, scalars[hostEnd] != ":" || isInBrackets {
      if scalars[hostEnd] == "[" { isInBrackets = true }
      if scalars[hostEnd] == "]" { isInBrackets = false }
      hostEnd += 1
    }
    hostRange = hostStart..<hostEnd
    guard Self.isPort(scalars[hostEnd..<end].dropFirst()), hostRange.count <= Self.maximumHost else { return }
    host = WebHost.parse(scalars[hostRange].filter { !Self.isSkipped($0) })
  }

  /// The host of a whole address.
  /// - Parameter address: With "http:" or "https:", and perhaps spaces around it.
  /// - Returns: As the standard serialises it; nil if there is none, or the scheme is another.
  package static func host(of address: String) -> String? {
    let all = address.unicodeScalars.filter { !isSkipped($0) }
    let scalars = Array(all.drop { $0.value <= 0x20 })
    let isSecure = scalars.hasPrefix("https:", at: 0, limit: scalars.count)
    guard isSecure || scalars.hasPrefix("http:", at: 0, limit: scalars.count) else { return nil }
    var start = isSecure ? 6 : 5
    var end = scalars.count
    while end > start, scalars[end - 1].value <= 0x20 { end -= 1 }
    while start < end, scalars[start] == "/" || scalars[start] == "\\" { start += 1 }
    return WebAuthority(of: scalars, in: start..<end).host
  }

  /// A backslash is a slash.
  package static func endsAuthority(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "\\" || scalar == "?" || scalar == "#"
  }

  static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  private static func isPort(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    var port = 0
    for scalar in scalars where !isSkipped(scalar) {
      guard scalar.isASCIIDigit else { return false }
      port = min(port * 10 + Int(scalar.value - 0x30), maximumPort + 1)
    }
    return port <= maximumPort
  }
}
