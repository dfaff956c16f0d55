/// The checksum of PNG chunks (PNG specification, annex D; ISO 3309, polynomial 0xEDB88320 reflected), eight bytes a
/// step ("slicing by 8"): one at a time would take longer for a large screenshot than decoding it.
enum CRC32 {
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<(8 * 256) {
      let previous = tables[index - 256]
      tables[index] = tables[Int(previous & 0xFF)] ^ (previous >> 8)
    }
    return tables
  }()

  static func checksum(of bytes: RawSpan) -> UInt32 {
    let tables = tables.span
    var state = UInt32.max
    var offset = 0
    let end = bytes.byteCount
    while offset <= end - 8 {
      // Safe: offsets stay below `end - 8`, and any bytes are a valid UInt64.
      let word = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
      let mixed = word ^ UInt64(state)
      state =
        unsafe tables[unchecked: 7 * 256 + Int(mixed & 0xFF)]
        ^ tables[unchecked: 6 * 256 + Int(mixed >> 8 & 0xFF)]
        ^ tables[unchecked: 5 * 256 + Int(mixed >> 16 & 0xFF)]
        ^ tables[unchecked: 4 * 256 + Int(mixed >> 24 & 0xFF)]
        ^ tables[unchecked: 3 * 256 + Int(mixed >> 32 & 0xFF)]
        ^ tables[unchecked: 2 * 256 + Int(mixed >> 40 & 0xFF)]
        ^ tables[unchecked: 256 + Int(mixed >> 48 & 0xFF)]
        ^ tables[unchecked: Int(mixed >> 56)]
      offset += 8
    }
    while offset < end {
      state = tables[Int((state ^ UInt32(bytes.byte(at: offset))) & 0xFF)] ^ (state >> 8)
      offset += 1
    }
    return ~state
  }
}
