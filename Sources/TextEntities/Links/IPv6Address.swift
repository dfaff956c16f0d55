internal import Glibc

/// An IPv6 address as the WHATWG URL standard parses and serialises it.
struct IPv6Address {
  private let pieces: [UInt16]

  /// - Parameter input: Code points between the brackets.
  init?(parsing input: [UInt32]) {
    // inet_pton(3) accepts what the standard does, and would stop at a zero.
    var bytes = [UInt8](repeating: 0, count: 16)
    guard !input.contains(0), unsafe inet_pton(AF_INET6, String(decoding: input, as: UTF32.self), &bytes) == 1 else {
      return nil
    }
    pieces = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
  }

  /// The longest run of two or more zeros, the first of equals, is "::".
  var serialised: String {
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
