internal import Glibc

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

  /// Takes apart an address without its scheme and slashes. Tabs and line ends are skipped, as the standard does.
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

  /// A backslash is a slash.
  package static func endsAuthority(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "\\" || scalar == "?" || scalar == "#"
  }

  package static func isSkipped(_ scalar: Unicode.Scalar) -> Bool { scalar == "\t" || scalar == "\n" || scalar == "\r" }

  private static func isPort(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    var port = 0
    for scalar in scalars where !isSkipped(scalar) {
      guard scalar.isASCIIDigit else { return false }
      port = min(port * 10 + Int(scalar.value - 0x30), maximumPort + 1)
    }
    return port <= maximumPort
  }
}

/// Parses hosts as the WHATWG URL standard does (url.spec.whatwg.org, "host parsing").
enum WebHost {
  /// - Parameter scalars: A host as it is written, without user name and port.
  /// - Returns: As the standard serialises it; nil if it is none.
  static func parse(_ scalars: some Collection<Unicode.Scalar>) -> String? {
    if scalars.first == "[" {
      let inner = Array(scalars.dropFirst())
      guard inner.last == "]" else { return nil }
      return IPv6Address.serialised(inner.dropLast().map(\.value)).map { "[\($0)]" }
    }
    guard let domain = DomainName.ascii(percentDecoded(scalars)), !domain.isEmpty,
      !domain.utf8.contains(where: isForbidden)
    else { return nil }
    var labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    if labels.last == "", labels.count > 1 { labels.removeLast() }
    return endsInNumber(labels) ? ipv4(labels) : domain
  }

  /// "pay%70al" is "paypal". An incomplete sequence stays, and bytes that are no UTF-8 become U+FFFD: no host.
  static func percentDecoded(_ scalars: some Collection<Unicode.Scalar>) -> String {
    let text = String(String.UnicodeScalarView(scalars))
    return text.utf8.contains(0x25) ? PercentEncoding.decoded(text, isCut: false) : text
  }

  /// The standard's "forbidden domain code points".
  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || "#/:<>?@[\\]^|%".utf8.contains(byte)
  }

  private static func endsInNumber(_ labels: [Substring]) -> Bool {
    guard let last = labels.last, !last.isEmpty else { return false }
    return last.utf8.allSatisfy { (0x30...0x39).contains($0) } || number(last) != nil
  }

  /// An IPv4 address of one to four numbers, decimal, octal or hexadecimal: "0x7f.1".
  private static func ipv4(_ labels: [Substring]) -> String? {
    let numbers = labels.compactMap(number)
    guard numbers.count == labels.count, numbers.count <= 4, let last = numbers.last,
      numbers.dropLast().allSatisfy({ $0 <= 255 }), last < 1 << (8 * (5 - UInt64(numbers.count)))
    else { return nil }
    var address = last
    for (index, number) in numbers.dropLast().enumerated() { address += number << (8 * (3 - UInt64(index))) }
    return [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".")
  }

  /// A number of an IPv4 address; greater ones than fit into an address are 2³².
  private static func number(_ label: Substring) -> UInt64? {
    var digits = label.utf8[...]
    guard !digits.isEmpty else { return nil }
    var radix: UInt64 = 10
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
      radix = 16
      digits = digits.dropFirst(2)
    } else if digits.count > 1, digits.first == 0x30 {
      radix = 8
      digits = digits.dropFirst()
    }
    var value: UInt64 = 0
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt64.init), digit < radix else {
        return nil
      }
      value = min(value * radix + digit, 1 << 32)
    }
    return value
  }
}

/// IPv6 addresses as the WHATWG URL standard parses and serialises them.
enum IPv6Address {
  /// The code points between the brackets in the standard's form, where the longest run of two or more zeros, the first
  /// of equals, is "::"; nil if they are no address.
  static func serialised(_ input: [UInt32]) -> String? {
    // inet_pton(3) accepts what the standard does, and would stop at a zero.
    var bytes = [UInt8](repeating: 0, count: 16)
    guard !input.contains(0), unsafe inet_pton(AF_INET6, String(decoding: input, as: UTF32.self), &bytes) == 1 else {
      return nil
    }
    let pieces = stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    var longest = 0..<0
    var start = 0
    for index in 0...pieces.count where index == pieces.count || pieces[index] != 0 {
      if index - start > max(1, longest.count) { longest = start..<index }
      start = index + 1
    }
    let words = pieces.map { String($0, radix: 16) }
    guard !longest.isEmpty else { return words.joined(separator: ":") }
    return words[..<longest.lowerBound].joined(separator: ":") + "::"
      + words[longest.upperBound...].joined(separator: ":")
  }
}
