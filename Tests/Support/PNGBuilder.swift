/// Writes PNG files byte by byte, well-formed or deliberately wrong.
package struct PNGBuilder {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The file so far.
  package private(set) var bytes: [UInt8] = PNGBuilder.signature

  package init() {}

  /// A complete file of one picture; `scanlines` holds the filter type and samples of each row.
  package static func file(
    width: UInt32, height: UInt32, bitDepth: UInt8 = 8, colorType: UInt8 = 0, interlace: UInt8 = 0,
    before: [(String, [UInt8])] = [], scanlines: [UInt8]
  ) -> [UInt8] {
    var builder = PNGBuilder()
    builder.addHeader(width: width, height: height, bitDepth: bitDepth, colorType: colorType, interlace: interlace)
    for (type, data) in before { builder.addChunk(type, data) }
    builder.addChunk("IDAT", zlib(scanlines))
    builder.addChunk("IEND", [])
    return builder.bytes
  }

  package mutating func addHeader(
    width: UInt32, height: UInt32, bitDepth: UInt8 = 8, colorType: UInt8 = 0, compression: UInt8 = 0,
    filter: UInt8 = 0, interlace: UInt8 = 0
  ) {
    addChunk(
      "IHDR",
      Self.bigEndian(width) + Self.bigEndian(height) + [bitDepth, colorType, compression, filter, interlace])
  }

  /// Adds a chunk; `checksum` and `length` replace the correct ones.
  package mutating func addChunk(_ type: String, _ data: [UInt8], length: UInt32? = nil, checksum: UInt32? = nil) {
    let body = Array(type.utf8) + data
    bytes += Self.bigEndian(length ?? UInt32(data.count)) + body + Self.bigEndian(checksum ?? Self.crc(body))
  }

  /// Data in stored blocks, which need no compressor (RFC 1950, RFC 1951 section 3.2.4).
  package static func zlib(_ data: [UInt8], checksum: UInt32? = nil) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result += [
        rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8),
      ]
      result += block
    } while !rest.isEmpty
    return result + bigEndian(checksum ?? adler(data))
  }

  /// One byte repeated, packed 158 to 1: fixed codes, each of which says "repeat the previous byte 258 times" (RFC
  /// 1951, section 3.2.6). The checksum at the end is wrong.
  package static func zlibRun(of byte: UInt8, count: Int) -> [UInt8] {
    precondition(byte < 144, "the codes of higher bytes are longer")
    var result: [UInt8] = [0x78, 0x01]
    var (bits, filled): (UInt32, UInt32) = (0, 0)
    // Codes are packed from their highest bit, everything else from its lowest.
    func add(_ value: UInt32, _ length: UInt32, isCode: Bool) {
      for place in 0..<length {
        bits |= (value >> (isCode ? length - 1 - place : place) & 1) << filled
        filled += 1
        if filled == 8 {
          result.append(UInt8(bits))
          (bits, filled) = (0, 0)
        }
      }
    }
    add(0b011, 3, isCode: false)
    add(0x30 + UInt32(byte), 8, isCode: true)
    for _ in 0..<(count / 258) {
      add(0b1100_0101, 8, isCode: true)
      add(0, 5, isCode: true)
    }
    add(0, 7, isCode: true)
    if filled > 0 { result.append(UInt8(bits)) }
    return result + [0, 0, 0, 0]
  }

  package static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func adler(_ data: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  /// Computed bit by bit as the specification defines it, so that it shares no table with the code under test.
  package static func crc(_ data: [UInt8]) -> UInt32 {
    var state = UInt32.max
    for byte in data {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state & 1 == 1 ? 0xEDB8_8320 ^ (state >> 1) : state >> 1 }
    }
    return ~state
  }
}
