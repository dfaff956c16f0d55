/// A decoded image: 8-bit red, green and blue; rows from the top, tightly packed.
package struct RGBImage: Sendable, Hashable {
  /// In pixels, above 0.
  package let width: Int
  /// In pixels, above 0.
  package let height: Int
  /// `width * height * 3` bytes.
  package let pixels: [UInt8]

  /// Wraps pixels in this layout. Their number must be `width * height * 3`.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height * 3, "pixels do not fill the image")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
