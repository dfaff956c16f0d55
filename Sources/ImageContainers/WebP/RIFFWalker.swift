internal import ScanModel

/// Walks from chunk to chunk of a WebP (RFC 9649, section 2), and from frame chunk to frame chunk of an animation.
struct RIFFWalker {
  /// Four characters as one number, the first in the lowest byte.
  struct Kind: Hashable {
    var rawValue: UInt32

    static let extended = Kind(rawValue: 0x5838_5056)  // VP8X
    static let lossy = Kind(rawValue: 0x2038_5056)  // "VP8 "
    static let lossless = Kind(rawValue: 0x4C38_5056)  // VP8L
    static let alpha = Kind(rawValue: 0x4850_4C41)  // ALPH
    static let frame = Kind(rawValue: 0x464D_4E41)  // ANMF
    static let exif = Kind(rawValue: 0x4649_5845)  // EXIF
    static let xmp = Kind(rawValue: 0x2050_4D58)  // "XMP "
  }

  struct Chunk {
    var kind: Kind
    var data: Range<Int>
  }

  static let signature = Array("RIFF".utf8)
  static let form = Array("WEBP".utf8)
  static let headerBytes = 12

  private let maximumParts: Int
  private var chunks = 0
  private var offset: Int
  /// Where the last one ends, by the header of the file.
  private let end: Int

  /// - Throws: `.unsupported`, `.corrupt`, or `.truncated` when the file has fewer bytes than its header says.
  init(_ file: RawSpan, maximumParts: Int) throws(ImageContainerFailure) {
    guard Self.isAtStart(of: file) else { throw ImageContainerFailure(.unsupported, "it does not start as a WebP") }
    guard file.byteCount >= Self.headerBytes else { throw .endsEarly }
    let size = file.littleEndian(at: 4, count: 4)
    // A writer that does not know the size in advance fills it in last.
    guard size > 0 else { throw .endsEarly }
    guard size >= 12 else { throw .headerIsDamaged }
    // An odd size leaves out the byte that pads the last chunk.
    guard size + 8 <= file.byteCount else { throw .endsEarly }
    self.maximumParts = maximumParts
    offset = Self.headerBytes
    end = size + 8
  }

  init(within chunk: Range<Int>, skipping header: Int, maximumParts: Int) {
    self.maximumParts = maximumParts
    offset = min(chunk.lowerBound + header, chunk.upperBound)
    end = chunk.upperBound
  }

  /// Whether a file of at least one byte agrees with the header as far as it goes.
  static func isAtStart(of file: RawSpan) -> Bool {
    guard !file.isEmpty, file.agrees(with: signature) else { return false }
    return file.byteCount <= 8 || file.extracting(8..<file.byteCount).agrees(with: form)
  }

  /// The next chunk, which lies completely within the file; nil after the last one.
  /// - Throws: `.corrupt` when a chunk is longer than what holds it, or `.tooLarge` for too many chunks.
  mutating func next(in file: RawSpan) throws(ImageContainerFailure) -> Chunk? {
    guard end - offset >= 8 else { return nil }
    let kind = Kind(rawValue: UInt32(file.littleEndian(at: offset, count: 4)))
    let length = file.littleEndian(at: offset + 4, count: 4)
    guard length <= end - offset - 8 else { throw .structureIsDamaged }
    chunks += 1
    guard chunks <= maximumParts else { throw .hasMoreParts(than: maximumParts) }
    let data = offset + 8..<offset + 8 + length
    offset = data.upperBound + length & 1
    return Chunk(kind: kind, data: data)
  }
}
