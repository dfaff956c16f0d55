internal import ScanModel

/// One color for each cell of 4 × 4 pixels.
struct ColorGrid {
  /// Side of a cell in pixels.
  static let cell = 4

  let columns: Int
  let rows: Int
  /// `columns * rows * 3` bytes: red, green, blue.
  var colors: [UInt8]

  /// Picks one pixel from each cell. The position moves along a diagonal, so that stems and rules cannot hit all picks.
  init(picking rgb: RGBImage) {
    let (width, height, cell) = (rgb.width, rgb.height, Self.cell)
    self.init(columns: (width + cell - 1) / cell, rows: (height + cell - 1) / cell, of: rgb.pixels) { column, row in
      let x = min(column &* cell &+ (row & 3), width &- 1)
      let y = min(row &* cell &+ (column & 3), height &- 1)
      return y &* width &+ x
    }
  }

  /// Every second cell of every second row.
  func halved() -> ColorGrid {
    ColorGrid(columns: (columns + 1) / 2, rows: (rows + 1) / 2, of: colors) { column, row in
      row &* 2 &* columns &+ column &* 2
    }
  }

  /// Copies a pixel for each cell.
  @inline(__always)
  private init(columns: Int, rows: Int, of pixels: [UInt8], at place: (_ column: Int, _ row: Int) -> Int) {
    (self.columns, self.rows) = (columns, rows)
    colors = unsafe [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { target, count in
      let source = pixels.span
      var offset = 0
      for row in 0..<rows {
        for column in 0..<columns {
          let pixel = place(column, row) &* 3
          for channel in 0..<3 { unsafe target[offset &+ channel] = source[unchecked: pixel &+ channel] }
          offset &+= 3
        }
      }
      count = columns * rows * 3
    }
  }

  /// The grid smoothed by the median of row medians, close to that of the window. Sides are odd, in cells.
  func medianFiltered(across: Int, down: Int) -> ColorGrid {
    var result = self
    result.smoothRows(across)
    result.smoothColumns(down)
    return result
  }

  private mutating func smoothRows(_ taps: Int) {
    let length = columns * 3
    let reach = taps / 2
    var filter = MedianFilter(count: taps, length: length)
    // The row, with its first and last color repeated at the ends.
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
          for tap in 0..<taps { unsafe filter.setRow(tap, to: line + tap * 3) }
          unsafe filter.selectMedian(into: source)
        }
      }
    }
  }

  private mutating func smoothColumns(_ taps: Int) {
    let length = columns * 3
    let source = colors
    var filter = MedianFilter(count: taps, length: length)
    unsafe source.withUnsafeBufferPointer { source in
      unsafe colors.withUnsafeMutableBufferPointer { colors in
        guard let from = source.baseAddress, let start = colors.baseAddress else { return }
        for row in 0..<rows {
          for tap in 0..<taps {
            let neighbor = min(max(row + tap - taps / 2, 0), rows - 1)
            unsafe filter.setRow(tap, to: from + neighbor * length)
          }
          unsafe filter.selectMedian(into: start + row * length)
        }
      }
    }
  }
}
