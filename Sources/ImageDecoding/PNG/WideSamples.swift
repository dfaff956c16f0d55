/// Samples of 16 bits.
enum WideSamples {
  /// Makes them 8-bit, rounded as libpng does (png_do_scale_16_to_8).
  /// - Parameters:
  ///   - wide: RGB, or RGBA whose colors are multiplied by their alpha.
  ///   - hasAlpha: Which of both.
  ///   - narrow: As many samples; colors are not multiplied any more.
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
        // What is fully transparent has no color. No color is above its alpha; 65,535 * 255 + 32,767 fits.
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
