package import ScanModel

/// A prepared screenshot: dark ink on white, whatever its colors were. For documentation and debugging.
package struct PreparedImage {
  package let width: Int
  package let height: Int
  /// `width * height` bytes, rows from the top; 0 is the strongest contrast to the background, 255 none.
  package let pixels: [UInt8]

  package init(_ rgb: RGBImage) {
    let image = GreyImage(inverting: ContrastMap(rgb, background: BackgroundMap(rgb)))
    (width, height, pixels) = (image.width, image.height, image.pixels)
  }
}
