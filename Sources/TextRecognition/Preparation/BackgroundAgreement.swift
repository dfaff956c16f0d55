/// How much of the window around each cell has the window's median color.
struct BackgroundAgreement {
  /// In percent, one for each cell.
  private(set) var percent: [UInt8]

  /// - Parameters:
  ///   - picked: The picked colors.
  ///   - medians: The median of the window around each.
  ///   - window: Size of the window in cells.
  init(picked: ColorGrid, medians: ColorGrid, window: (across: Int, down: Int)) {
    let (columns, rows) = (picked.columns, picked.rows)
    var matches = [UInt8](repeating: 0, count: columns * rows)
    unsafe picked.colors.withUnsafeBufferPointer { picked in
      unsafe medians.colors.withUnsafeBufferPointer { medians in
        for cell in matches.indices {
          let offset = cell &* 3
          // Photographs and gradients vary by this much within a surface.
          matches[cell] = unsafe colorDifference(picked, offset, medians, offset) <= 16 ? 1 : 0
        }
      }
    }
    percent = Self.means(of: matches, columns: columns, rows: rows, window: window)
  }

  /// Means over the window in percent, by running sums. The window is cut off at the image's borders.
  private static func means(
    of matches: [UInt8], columns: Int, rows: Int, window: (across: Int, down: Int)
  ) -> [UInt8] {
    let (across, down) = (window.across / 2, window.down / 2)
    var result = [UInt8](repeating: 0, count: matches.count)
    var sums = [Int32](repeating: 0, count: columns)
    func add(_ row: Int, _ sign: Int32) {
      for column in 0..<columns { sums[column] &+= sign &* Int32(matches[row &* columns &+ column]) }
    }
    for row in 0..<min(down, rows) { add(row, 1) }
    for row in 0..<rows {
      if row + down < rows { add(row + down, 1) }
      if row - down - 1 >= 0 { add(row - down - 1, -1) }
      let height = min(row + down, rows - 1) - max(row - down, 0) + 1
      var sum = sums[..<min(across, columns)].reduce(0, &+)
      for column in 0..<columns {
        if column + across < columns { sum &+= sums[column + across] }
        if column - across - 1 >= 0 { sum &-= sums[column - across - 1] }
        let width = min(column + across, columns - 1) - max(column - across, 0) + 1
        result[row &* columns &+ column] = UInt8(truncatingIfNeeded: Int(sum) &* 100 / (width &* height))
      }
    }
    return result
  }
}
