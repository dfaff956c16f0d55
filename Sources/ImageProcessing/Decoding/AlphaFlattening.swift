/// Flattens a transparent image onto white, or onto dark where the visible pixels are light and would vanish on white.
enum AlphaFlattening {
  /// Visible pixels above this mean brightness would vanish on white (choice; white is 255).
  private static let lightThreshold = 170
  /// Dark grey rather than black, so that black parts of a light image stay visible too.
  private static let darkBackdrop: UInt32 = 40

  /// Converts RGBA to RGB in place: of `count * 4` bytes, the first `count * 3` are the result.
  static func flatten(_ pixels: UnsafeMutableBufferPointer<UInt8>, count: Int) {
    let ground = unsafe isLight(pixels, count: count) ? darkBackdrop : 255
    unsafe blend(pixels, count: count, over: ground)
  }

  /// Of each four bytes, all masked, multiplies three by the fourth and adds a backdrop for the rest of it, in place.
  @inline(__always)
  static func blend(
    _ pixels: UnsafeMutableBufferPointer<UInt8>, count: Int, over ground: UInt32, mask: UInt8 = 0
  ) {
    // Writing at 3i never overtakes reading at 4i.
    for index in 0..<count {
      let alpha = unsafe UInt32(pixels[index &* 4 &+ 3] ^ mask)
      let rest = (255 &- alpha) &* ground &+ 127
      for channel in 0..<3 {
        let value = unsafe UInt32(pixels[index &* 4 &+ channel] ^ mask)
        // At most 255 * 255 + 127; the division rounds to nearest.
        unsafe pixels[index &* 3 &+ channel] = UInt8(truncatingIfNeeded: (value &* alpha &+ rest) / 255)
      }
    }
  }

  private static func isLight(_ pixels: UnsafeMutableBufferPointer<UInt8>, count: Int) -> Bool {
    var visibility = 0
    var brightness = 0
    for index in 0..<count {
      let alpha = unsafe Int(pixels[index &* 4 &+ 3])
      let sum = unsafe Int(pixels[index &* 4]) &+ Int(pixels[index &* 4 &+ 1]) &+ Int(pixels[index &* 4 &+ 2])
      visibility &+= alpha
      brightness &+= alpha &* sum
    }
    return brightness > visibility * 3 * lightThreshold
  }
}
