internal import CPNG
internal import Glibc
package import ImageContainers
internal import ScanModel

/// Decodes a filtered PNG with libpng's simplified interface.
///
/// That interface keeps libpng's `longjmp` inside the library; jumping across Swift frames is undefined.
package enum PNGDecoder {
  /// Decodes every color type, bit depth and interlacing into 8-bit RGB.
  /// - Parameter png: Filtered, because libpng does not limit chunks.
  /// - Returns: The pixels; transparency is flattened, see `DecodedImage.Backdrop`.
  /// - Throws: `DecodingFailure`. A damaged image is refused as a whole: what libpng leaves in the buffer after an
  ///   error is not what the user saw.
  package static func decode(_ png: FilteredPNG) throws(DecodingFailure) -> DecodedImage {
    var image = unsafe png_image()
    unsafe image.version = ocrscan_png_image_version
    defer { unsafe png_image_free(&image) }
    // libpng reads from this memory until the second call, so both run while it is pinned.
    let result = unsafe png.bytes.withUnsafeBytes { file -> Result<DecodedImage, DecodingFailure> in
      guard let start = file.baseAddress, unsafe png_image_begin_read_from_memory(&image, start, file.count) != 0,
        unsafe ocrscan_png_failed(&image) == 0
      else { return unsafe .failure(failure(of: image)) }
      return unsafe readPixels(&image, header: png.header).map { decoded in
        DecodedImage(rgb: decoded.rgb.turned(png.orientation), backdrop: decoded.backdrop)
      }
    }
    return try result.get()
  }

  private static func readPixels(
    _ image: inout png_image, header: PNGHeader
  ) -> Result<DecodedImage, DecodingFailure> {
    guard unsafe Int(image.width) == header.width, unsafe Int(image.height) == header.height else {
      return .failure(DecodingFailure(.corrupt, "its header is damaged"))
    }
    let hasAlpha = unsafe image.format & ocrscan_png_has_alpha != 0
    let count = header.width.multipliedReportingOverflow(by: header.height)
    let size = count.partialValue.multipliedReportingOverflow(by: hasAlpha ? 4 : 3)
    guard !count.overflow, !size.overflow else { return .failure(noMemory) }
    var backdrop = DecodedImage.Backdrop.none
    var end = DecodingEnd.done
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.partialValue) { buffer, initializedCount in
      end =
        header.isInterlaced && header.bitDepth == 16
        ? unsafe readWideSamples(&image, hasAlpha: hasAlpha, into: buffer)
        : unsafe readSamples(&image, hasAlpha: hasAlpha, into: buffer)
      guard end == .done else { return }
      if hasAlpha { backdrop = unsafe AlphaFlattening.flatten(buffer, count: count.partialValue) }
      initializedCount = count.partialValue * 3
    }
    switch end {
    case .done: break
    case .failed: return unsafe .failure(failure(of: image))
    case .noMemory: return .failure(noMemory)
    }
    let rgb = RGBImage(width: header.width, height: header.height, pixels: pixels)
    return .success(DecodedImage(rgb: rgb, backdrop: backdrop))
  }

  private enum DecodingEnd {
    case done, failed, noMemory
  }

  private static var noMemory: DecodingFailure { DecodingFailure(.outOfMemory, "it needs more memory than there is") }

  /// Fills the buffer with RGB, or RGBA.
  private static func readSamples(
    _ image: inout png_image, hasAlpha: Bool, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> DecodingEnd {
    // Without this flag libpng takes 16-bit samples for linear light, and screenshots come out too bright.
    if unsafe image.format & ocrscan_png_is_linear != 0 { unsafe image.flags |= ocrscan_png_16bit_is_srgb }
    unsafe image.format = hasAlpha ? ocrscan_png_format_rgba : ocrscan_png_format_rgb
    // A row stride of 0 means tightly packed. The buffer has exactly PNG_IMAGE_SIZE bytes.
    let isRead = unsafe png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
    return unsafe isRead && ocrscan_png_failed(&image) == 0 ? .done : .failed
  }

  /// Reads interlaced images with 16-bit samples, which libpng must not convert to 8 bits.
  ///
  /// Since the fix of CVE-2025-65018 (1.6.51, and backports in distributions) each pass overwrites what earlier passes
  /// left in other rows (pnggroup/libpng, issue 853), so the text read would differ from what people see. Read as
  /// "linear", samples arrive unchanged, because the filter drops the gamma chunk.
  private static func readWideSamples(
    _ image: inout png_image, hasAlpha: Bool, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> DecodingEnd {
    unsafe image.format = hasAlpha ? ocrscan_png_format_linear_rgba : ocrscan_png_format_linear_rgb
    guard let memory = unsafe malloc(buffer.count * MemoryLayout<UInt16>.stride) else { return .noMemory }
    defer { unsafe free(memory) }
    guard unsafe png_image_finish_read(&image, nil, memory, 0, nil) != 0, unsafe ocrscan_png_failed(&image) == 0
    else { return .failed }
    let wide = unsafe UnsafeBufferPointer(
      start: memory.bindMemory(to: UInt16.self, capacity: buffer.count), count: buffer.count)
    unsafe WideSamples.narrow(wide, hasAlpha: hasAlpha, into: buffer)
    return .done
  }

  private static func failure(of image: png_image) -> DecodingFailure {
    // A C array of 64 characters, always terminated (png.h, struct png_image).
    let message = unsafe withUnsafeBytes(of: image.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return DecodingFailure(.corrupt, "its picture data is damaged", libraryMessage: message)
  }
}

extension PNGDecoder {
  /// Version of libpng ("1.6.39").
  package static var libraryVersion: String {
    // A constant string of the library.
    unsafe png_get_libpng_ver(nil).map { unsafe String(cString: $0) } ?? "unknown"
  }
}
