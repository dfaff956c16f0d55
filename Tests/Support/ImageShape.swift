/// Size, depth and layout of a picture, and its rows in the file.
package struct ImageShape: Sendable {
  /// Every color type with each depth it allows (PNG specification, third edition, table 11.1).
  package static let depths: [(colorType: UInt8, bitDepth: UInt8)] =
    [1, 2, 4, 8, 16].map { (0, $0) } + [8, 16].map { (2, $0) } + [1, 2, 4, 8].map { (3, $0) } + [8, 16].map { (4, $0) }
    + [8, 16].map { (6, $0) }

  /// In pixels.
  package var width: Int
  /// In pixels.
  package var height: Int
  package var bitDepth: UInt8
  package var colorType: UInt8
  package var isInterlaced = false

  package init(width: Int, height: Int, bitDepth: UInt8, colorType: UInt8, isInterlaced: Bool = false) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
    self.isInterlaced = isInterlaced
  }

  private struct Pass {
    var x, y, stepX, stepY: Int
  }

  /// The passes of Adam7 (section 8.2), or the single pass of other pictures.
  private var passes: [Pass] {
    isInterlaced
      ? [
        Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
        Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
        Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
        Pass(x: 0, y: 1, stepX: 1, stepY: 2),
      ] : [Pass(x: 0, y: 0, stepX: 1, stepY: 1)]
  }

  private var bitsPerPixel: Int {
    let channels: Int =
      switch colorType {
      case 2: 3
      case 4: 2
      case 6: 4
      default: 1
      }
    return channels * Int(bitDepth)
  }

  /// Rows that repeat one byte.
  package func scanlines(of byte: UInt8) -> [UInt8] { scanlines { _ in byte } }

  /// The rows of all passes, each with filter type 0.
  /// - Parameter pattern: The bytes of a pixel, from its number in reading order; below 8 bits, the lowest bits count.
  /// - Returns: The image data before compression.
  package func scanlines(_ pattern: (Int) -> UInt8) -> [UInt8] {
    var result: [UInt8] = []
    for pass in passes where pass.x < width {
      for y in stride(from: pass.y, to: height, by: pass.stepY) {
        result.append(0)
        result += row(stride(from: pass.x, to: width, by: pass.stepX).map { pattern(y * width + $0) })
      }
    }
    return result
  }

  private func row(_ pixels: [UInt8]) -> [UInt8] {
    if bitsPerPixel >= 8 {
      return pixels.flatMap { pixel -> [UInt8] in (0..<bitsPerPixel / 8).map { pixel &+ UInt8($0 * 3) } }
    }
    var bytes = [UInt8](repeating: 0, count: (pixels.count * bitsPerPixel + 7) / 8)
    for (index, pixel) in pixels.enumerated() {
      let bit = index * bitsPerPixel
      let value = pixel & UInt8((1 << bitsPerPixel) - 1)
      bytes[bit / 8] |= value << UInt8(8 - bitsPerPixel - bit % 8)
    }
    return bytes
  }

  /// A complete file, with a palette of 2 to the power of its depth if it needs one.
  package func file(pattern: (Int) -> UInt8) -> [UInt8] {
    let colors = (0..<(1 << min(8, Int(bitDepth)))).flatMap { color -> [UInt8] in
      [UInt8(color), UInt8(255 - color), 255]
    }
    return PNGBuilder.file(
      width: UInt32(width), height: UInt32(height), bitDepth: bitDepth, colorType: colorType,
      interlace: isInterlaced ? 1 : 0, before: colorType == 3 ? [("PLTE", colors)] : [],
      scanlines: scanlines(pattern))
  }
}
