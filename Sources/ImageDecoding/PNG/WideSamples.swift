/// 16-bit samples.
enum WideSamples {
  /// Converts samples to 8 bits, rounded as libpng does (png_do_scale_16_to_8).
  /// - Parameters:
  ///   - wide: RGB, or RGBA with colors multiplied by alpha.
  ///   - hasAlpha: Whether it is RGBA.
  ///   - narrow: As many samples, colors no longer multiplied by alpha.
  static func narrow(
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
