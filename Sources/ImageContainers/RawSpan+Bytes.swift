extension RawSpan {
  /// The byte at an offset; traps beyond the end.
  func byte(at offset: Int) -> UInt8 {
    // Safe: any byte is a valid UInt8, and this load checks the bounds.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Four bytes, most significant first, as PNG stores its numbers; traps beyond the end.
  func bigEndianWord(at offset: Int) -> UInt32 {
    // Safe: any four bytes are a valid UInt32, and this load checks the bounds.
    unsafe UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Whether this agrees with `prefix` over the length of the shorter of the two.
  func agrees(with prefix: [UInt8]) -> Bool {
    (0..<Swift.min(byteCount, prefix.count)).allSatisfy { byte(at: $0) == prefix[$0] }
  }
}

extension [UInt8] {
  /// Appends a part of a file.
  mutating func append(_ range: Range<Int>, of file: RawSpan) {
    // Safe: the buffer lives as long as the closure and is only read there.
    unsafe file.extracting(range).withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
