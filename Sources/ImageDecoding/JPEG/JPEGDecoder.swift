internal import CJPEG
internal import ImageContainers
internal import ScanModel

/// Decodes a filtered JPEG with libjpeg-turbo.
enum JPEGDecoder {
  /// Decodes grey, color and CMYK with any subsampling into 8-bit RGB.
  /// - Parameter jpeg: Filtered, because libjpeg does not limit scans.
  /// - Returns: The pixels as stored.
  /// - Throws: `DecodingFailure`. Damage within the compressed data is none: every program shows what is left.
  static func decode(_ jpeg: FilteredJPEG) throws(DecodingFailure) -> RGBImage {
    let frame = jpeg.frame
    let isCMYK = frame.componentCount == 4
    let count = frame.width * frame.height
    var end = OCRSCAN_JPEG_DONE
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count * (isCMYK ? 4 : 3)) { buffer, initializedCount in
      guard let start = buffer.baseAddress else { return }
      let result = unsafe jpeg.bytes.withUnsafeBufferPointer { file -> Int32 in
        guard let bytes = file.baseAddress else { return Int32(OCRSCAN_JPEG_FAILED.rawValue) }
        return unsafe ocrscan_jpeg_decode(
          bytes, file.count, UInt32(frame.width), UInt32(frame.height), Int32(frame.componentCount), start)
      }
      end = ocrscan_jpeg_end(UInt32(result))
      guard end == OCRSCAN_JPEG_DONE else { return }
      if isCMYK { unsafe InkConversion.convert(buffer, count: count, isInverted: jpeg.isWrittenByAdobe) }
      initializedCount = count * 3
    }
    guard end == OCRSCAN_JPEG_DONE else {
      throw DecodingFailure(end == OCRSCAN_JPEG_NO_MEMORY ? .outOfMemory : .corrupt)
    }
    return RGBImage(width: frame.width, height: frame.height, pixels: pixels)
  }
}
