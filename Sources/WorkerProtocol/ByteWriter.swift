/// Builds a payload: big-endian integers, strings as a 16-bit length and UTF-8.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// Writes at most `ProtocolLimits.maximumString` bytes, cut at a character boundary.
  package mutating func write(_ text: String) {
    var utf8 = Array(text.utf8)
    if utf8.count > ProtocolLimits.maximumString {
      var cut = ProtocolLimits.maximumString
      while cut > 0, utf8[cut] & 0xC0 == 0x80 { cut -= 1 }
      utf8.removeSubrange(cut...)
    }
    write(UInt16(utf8.count))
    bytes += utf8
  }
}
