internal import CJPEG
package import ImageContainers
internal import ScanModel

/// Decodes a filtered JPEG with libjpeg-turbo.
package enum JPEGDecoder {
  /// Decodes grey, color and CMYK with any subsampling into 8-bit RGB.
  /// - Parameter jpeg: Filtered, because libjpeg does not limit scans.
  /// - Returns: The pixels, turned upright as Exif data say.
  /// - Throws: `DecodingFailure`. Damage within the compressed data is not a failure: every program shows what is left.
  package static func decode(_ jpeg: FilteredJPEG) throws(DecodingFailure) -> DecodedImage {
    let frame = jpeg.frame
    let isCMYK = frame.componentCount == 4
    let count = frame.width * frame.height
    var end = OCRSCAN_JPEG_DONE
    var message = [CChar](repeating: 0, count: Int(OCRSCAN_JPEG_MESSAGE_SIZE))
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count * (isCMYK ? 4 : 3)) { buffer, initializedCount in
      guard let start = buffer.baseAddress else { return }
      let result = unsafe jpeg.bytes.withUnsafeBufferPointer { file -> Int32 in
        guard let bytes = file.baseAddress else { return Int32(OCRSCAN_JPEG_FAILED.rawValue) }
        return unsafe ocrscan_jpeg_decode(
          bytes, file.count, UInt32(frame.width), UInt32(frame.height), Int32(frame.componentCount), start, &message)
      }
      end = ocrscan_jpeg_end(UInt32(result))
      guard end == OCRSCAN_JPEG_DONE else { return }
      if isCMYK { unsafe InkConversion.convert(buffer, count: count, isInverted: jpeg.isWrittenByAdobe) }
      initializedCount = count * 3
    }
    guard end == OCRSCAN_JPEG_DONE else {
      throw end == OCRSCAN_JPEG_NO_MEMORY
        ? DecodingFailure(.outOfMemory, "it needs more memory than there is")
        : DecodingFailure(.corrupt, "its picture data is damaged", libraryMessage: text(message))
    }
    let stored = RGBImage(width: frame.width, height: frame.height, pixels: pixels)
    return DecodedImage(rgb: stored.turned(jpeg.orientation), backdrop: .none)
  }

  private static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Version of libjpeg-turbo, such as "2.1.5".
  package static var libraryVersion: String {
    // A constant string.
    unsafe String(cString: ocrscan_jpeg_version())
  }
}
