internal import Glibc

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
