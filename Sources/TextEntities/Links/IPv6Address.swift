/// An IPv6 address as the WHATWG URL standard parses and serialises it.
struct IPv6Address {
  private static let count = 8
  private static let colon: UInt32 = 0x3A
  private static let point: UInt32 = 0x2E
  private var pieces = [UInt16](repeating: 0, count: count)

  /// - Parameter input: Code points between the brackets.
  init?(parsing input: [UInt32]) {
    var index = 0
    var compress: Int?
    var position = 0
    if input.first == Self.colon {
      guard input.count > 1, input[1] == Self.colon else { return nil }
      position = 2
      index = 1
      compress = 1
    }
    while position < input.count {
      guard index < Self.count else { return nil }
      if input[position] == Self.colon {
        guard compress == nil else { return nil }
        position += 1
        index += 1
        compress = index
        continue
      }
      var value: UInt32 = 0
      let start = position
      while position < input.count, position - start < 4, let digit = Self.hexadecimal(input[position]) {
        value = value << 4 | digit
        position += 1
      }
      if position < input.count, input[position] == Self.point {
        guard position > start, index <= Self.count - 2, let last = Self.ipv4(input[start...]) else { return nil }
        pieces[index] = UInt16(last >> 16)
        pieces[index + 1] = UInt16(last & 0xFFFF)
        index += 2
        position = input.count
        break
      }
      if position < input.count {
        guard input[position] == Self.colon, position + 1 < input.count else { return nil }
        position += 1
      }
      pieces[index] = UInt16(value)
      index += 1
    }
    if let compress {
      let moved = pieces[compress..<index]
      let zeros = [UInt16](repeating: 0, count: Self.count - compress - moved.count)
      pieces.replaceSubrange(compress..., with: zeros + moved)
    } else if index != Self.count {
      return nil
    }
  }

  /// Four decimal numbers without leading zeros.
  private static func ipv4(_ input: ArraySlice<UInt32>) -> UInt32? {
    let parts = input.split(separator: point, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), part.count == 1 || part.first != 0x30,
        part.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      let value = part.reduce(0) { $0 * 10 + $1 - 0x30 }
      guard value <= 255 else { return nil }
      address = address << 8 | value
    }
    return address
  }

  private static func hexadecimal(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x46: value - 0x41 + 10
    case 0x61...0x66: value - 0x61 + 10
    default: nil
    }
  }

  /// The longest run of two or more zeros, the first of equals, is "::".
  var serialised: String {
    var longest = 0..<0
    var start = 0
    for index in 0...Self.count where index == Self.count || pieces[index] != 0 {
      if index - start > max(1, longest.count) { longest = start..<index }
      start = index + 1
    }
    let words = pieces.map { String($0, radix: 16) }
    guard !longest.isEmpty else { return words.joined(separator: ":") }
    return words[..<longest.lowerBound].joined(separator: ":") + "::"
      + words[longest.upperBound...].joined(separator: ":")
  }
}
