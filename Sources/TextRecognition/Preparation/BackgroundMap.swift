internal import ScanModel

/// The color behind the text, one for each cell of 4 × 4 pixels.
///
/// Text covers about a fifth of its area, so the median of a neighborhood is the background, whatever the theme. One
/// pixel is picked from each cell, because a mean would mix ink into nearly every cell of a paragraph.
struct BackgroundMap {
  static let cell = ColorGrid.cell
  /// Window of 52 × 28 pixels: wide like lines, and low, so that the inside of a label fills most of it.
  private static let wide = (across: 13, down: 9)
  /// Window of 20 × 12 pixels: shows on which side of an edge a cell is, although ink may dominate it.
  private static let narrow = (across: 5, down: 5)
  /// How far the wide window is shifted to find a cell's surface: nearly half of it.
  private static let shift = (across: 6, down: 4)

  /// Least agreement of a clear window, in percent. Bold headlines fill nearly half of one, surfaces three quarters.
  private static let minimumSupport = 55

  let columns: Int
  let rows: Int
  /// `columns * rows * 3` bytes: red, green, blue.
  private(set) var colors: [UInt8]
  /// Whether each cell belongs to one of the `FlatRegions`.
  private(set) var isFlatRegion: [Bool]

  init(_ rgb: RGBImage) {
    let picked = ColorGrid(picking: rgb)
    (columns, rows) = (picked.columns, picked.rows)
    let wide = picked.medianFiltered(across: Self.wide.across, down: Self.wide.down)
    let narrow = picked.medianFiltered(across: Self.narrow.across, down: Self.narrow.down)
    let widest = picked.halved().medianFiltered(across: Self.wide.across, down: Self.wide.down)
    let support = Self.agreement(of: picked, with: wide)
    colors = wide.colors
    isFlatRegion = []
    chooseSurfaces(wide: wide.colors.span, narrow: narrow.colors.span, widest: widest, support: support)
    isFlatRegion = FlatRegions(picked).paint(&colors, from: picked)
  }

  /// Near the edge of a surface (a bubble, a button) a window sees both sides, and in a headline nearly half of it is
  /// ink. Of the windows around the cell that clearly show one color, the one that agrees best with its closest
  /// surroundings counts; if none is clear, a window of twice the size.
  private mutating func chooseSurfaces(wide: Span<UInt8>, narrow: Span<UInt8>, widest: ColorGrid, support: [UInt8]) {
    for cell in 0..<(columns &* rows) {
      let isClear = support[cell] >= Self.minimumSupport
      if isClear, colorDifference(wide, cell &* 3, narrow, cell &* 3) <= 8 { continue }
      let chosen = clearCell(near: cell, wide: wide, narrow: narrow, support: support)
      // That covers the cell, in a grid of half the size.
      let (column, row) = (cell % columns / 2, cell / columns / 2)
      let coarse = min(row, widest.rows &- 1) &* widest.columns &+ min(column, widest.columns &- 1)
      for channel in 0..<3 {
        colors[cell &* 3 &+ channel] =
          chosen >= 0 ? wide[chosen &* 3 &+ channel] : widest.colors[coarse &* 3 &+ channel]
      }
    }
  }

  /// The center of the clear window around a cell that agrees best with its closest surroundings; -1 if there is none.
  private func clearCell(near cell: Int, wide: Span<UInt8>, narrow: Span<UInt8>, support: [UInt8]) -> Int {
    let (column, row) = (cell % columns, cell / columns)
    var (best, chosen) = (UInt8.max, -1)
    for y in [row, max(row &- Self.shift.down, 0), min(row &+ Self.shift.down, rows &- 1)] {
      for x in [column, max(column &- Self.shift.across, 0), min(column &+ Self.shift.across, columns &- 1)] {
        let other = y &* columns &+ x
        guard support[other] >= Self.minimumSupport else { continue }
        let difference = colorDifference(wide, other &* 3, narrow, cell &* 3)
        if difference < best { (best, chosen) = (difference, other) }
      }
    }
    return chosen
  }

  /// Where the color at a pixel is, clamped to the image.
  func offset(x: Int, y: Int) -> Int {
    let column = min(max(x / Self.cell, 0), columns - 1)
    let row = min(max(y / Self.cell, 0), rows - 1)
    return (row * columns + column) * 3
  }
}

/// The largest difference among the three channels of two colors.
@inline(__always)
func colorDifference(_ first: Span<UInt8>, _ start: Int, _ second: Span<UInt8>, _ otherStart: Int) -> UInt8 {
  var result: UInt8 = 0
  for channel in 0..<3 {
    let one = unsafe first[unchecked: start &+ channel]
    result = max(result, unsafe difference(one, second[unchecked: otherStart &+ channel]))
  }
  return result
}

@inline(__always)
func difference(_ one: UInt8, _ other: UInt8) -> UInt8 { max(one, other) &- min(one, other) }

extension BackgroundMap {
  /// How much of the wide window around each cell has the window's median color, in percent, by running sums. The
  /// window is cut off at the image's borders.
  private static func agreement(of picked: ColorGrid, with medians: ColorGrid) -> [UInt8] {
    let (columns, rows) = (picked.columns, picked.rows)
    var matches = [UInt8](repeating: 0, count: columns * rows)
    for cell in matches.indices {
      // Photographs and gradients vary by this much within a surface.
      let isAlike = colorDifference(picked.colors.span, cell &* 3, medians.colors.span, cell &* 3) <= 16
      matches[cell] = isAlike ? 1 : 0
    }
    let (across, down) = (wide.across / 2, wide.down / 2)
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
