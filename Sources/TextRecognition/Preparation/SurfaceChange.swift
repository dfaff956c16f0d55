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
    let length = columns * 3
    unsafe background.colors.withUnsafeBufferPointer { colors in
      unsafe differences.withUnsafeMutableBufferPointer { differences in
        guard let start = colors.baseAddress, let target = differences.baseAddress else { return }
        let line = unsafe start + row * length
        unsafe target.update(repeating: 0, count: length)
        if row > 0 { unsafe Self.raise(target, to: line, 0..<length, differingBy: -length) }
        if row + 1 < rows { unsafe Self.raise(target, to: line, 0..<length, differingBy: length) }
        // The first cell has none before it and the last none after it.
        if columns > 1 {
          unsafe Self.raise(target, to: line, 3..<length, differingBy: -3)
          unsafe Self.raise(target, to: line, 0..<(length - 3), differingBy: 3)
        }
        for index in 0..<(length &- 2) {
          unsafe target[index] = max(target[index], max(target[index &+ 1], target[index &+ 2]))
        }
      }
    }
  }

  /// Raises each byte to its cell's difference from the one whose bytes are `step` further.
  private static func raise(
    _ target: UnsafeMutablePointer<UInt8>, to line: UnsafePointer<UInt8>, _ range: Range<Int>, differingBy step: Int
  ) {
    for index in range {
      let (own, other) = unsafe (line[index], line[index &+ step])
      unsafe target[index] = max(target[index], max(own, other) &- min(own, other))
    }
  }
}
