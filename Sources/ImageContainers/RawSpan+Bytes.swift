// The file is passed to each call of the walkers, because a stored `RawSpan` needs lifetime annotations that are still
// experimental.

extension RawSpan {
  /// The byte at an offset; traps beyond the end, as the following do.
  func byte(at offset: Int) -> UInt8 {
    // Safe: any byte is a valid UInt8, and this load checks the bounds.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Two bytes, most significant first, as JPEG stores its numbers.
  func bigEndianShort(at offset: Int) -> Int { Int(byte(at: offset)) << 8 | Int(byte(at: offset + 1)) }

  /// Four bytes, most significant first, as PNG stores its numbers.
  func bigEndianWord(at offset: Int) -> UInt32 {
    // Safe: any four bytes are a valid UInt32, and this load checks the bounds.
    unsafe UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Up to four bytes, least significant first, as WebP stores its numbers.
  func littleEndian(at offset: Int, count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(byte(at: offset + $1)) << (8 * $1) }
  }

  /// Whether this agrees with `prefix` over the length of the shorter of the two.
  func agrees(with prefix: [UInt8]) -> Bool {
    (0..<Swift.min(byteCount, prefix.count)).allSatisfy { byte(at: $0) == prefix[$0] }
  }
}

extension [UInt8] {
  mutating func append(_ range: Range<Int>, of file: RawSpan) {
    // Safe: the buffer lives as long as the closure and is only read there.
    unsafe file.extracting(range).withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension [Range<Int>] {
  /// Appends a part of a file that is kept, joined with the last one if that ends where it begins.
  mutating func keep(_ range: Range<Int>) {
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else {
      append(range)
    }
  }

  /// What is kept of a file, between a beginning and an end.
  func bytes(of file: RawSpan, after beginning: [UInt8], before end: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(reduce(beginning.count + end.count) { $0 + $1.count })
    bytes += beginning
    for range in self { bytes.append(range, of: file) }
    bytes += end
    return bytes
  }
}
