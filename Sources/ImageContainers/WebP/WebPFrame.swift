/// The compressed data of one frame: the chunks, and the information in them.
struct WebPFrame {
  let image: RIFFWalker.Chunk
  /// Transparency of lossy data.
  let alpha: RIFFWalker.Chunk?
  /// In pixels, above 0.
  let width, height: Int
  /// Whether any pixel may be transparent.
  let hasAlpha: Bool

  /// Chunks that belong to no frame are skipped. As in libwebp, transparency counts only if it comes before lossy data.
  static func first(_ walker: inout RIFFWalker, in file: RawSpan) throws(ImageContainerFailure) -> WebPFrame? {
    var alpha: RIFFWalker.Chunk?
    while let chunk = try walker.next(in: file) {
      switch chunk.kind {
      case .alpha where alpha == nil: alpha = chunk
      case .lossy: return try WebPFrame(lossy: chunk, alpha: alpha, in: file)
      case .lossless: return try WebPFrame(lossless: chunk, in: file)
      default: break
      }
    }
    return nil
  }

  /// Parses the data of a `VP8 ` chunk: a key frame that is to be shown (RFC 6386, section 9.1).
  private init(lossy image: RIFFWalker.Chunk, alpha: RIFFWalker.Chunk?, in file: RawSpan) throws(ImageContainerFailure)
  {
    let data = file.extracting(image.data)
    guard data.byteCount >= 10, data.byte(at: 3) == 0x9D, data.byte(at: 4) == 0x01, data.byte(at: 5) == 0x2A else {
      throw .dataAreDamaged
    }
    let tag = data.littleEndian(at: 0, count: 3)
    let isKeyFrame = tag & 1 == 0
    let (version, isShown, firstPartition) = (tag >> 1 & 7, tag >> 4 & 1 == 1, tag >> 5)
    guard isKeyFrame, version <= 3, isShown, firstPartition <= data.byteCount - 10 else { throw .dataAreDamaged }
    (self.image, self.alpha, hasAlpha) = (image, alpha, alpha != nil)
    // The upper two bits ask for enlargement, which no viewer does.
    width = data.littleEndian(at: 6, count: 2) & 0x3FFF
    height = data.littleEndian(at: 8, count: 2) & 0x3FFF
    guard width > 0, height > 0 else { throw .sizeIsImpossible }
  }

  /// Parses the data of a `VP8L` chunk (RFC 9649, section 3.4).
  private init(lossless image: RIFFWalker.Chunk, in file: RawSpan) throws(ImageContainerFailure) {
    let data = file.extracting(image.data)
    guard data.byteCount >= 5, data.byte(at: 0) == 0x2F else { throw .dataAreDamaged }
    let bits = data.littleEndian(at: 1, count: 4)
    guard bits >> 29 == 0 else { throw .dataAreDamaged }
    (self.image, alpha) = (image, nil)
    width = 1 + bits & 0x3FFF
    height = 1 + bits >> 14 & 0x3FFF
    hasAlpha = bits >> 28 & 1 == 1
  }

  /// A still WebP of this frame.
  func file(from source: RawSpan) -> [UInt8] {
    var chunks: [UInt8] = []
    chunks.reserveCapacity(image.data.count + (alpha?.data.count ?? 0) + 64)
    if let alpha {
      let data = WebPExtension.data(width: width, height: height)
      chunks += Self.header(.extended, byteCount: data.count) + data
      Self.append(alpha, from: source, to: &chunks)
    }
    Self.append(image, from: source, to: &chunks)
    return RIFFWalker.signature
      + WebPExtension.littleEndian(chunks.count + RIFFWalker.form.count, count: 4) + RIFFWalker.form + chunks
  }

  private static func header(_ kind: RIFFWalker.Kind, byteCount: Int) -> [UInt8] {
    WebPExtension.littleEndian(Int(kind.rawValue), count: 4) + WebPExtension.littleEndian(byteCount, count: 4)
  }

  private static func append(_ chunk: RIFFWalker.Chunk, from source: RawSpan, to bytes: inout [UInt8]) {
    bytes += header(chunk.kind, byteCount: chunk.data.count)
    bytes.append(chunk.data, of: source)
    if chunk.data.count & 1 == 1 { bytes.append(0) }
  }
}
