package import ScanModel

/// A grey image for the engine: 8 bits a pixel, rows from the top, tightly packed.
package struct GreyImage {
  package var width: Int
  package var height: Int
  /// `width * height` bytes; 0 is black.
  package var pixels: [UInt8]
}

extension GreyImage {
  /// Creates dark text on white, whatever the colors were; for documentation and debugging.
  package init(preparing rgb: RGBImage) { self.init(inverting: ContrastMap(rgb, background: BackgroundMap(rgb))) }

  /// Creates dark text on white from a contrast map.
  init(inverting map: ContrastMap) {
    self.init(width: map.width, height: map.height, pixels: map.values.map { 255 - $0 })
  }

  /// Creates brightness with the weights of ITU-R BT.601, which Leptonica uses too.
  init(_ rgb: RGBImage) {
    let pixels = (0..<(rgb.width * rgb.height)).map { index in
      let offset = index * 3
      let sum = Int(rgb.pixels[offset]) * 299 + Int(rgb.pixels[offset + 1]) * 587 + Int(rgb.pixels[offset + 2]) * 114
      return UInt8(sum / 1_000)
    }
    self.init(width: rgb.width, height: rgb.height, pixels: pixels)
  }
}
