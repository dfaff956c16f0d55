/// Reads an untrusted payload: every read is checked, and nothing is allocated beyond the existing bytes.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var remaining: Int { bytes.count - position }

  mutating func read<Number: FixedWidthInteger>(_: Number.Type) throws(ProtocolViolation) -> Number {
    let width = Number.bitWidth / 8
    guard remaining >= width else { throw ProtocolViolation("payload ends too early") }
    var number: Number = 0
    for byte in bytes[position..<position + width] { number = number << 8 | Number(truncatingIfNeeded: byte) }
    position += width
    return number
  }

  mutating func read<Number: FixedWidthInteger>(
    _: Number.Type, in range: ClosedRange<Int>
  ) throws(ProtocolViolation) -> Int {
    let number = try read(Number.self)
    guard let value = Int(exactly: number), range.contains(value) else {
      throw ProtocolViolation("number out of range")
    }
    return value
  }

  /// Reads a value that `ByteWriter.write(_:numberedBy:)` wrote.
  mutating func read<Value>(numberedBy values: [Value], _ what: String) throws(ProtocolViolation) -> Value {
    let number = Int(try read(UInt8.self))
    guard values.indices.contains(number) else { throw ProtocolViolation("unknown \(what)") }
    return values[number]
  }

  mutating func readString() throws(ProtocolViolation) -> String {
    let length = try read(UInt16.self, in: 0...ProtocolLimits.maximumString)
    guard remaining >= length else { throw ProtocolViolation("payload ends too early") }
    defer { position += length }
    guard let text = String(validating: bytes[position..<position + length], as: UTF8.self) else {
      throw ProtocolViolation("string is not UTF-8")
    }
    return text
  }

  func finish() throws(ProtocolViolation) {
    guard remaining == 0 else { throw ProtocolViolation("payload has \(remaining) bytes too many") }
  }
}

/// Builds a payload: big-endian integers, strings as a 16-bit length and UTF-8.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  package mutating func write<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
    repeat write(each numbers)
  }

  /// Writes the place of a value in a list, in one byte. The list is part of the protocol.
  mutating func write<Value: Equatable>(_ value: Value, numberedBy values: [Value]) {
    write(UInt8(values.firstIndex(of: value) ?? values.count))
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
