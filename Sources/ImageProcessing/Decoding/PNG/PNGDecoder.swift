internal import CPNG
internal import Glibc
internal import ImageContainers
internal import ScanModel

/// Decodes a filtered PNG with libpng's simplified interface, which keeps `longjmp` inside the library: jumping across
/// Swift frames is undefined.
enum PNGDecoder {
  /// Decodes every color type, bit depth and interlacing into 8-bit RGB, as stored, with transparency flattened. A
  /// damaged image is refused as a whole: what libpng leaves in the buffer after an error is not what the user saw.
  static func decode(_ png: FilteredImage, _ header: PNGHeader) throws(DecodingFailure) -> RGBImage {
    var image = unsafe png_image()
    unsafe image.version = ocrscan_png_image_version
    defer { unsafe png_image_free(&image) }
    // libpng reads from this memory until the second call, so both run while it is pinned.
    return try unsafe png.bytes.withUnsafeBufferPointer { file throws(DecodingFailure) -> RGBImage in
      guard let start = file.baseAddress, unsafe png_image_begin_read_from_memory(&image, start, file.count) != 0,
        unsafe ocrscan_png_failed(&image) == 0, unsafe Int(image.width) == png.width,
        unsafe Int(image.height) == png.height
      else { throw .corrupt }
      let hasAlpha = unsafe image.format & ocrscan_png_has_alpha != 0
      return try unsafe RGBImage(width: header.width, height: header.height, channels: hasAlpha ? 4 : 3) { buffer in
        let failure =
          header.isInterlaced && header.bitDepth == 16
          ? unsafe readWideSamples(&image, hasAlpha: hasAlpha, into: buffer)
          : unsafe readSamples(&image, hasAlpha: hasAlpha, into: buffer)
        if failure == nil, hasAlpha { unsafe AlphaFlattening.flatten(buffer, count: header.width * header.height) }
        return failure
      }
    }
  }

  /// Fills the buffer with RGB, or RGBA; returns nil if it did.
  private static func readSamples(
    _ image: inout png_image, hasAlpha: Bool, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> DecodingFailure? {
    // Without this flag libpng takes 16-bit samples for linear light, and screenshots come out too bright.
    if unsafe image.format & ocrscan_png_is_linear != 0 { unsafe image.flags |= ocrscan_png_16bit_is_srgb }
    unsafe image.format = hasAlpha ? ocrscan_png_format_rgba : ocrscan_png_format_rgb
    // A row stride of 0 means tightly packed. The buffer has exactly PNG_IMAGE_SIZE bytes.
    let isRead = unsafe png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
    return unsafe isRead && ocrscan_png_failed(&image) == 0 ? nil : .corrupt
  }

  /// Reads interlaced images with 16-bit samples, which libpng must not convert to 8 bits.
  ///
  /// Since the fix of CVE-2025-65018 (1.6.51, and backports in distributions) each pass overwrites what earlier passes
  /// left in other rows (pnggroup/libpng, issue 853), so the text read would differ from what people see. Read as
  /// "linear", samples arrive unchanged, because the filter drops the gamma chunk.
  private static func readWideSamples(
    _ image: inout png_image, hasAlpha: Bool, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> DecodingFailure? {
    unsafe image.format = hasAlpha ? ocrscan_png_format_linear_rgba : ocrscan_png_format_linear_rgb
    guard let memory = unsafe malloc(buffer.count * MemoryLayout<UInt16>.stride) else { return .outOfMemory }
    defer { unsafe free(memory) }
    guard unsafe png_image_finish_read(&image, nil, memory, 0, nil) != 0, unsafe ocrscan_png_failed(&image) == 0
    else { return .corrupt }
    let wide = unsafe UnsafeBufferPointer(
      start: memory.bindMemory(to: UInt16.self, capacity: buffer.count), count: buffer.count)
    unsafe narrow(wide, hasAlpha: hasAlpha, into: buffer)
    return nil
  }

  /// From 16 to 8 bits, rounded as libpng does (png_do_scale_16_to_8); no longer multiplied by alpha.
  private static func narrow(
    _ wide: UnsafeBufferPointer<UInt16>, hasAlpha: Bool, into narrow: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard hasAlpha else {
      for index in wide.indices { unsafe narrow[index] = scaled(wide[index]) }
      return
    }
    for pixel in stride(from: 0, to: wide.count, by: 4) {
      let alpha = unsafe UInt32(wide[pixel &+ 3])
      for index in pixel..<(pixel &+ 3) {
        // A fully transparent pixel has no color. No color exceeds its alpha; 65,535 * 255 + 32,767 fits.
        let value = unsafe min(UInt32(wide[index]), alpha)
        unsafe narrow[index] = alpha == 0 ? 0 : UInt8(truncatingIfNeeded: (value &* 255 &+ alpha / 2) / alpha)
      }
      unsafe narrow[pixel &+ 3] = scaled(wide[pixel &+ 3])
    }
  }

  private static func scaled(_ sample: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(sample) &* 255 &+ 32_895) >> 16)
  }
}
