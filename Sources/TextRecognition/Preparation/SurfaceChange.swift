/// Which cells of a row may lie at the edge of another surface. Nearly none do, and only those are examined closely.
struct SurfaceChange {
  /// Colors that differ by more than this in a channel belong to two surfaces.
  static let threshold: UInt8 = 24

  private let background: BackgroundMap
  /// For each byte of the row, the largest difference from the cells on its four sides, then also of the next two.
  private var differences: [UInt8]
  /// Whether a flat region is above or below.
  private var flat: [Bool]

  init(_ background: BackgroundMap) {
    self.background = background
    differences = [UInt8](repeating: 0, count: background.columns * 3)
    flat = [Bool](repeating: false, count: background.columns)
  }

  /// Whether the cell's color differs from that of a cell beside it, or the corner of a flat region is there.
  func isNear(_ column: Int) -> Bool {
    differences[column &* 3] > Self.threshold || column > 0 && flat[column &- 1]
      || column &+ 1 < flat.count && flat[column &+ 1]
  }

  mutating func look(atRow row: Int) {
    let (columns, rows) = (background.columns, background.rows)
    let (above, below) = (max(row - 1, 0), min(row + 1, rows - 1))
    for column in 0..<columns {
      flat[column] =
        background.isFlatRegion[above &* columns &+ column] || background.isFlatRegion[below &* columns &+ column]
    }
    let (length, colors) = (columns * 3, background.colors)
    var target = differences.mutableSpan
    for index in 0..<length { unsafe target[unchecked: index] = 0 }
    // Where nothing is on a side, the cell is compared with itself, or not at all.
    let sides = [
      (0..<length, row > 0 ? -length : 0), (0..<length, row + 1 < rows ? length : 0), (3..<length, -3),
      (0..<length - 3, 3),
    ]
    for (range, step) in sides {
      for index in range {
        let place = row &* length &+ index
        let change = unsafe difference(colors.span[unchecked: place], colors.span[unchecked: place &+ step])
        unsafe target[unchecked: index] = max(target[unchecked: index], change)
      }
    }
    for index in 0..<(length &- 2) {
      unsafe target[unchecked: index] = max(
        target[unchecked: index], max(target[unchecked: index &+ 1], target[unchecked: index &+ 2]))
    }
  }
}
