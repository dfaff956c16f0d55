internal import ScanModel

/// How far each pixel is from the color behind it: 0 is background, 255 black on white or white on black.
///
/// Dark and light themes, colored bubbles and alerts all look alike in it.
struct ContrastMap {
  let width: Int
  let height: Int
  /// `width * height` bytes.
  private(set) var values: [UInt8]

  /// The contrast is the largest difference among the color channels. Brightness alone would lose white on yellow,
  /// or red on a blue of the same brightness.
  init(_ bitmap: Bitmap, background: BackgroundMap) {
    (width, height) = (bitmap.width, bitmap.height)
    let (width, height) = (bitmap.width, bitmap.height)
    values = unsafe [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
        unsafe Self.fill(target, from: pixels, width: width, height: height, background: background)
      }
      count = width * height
    }
    forgiveEdges(of: bitmap, background: background)
  }

  private static func fill(
    _ target: UnsafeMutableBufferPointer<UInt8>, from pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int,
    background: BackgroundMap
  ) {
    // One row of background at full width, and the differences to it; both three bytes a pixel.
    let rowBytes = width * 3
    var expanded = [UInt8](repeating: 0, count: background.columns * BackgroundMap.cell * 3)
    var differences = [UInt8](repeating: 0, count: rowBytes)
    unsafe expanded.withUnsafeMutableBufferPointer { expanded in
      unsafe differences.withUnsafeMutableBufferPointer { differences in
        for y in 0..<height {
          if y % BackgroundMap.cell == 0 { unsafe expand(background, row: y / BackgroundMap.cell, into: expanded) }
          let start = y &* rowBytes
          for index in 0..<rowBytes {
            let (pixel, behind) = unsafe (pixels[start &+ index], expanded[index])
            unsafe differences[index] = max(pixel, behind) &- min(pixel, behind)
          }
          let row = y &* width
          for x in 0..<width {
            let offset = x &* 3
            unsafe target[row &+ x] = max(differences[offset], max(differences[offset &+ 1], differences[offset &+ 2]))
          }
        }
      }
    }
  }

  private static func expand(_ background: BackgroundMap, row: Int, into line: UnsafeMutableBufferPointer<UInt8>) {
    unsafe background.colors.withUnsafeBufferPointer { colors in
      var (source, target) = (row &* background.columns &* 3, 0)
      for _ in 0..<background.columns {
        let (red, green, blue) = unsafe (colors[source], colors[source &+ 1], colors[source &+ 2])
        for _ in 0..<BackgroundMap.cell {
          unsafe line[target] = red
          unsafe line[target &+ 1] = green
          unsafe line[target &+ 2] = blue
          target &+= 3
        }
        source &+= 3
      }
    }
  }

  /// Where the background changes, a pixel that has the color of either side is background: the edge between two
  /// surfaces runs through cells and would otherwise leave a strip of contrast along every bubble.
  private mutating func forgiveEdges(of bitmap: Bitmap, background: BackgroundMap) {
    let (columns, rows) = (background.columns, background.rows)
    let (width, height) = (self.width, self.height)
    unsafe background.colors.withUnsafeBufferPointer { colors in
      unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
        unsafe values.withUnsafeMutableBufferPointer { values in
          for row in 0..<rows {
            let above = max(row &- 1, 0) &* columns
            let below = min(row &+ 1, rows &- 1) &* columns
            for column in 0..<columns {
              let own = (row &* columns &+ column) &* 3
              for neighbor in [
                above &+ column, below &+ column, row &* columns &+ max(column &- 1, 0),
                row &* columns &+ min(column &+ 1, columns &- 1),
              ] {
                let other = neighbor &* 3
                guard unsafe colorDifference(colors, own, colors, other) > 24 else { continue }
                for y in (row &* 4)..<min(row &* 4 &+ 4, height) {
                  for x in (column &* 4)..<min(column &* 4 &+ 4, width) {
                    let pixel = y &* width &+ x
                    unsafe values[pixel] = min(values[pixel], colorDifference(pixels, pixel &* 3, colors, other))
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
