/// The compressed data of one frame: the chunks, and the information in them.
struct WebPFrame {
  let image: RIFFWalker.Chunk
  /// Transparency of lossy data.
  let alpha: RIFFWalker.Chunk?
  let bitstream: WebPBitstream

  /// Searches the following chunks for a frame, skipping chunks that belong to none. As in libwebp, transparency counts
  /// only if it comes before lossy data.
  /// - Returns: The first frame; nil if there is none.
  static func first(
    _ walker: inout RIFFWalker, in file: RawSpan
  ) throws(ImageContainerFailure) -> WebPFrame? {
    var alpha: RIFFWalker.Chunk?
    while let chunk = try walker.next(in: file) {
      switch chunk.kind {
      case .alpha where alpha == nil: alpha = chunk
      case .lossy:
        let bitstream = try WebPBitstream(lossy: file.extracting(chunk.data))
        return WebPFrame(image: chunk, alpha: alpha, bitstream: bitstream)
      case .lossless:
        return WebPFrame(
          image: chunk, alpha: nil, bitstream: try WebPBitstream(lossless: file.extracting(chunk.data)))
      default: break
      }
    }
    return nil
  }

  var hasAlpha: Bool { alpha != nil || bitstream.hasAlpha }

  /// A still WebP of this frame.
  func file(from source: RawSpan) -> [UInt8] {
    var chunks: [UInt8] = []
    chunks.reserveCapacity(image.data.count + (alpha?.data.count ?? 0) + 64)
    if let alpha {
      let data = WebPExtension.data(width: bitstream.width, height: bitstream.height)
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
