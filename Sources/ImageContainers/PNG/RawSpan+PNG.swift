extension RawSpan {
  /// The byte at an offset; traps beyond the end.
  func byte(at offset: Int) -> UInt8 {
    // Any byte is a valid UInt8, and this load is checked against the bounds.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Four bytes, most significant first, as PNG stores its numbers; traps beyond the end.
  func bigEndianWord(at offset: Int) -> UInt32 {
    // Any four bytes are a valid UInt32, and this load is checked against the bounds.
    unsafe UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// True when the first bytes are those of `prefix`, as far as both reach.
  func agrees(with prefix: [UInt8]) -> Bool {
    (0..<Swift.min(byteCount, prefix.count)).allSatisfy { byte(at: $0) == prefix[$0] }
  }
}
