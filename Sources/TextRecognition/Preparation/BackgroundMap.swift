internal import ScanModel

/// The color behind the text, one for each cell of 4 × 4 pixels.
///
/// Text covers about a fifth of the area it stands in, so the median of a neighborhood is what lies behind it,
/// whatever the theme. One pixel is picked from each cell rather than the mean taken: a mean mixes ink into
/// nearly every cell of a paragraph, a pick is background four times out of five. The two-dimensional median is
/// approximated by the median of row medians.
struct BackgroundMap {
  /// Side of a cell in pixels.
  static let cell = 4
  /// Window of 52 × 28 pixels: wide, because lines are, and low, so that the inside of a button 24 pixels high counts
  /// as the background of its label.
  private static let taps = (across: 13, down: 7)

  let columns: Int
  let rows: Int
  /// `columns * rows * 3` bytes: red, green, blue.
  private(set) var colors: [UInt8]

  init(_ bitmap: Bitmap) {
    columns = (bitmap.width + Self.cell - 1) / Self.cell
    rows = (bitmap.height + Self.cell - 1) / Self.cell
    colors = Self.pick(from: bitmap, columns: columns, rows: rows)
    smoothRows()
    smoothColumns()
  }

  /// The color at a pixel, clamped to the picture.
  func color(x: Int, y: Int) -> (red: Int, green: Int, blue: Int) {
    let column = min(max(x / Self.cell, 0), columns - 1)
    let row = min(max(y / Self.cell, 0), rows - 1)
    let offset = (row * columns + column) * 3
    return (Int(colors[offset]), Int(colors[offset + 1]), Int(colors[offset + 2]))
  }

  /// One pixel from each cell. Its place moves along a diagonal, so that stems and rules cannot fall on all picks.
  private static func pick(from bitmap: Bitmap, columns: Int, rows: Int) -> [UInt8] {
    let (width, height) = (bitmap.width, bitmap.height)
    return unsafe [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { target, count in
      unsafe bitmap.pixels.withUnsafeBufferPointer { source in
        var offset = 0
        for row in 0..<rows {
          for column in 0..<columns {
            let x = min(column &* cell &+ (row & 3), width &- 1)
            let y = min(row &* cell &+ (column & 3), height &- 1)
            let pixel = (y &* width &+ x) &* 3
            for channel in 0..<3 { unsafe target[offset &+ channel] = source[pixel &+ channel] }
            offset &+= 3
          }
        }
      }
      count = columns * rows * 3
    }
  }

  private mutating func smoothRows() {
    let length = columns * 3
    let reach = Self.taps.across / 2
    var filter = MedianFilter(count: Self.taps.across, length: length)
    // The row with its first and last color repeated to both sides.
    var padded = [UInt8](repeating: 0, count: length + 2 * reach * 3)
    unsafe colors.withUnsafeMutableBufferPointer { colors in
      guard let start = colors.baseAddress else { return }
      unsafe padded.withUnsafeMutableBufferPointer { padded in
        guard let line = padded.baseAddress else { return }
        for row in 0..<rows {
          let source = unsafe start + row * length
          unsafe (line + reach * 3).update(from: source, count: length)
          for step in 0..<reach {
            unsafe (line + step * 3).update(from: source, count: 3)
            unsafe (line + (reach + step) * 3 + length).update(from: source + length - 3, count: 3)
          }
          for tap in 0..<Self.taps.across { unsafe filter.setRow(tap, to: line + tap * 3) }
          unsafe filter.selectMedian(into: source)
        }
      }
    }
  }

  private mutating func smoothColumns() {
    let length = columns * 3
    let reach = Self.taps.down / 2
    var filter = MedianFilter(count: Self.taps.down, length: length)
    let source = colors
    unsafe source.withUnsafeBufferPointer { source in
      unsafe colors.withUnsafeMutableBufferPointer { colors in
        guard let from = source.baseAddress, let start = colors.baseAddress else { return }
        for row in 0..<rows {
          for tap in 0..<Self.taps.down {
            let neighbor = min(max(row + tap - reach, 0), rows - 1)
            unsafe filter.setRow(tap, to: from + neighbor * length)
          }
          unsafe filter.selectMedian(into: start + row * length)
        }
      }
    }
  }
}
