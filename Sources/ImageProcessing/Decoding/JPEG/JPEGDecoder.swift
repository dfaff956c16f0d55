internal import CJPEG
internal import ImageContainers
internal import ScanModel

/// Decodes a filtered JPEG with libjpeg-turbo.
enum JPEGDecoder {
  /// Decodes grey, color and CMYK with any subsampling into 8-bit RGB, as stored. Damage within the compressed data is
  /// no failure: every program shows what is left.
  static func decode(_ jpeg: FilteredJPEG) throws(DecodingFailure) -> RGBImage {
    let frame = jpeg.frame
    let isCMYK = frame.componentCount == 4
    let count = frame.width * frame.height
    return try unsafe RGBImage(width: frame.width, height: frame.height, channels: isCMYK ? 4 : 3) { buffer in
      let result = unsafe jpeg.bytes.withUnsafeBufferPointer { file -> Int32 in
        guard let bytes = file.baseAddress, let start = buffer.baseAddress else {
          return Int32(OCRSCAN_JPEG_FAILED.rawValue)
        }
        return unsafe ocrscan_jpeg_decode(
          bytes, file.count, UInt32(frame.width), UInt32(frame.height), Int32(frame.componentCount), start)
      }
      let end = ocrscan_jpeg_end(UInt32(result))
      guard end == OCRSCAN_JPEG_DONE else { return end == OCRSCAN_JPEG_NO_MEMORY ? .outOfMemory : .corrupt }
      if isCMYK { unsafe convertInks(buffer, count: count, isInverted: jpeg.isWrittenByAdobe) }
      return nil
    }
  }

  /// Converts cyan, magenta, yellow and black to red, green and blue in place, as programs do without color profiles:
  /// of `count * 4` bytes, the first `count * 3` are the result. `isInverted`: 0 is full ink, as Adobe writes it.
  private static func convertInks(_ pixels: UnsafeMutableBufferPointer<UInt8>, count: Int, isInverted: Bool) {
    let mask: UInt8 = isInverted ? 0 : 255
    // Writing at 3i never overtakes reading at 4i.
    for index in 0..<count {
      let black = unsafe UInt32(pixels[index &* 4 &+ 3] ^ mask)
      for channel in 0..<3 {
        let light = unsafe UInt32(pixels[index &* 4 &+ channel] ^ mask)
        // At most 255 * 255 + 127; the division rounds to nearest.
        unsafe pixels[index &* 3 &+ channel] = UInt8(truncatingIfNeeded: (light &* black &+ 127) / 255)
      }
    }
  }
}
