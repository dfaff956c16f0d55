internal import CJPEG
internal import ImageContainers
internal import ScanModel

/// Decodes a filtered JPEG with libjpeg-turbo.
enum JPEGDecoder {
  /// Grey, color and CMYK with any subsampling to 8-bit RGB, as stored. Damage within the compressed data is no
  /// failure: every program shows what is left.
  static func decode(
    _ jpeg: FilteredImage, _ frame: JPEGFrame, _ isWrittenByAdobe: Bool
  ) throws(DecodingFailure) -> RGBImage {
    let isCMYK = frame.componentCount == 4
    let count = frame.width * frame.height
    return try unsafe RGBImage(width: frame.width, height: frame.height, channels: isCMYK ? 4 : 3) { buffer in
      guard let start = buffer.baseAddress else { return .corrupt }
      let result = unsafe ocrscan_jpeg_decode(
        jpeg.bytes, jpeg.bytes.count, UInt32(frame.width), UInt32(frame.height), Int32(frame.componentCount), start)
      let end = ocrscan_jpeg_end(UInt32(result))
      guard end == OCRSCAN_JPEG_DONE else { return end == OCRSCAN_JPEG_NO_MEMORY ? .outOfMemory : .corrupt }
      // Cyan, magenta and yellow times black, as programs do without color profiles. In Adobe's files 0 is full ink.
      if isCMYK { unsafe AlphaFlattening.blend(buffer, count: count, over: 0, mask: isWrittenByAdobe ? 0 : 255) }
      return nil
    }
  }
}
