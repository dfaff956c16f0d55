/// Converts cyan, magenta, yellow and black to red, green and blue, as programs do without color profiles.
enum InkConversion {
  /// Converts in place.
  /// - Parameters:
  ///   - pixels: At least `count * 4` bytes; afterwards the first `count * 3` are the result.
  ///   - count: Number of pixels.
  ///   - isInverted: Whether 0 is full ink, as Adobe's programs write it.
  static func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>, count: Int, isInverted: Bool) {
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
