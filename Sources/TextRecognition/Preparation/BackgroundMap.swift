internal import ScanModel

/// The color behind the text, one for each cell of 4 × 4 pixels.
///
/// Text covers about a fifth of the area it stands in, so the median of a neighborhood is what lies behind it,
/// whatever the theme. One pixel is picked from each cell rather than the mean taken: a mean mixes ink into
/// nearly every cell of a paragraph, a pick is background four times out of five.
struct BackgroundMap {
  static let cell = ColorGrid.cell
  /// Window of 52 × 28 pixels: wide, because lines are, and low, so that the inside of a label 16 pixels high still
  /// fills most of it.
  private static let wide = (across: 13, down: 9)
  /// Window of 20 × 12 pixels: shows on which side of an edge a cell lies, though ink may win in it.
  private static let narrow = (across: 5, down: 5)
  /// How far the wide window is moved to find the surface a cell belongs to: nearly half of it.
  private static let shift = (across: 6, down: 4)

  /// Bold headlines fill nearly half of a window, surfaces with text on them three quarters of it.
  private static let minimumSupport = 60

  let columns: Int
  let rows: Int
  /// `columns * rows * 3` bytes: red, green, blue.
  private(set) var colors: [UInt8]

  init(_ bitmap: Bitmap) {
    let picked = ColorGrid(picking: bitmap)
    (columns, rows) = (picked.columns, picked.rows)
    let wide = picked.medianFiltered(across: Self.wide.across, down: Self.wide.down)
    let narrow = picked.medianFiltered(across: Self.narrow.across, down: Self.narrow.down)
    colors = wide.colors
    let support = SurfaceSupport(picked: picked, medians: wide, window: Self.wide)
    chooseSurfaces(wide: wide.colors, narrow: narrow.colors, support: support.percent)
  }

  /// Near the edge of a surface (a bubble, a button) a centered window sees both sides. Of the windows around the
  /// cell, the one that agrees best with the cell's nearest surroundings lies on the same surface.
  private mutating func chooseSurfaces(wide: [UInt8], narrow: [UInt8], support: [UInt8]) {
    let (columns, rows) = (self.columns, self.rows)
    unsafe wide.withUnsafeBufferPointer { wide in
      unsafe narrow.withUnsafeBufferPointer { narrow in
        unsafe colors.withUnsafeMutableBufferPointer { colors in
          for row in 0..<rows {
            for column in 0..<columns {
              let own = (row &* columns &+ column) &* 3
              var best = unsafe colorDifference(wide, own, narrow, own)
              guard best > 8 else { continue }
              var chosen = own
              for y in [max(row &- Self.shift.down, 0), row, min(row &+ Self.shift.down, rows &- 1)] {
                for x in [max(column &- Self.shift.across, 0), column, min(column &+ Self.shift.across, columns &- 1)] {
                  let other = (y &* columns &+ x) &* 3
                  let difference = unsafe colorDifference(wide, other, narrow, own)
                  guard difference < best, support[other / 3] >= Self.minimumSupport else { continue }
                  (best, chosen) = (difference, other)
                }
              }
              for channel in 0..<3 { unsafe colors[own &+ channel] = wide[chosen &+ channel] }
            }
          }
        }
      }
    }
  }

  /// The color at a pixel, clamped to the picture.
  func color(x: Int, y: Int) -> (red: Int, green: Int, blue: Int) {
    let column = min(max(x / Self.cell, 0), columns - 1)
    let row = min(max(y / Self.cell, 0), rows - 1)
    let offset = (row * columns + column) * 3
    return (Int(colors[offset]), Int(colors[offset + 1]), Int(colors[offset + 2]))
  }
}

/// The largest difference among the three channels of two colors.
@inline(__always)
func colorDifference(
  _ first: UnsafeBufferPointer<UInt8>, _ firstOffset: Int, _ second: UnsafeBufferPointer<UInt8>, _ secondOffset: Int
) -> UInt8 {
  var result: UInt8 = 0
  for channel in 0..<3 {
    let (one, two) = unsafe (first[firstOffset &+ channel], second[secondOffset &+ channel])
    result = max(result, max(one, two) &- min(one, two))
  }
  return result
}
