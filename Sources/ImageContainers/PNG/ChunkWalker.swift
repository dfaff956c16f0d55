internal import ScanModel

/// Walks from chunk to chunk by their length fields, without reading their contents.
struct ChunkWalker {
  struct Kind: Hashable {
    var rawValue: UInt32

    static let header = Kind(rawValue: 0x4948_4452)  // IHDR
    static let palette = Kind(rawValue: 0x504C_5445)  // PLTE
    static let transparency = Kind(rawValue: 0x7452_4E53)  // tRNS
    static let data = Kind(rawValue: 0x4944_4154)  // IDAT
    static let end = Kind(rawValue: 0x4945_4E44)  // IEND
    static let animation = Kind(rawValue: 0x6163_544C)  // acTL
    static let frameData = Kind(rawValue: 0x6664_4154)  // fdAT
    static let text = Kind(rawValue: 0x7445_5874)  // tEXt
    static let internationalText = Kind(rawValue: 0x6954_5874)  // iTXt
    static let exif = Kind(rawValue: 0x6558_4966)  // eXIf

    /// Types are ASCII letters only (section 5.3).
    var isWellFormed: Bool { (0..<4).allSatisfy { 0x61...0x7A ~= rawValue >> (8 * $0) & 0xFF | 0x20 } }

    /// A decoder that does not know a critical chunk must not show the image (section 5.4: bit 5 of byte one).
    var isCritical: Bool { rawValue & 0x2000_0000 == 0 }
  }

  struct Chunk {
    var kind: Kind
    /// Length, type, data, checksum.
    var range: Range<Int>
    var data: Range<Int> { (range.lowerBound + 8)..<(range.upperBound - 4) }
    /// What the checksum covers: type and data.
    var checked: Range<Int> { (range.lowerBound + 4)..<(range.upperBound - 4) }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let maximumParts: Int
  private var chunks = 0
  private var offset: Int

  /// - Throws: `.unsupported`, or `.truncated` when the file ends within the signature.
  init(_ file: RawSpan, maximumParts: Int) throws(ImageContainerFailure) {
    guard !file.isEmpty else { throw ImageContainerFailure(.truncated, "the file is empty") }
    guard file.agrees(with: Self.signature) else {
      throw ImageContainerFailure(.unsupported, "it does not start as a PNG")
    }
    guard file.byteCount >= Self.signature.count else { throw .endsEarly }
    self.maximumParts = maximumParts
    offset = Self.signature.count
  }

  /// - Throws: `.truncated` when the file ends before the chunk does, `.corrupt`, or `.tooLarge` for too many chunks.
  mutating func next(in file: RawSpan) throws(ImageContainerFailure) -> Chunk {
    guard file.byteCount - offset >= 8 else { throw .endsEarly }
    let length = file.bigEndianWord(at: offset)
    let kind = Kind(rawValue: file.bigEndianWord(at: offset + 4))
    // Lengths are limited to 31 bits (section 5.3); 64-bit sums below cannot overflow.
    guard kind.isWellFormed, length <= UInt32(Int32.max) else { throw .structureIsDamaged }
    guard Int(length) + 12 <= file.byteCount - offset else { throw .endsEarly }
    chunks += 1
    guard chunks <= maximumParts else { throw .hasMoreParts(than: maximumParts) }
    let range = offset..<(offset + 12 + Int(length))
    offset = range.upperBound
    return Chunk(kind: kind, range: range)
  }
}
