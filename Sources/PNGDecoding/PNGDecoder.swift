internal import CPNG
package import PNGContainer
internal import ScanModel

/// Turns a filtered PNG into pixels with libpng's simplified interface.
///
/// The simplified interface keeps libpng's `longjmp` inside the library; jumping across Swift frames is undefined.
package enum PNGDecoder {
  /// Decodes every color type, bit depth and interlacing into 8-bit RGB.
  /// - Parameter png: Only filtered files: chunk limits are not libpng's business.
  /// - Returns: The pixels; transparency is flattened, see `DecodedPicture.Backdrop`.
  /// - Throws: `DecodingFailure`. A picture that is damaged anywhere is refused as a whole: what libpng leaves in
  ///   the buffer after an error is not what the user saw.
  package static func decode(_ png: FilteredPNG) throws(DecodingFailure) -> DecodedPicture {
    var image = unsafe png_image()
    unsafe image.version = ocrscan_png_image_version
    defer { unsafe png_image_free(&image) }
    // libpng reads from this memory until the second call, so both happen while it is pinned.
    let result = unsafe png.bytes.withUnsafeBytes { file -> Result<DecodedPicture, DecodingFailure> in
      guard let start = file.baseAddress, unsafe png_image_begin_read_from_memory(&image, start, file.count) != 0,
        unsafe ocrscan_png_failed(&image) == 0
      else { return unsafe .failure(failure(of: image)) }
      return unsafe readPixels(&image, header: png.header)
    }
    return try result.get()
  }

  private static func readPixels(
    _ image: inout png_image, header: PNGHeader
  ) -> Result<DecodedPicture, DecodingFailure> {
    guard unsafe Int(image.width) == header.width, unsafe Int(image.height) == header.height else {
      return .failure(DecodingFailure(.corrupt, "its header is damaged"))
    }
    let hasAlpha = unsafe image.format & ocrscan_png_has_alpha != 0
    // Without this libpng takes 16-bit samples for linear light, and screenshots would come out too bright.
    if unsafe image.format & ocrscan_png_is_linear != 0 { unsafe image.flags |= ocrscan_png_16bit_is_srgb }
    unsafe image.format = hasAlpha ? ocrscan_png_format_rgba : ocrscan_png_format_rgb

    let count = header.width.multipliedReportingOverflow(by: header.height)
    let size = count.partialValue.multipliedReportingOverflow(by: hasAlpha ? 4 : 3)
    guard !count.overflow, !size.overflow else {
      return .failure(DecodingFailure(.outOfMemory, "it needs more memory than there is"))
    }
    var backdrop = DecodedPicture.Backdrop.none
    var failed = false
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.partialValue) { buffer, initializedCount in
      // A row stride of 0 means tightly packed; the buffer has exactly PNG_IMAGE_SIZE bytes.
      guard unsafe png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0,
        unsafe ocrscan_png_failed(&image) == 0
      else {
        failed = true
        return
      }
      if hasAlpha { backdrop = unsafe AlphaFlattening.flatten(buffer, count: count.partialValue) }
      initializedCount = count.partialValue * 3
    }
    if failed { return unsafe .failure(failure(of: image)) }
    let bitmap = Bitmap(width: header.width, height: header.height, pixels: pixels)
    return .success(DecodedPicture(bitmap: bitmap, backdrop: backdrop))
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
  /// The version of the library that decodes ("1.6.39").
  package static var libraryVersion: String {
    // A constant string of the library.
    unsafe png_get_libpng_ver(nil).map { unsafe String(cString: $0) } ?? "unknown"
  }
}
