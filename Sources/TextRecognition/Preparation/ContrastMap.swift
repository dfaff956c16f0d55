internal import ScanModel

/// The difference of each pixel from the color behind it: 0 is background, 255 black on white or white on black.
struct ContrastMap {
  let width: Int
  let height: Int
  /// `width * height` bytes.
  var values: [UInt8]

  /// The contrast is the largest difference among the channels. Brightness alone would lose white on yellow.
  init(_ rgb: RGBImage, background: BackgroundMap) {
    (width, height) = (rgb.width, rgb.height)
    values = unsafe [UInt8](unsafeUninitializedCapacity: rgb.width * rgb.height) { target, count in
      unsafe Self.fill(target, from: rgb, background: background)
      count = rgb.width * rgb.height
    }
    clearSurfaceEdges(of: rgb, background: background)
  }

  private static func fill(_ target: UnsafeMutableBufferPointer<UInt8>, from rgb: RGBImage, background: BackgroundMap) {
    let (pixels, colors, side) = (rgb.pixels, background.colors, BackgroundMap.cell)
    // One row of background at full width, and the differences from it; three bytes a pixel each.
    let rowBytes = rgb.width * 3
    var expanded = [UInt8](repeating: 0, count: background.columns * side * 3)
    var differences = [UInt8](repeating: 0, count: rowBytes)
    var line = differences.mutableSpan
    for y in 0..<rgb.height {
      if y % side == 0 {
        var expanded = expanded.mutableSpan
        for pixel in 0..<(background.columns &* side) {
          let cell = (y / side &* background.columns &+ pixel / side) &* 3
          for channel in 0..<3 {
            unsafe expanded[unchecked: pixel &* 3 &+ channel] = colors.span[unchecked: cell &+ channel]
          }
        }
      }
      let start = y &* rowBytes
      for index in 0..<rowBytes {
        unsafe line[unchecked: index] = difference(
          pixels.span[unchecked: start &+ index], expanded.span[unchecked: index])
      }
      // The largest of any three neighbors, in place. Vector instructions compare sixteen at a time, though only
      // every third result is needed. Separating the channels first takes longer than all the rest.
      for index in 0..<(rowBytes &- 2) {
        unsafe line[unchecked: index] = max(
          line[unchecked: index], max(line[unchecked: index &+ 1], line[unchecked: index &+ 2]))
      }
      for x in 0..<rgb.width { unsafe target[y &* rgb.width &+ x] = line[unchecked: x &* 3] }
    }
  }

  /// Where the background changes, a pixel that has the other side's color and touches it is background: the edge
  /// between two surfaces runs through cells and would otherwise leave a strip of contrast along every bubble. Touching
  /// matters, because white letters on a bar in a white page have the page's color too.
  private mutating func clearSurfaceEdges(of rgb: RGBImage, background: BackgroundMap) {
    let size = (width: width, height: height)
    var change = SurfaceChange(background)
    var values = values.mutableSpan
    for row in 0..<background.rows {
      change.look(atRow: row)
      for column in 0..<background.columns where change.isNear(column) {
        for toward in Self.directions {
          let cell = (column: column, row: row)
          guard let other = Self.otherSurface(from: cell, toward, background) else { continue }
          Self.spread(background.colors.span, other, into: cell, from: toward, &values, rgb.pixels.span, size: size)
        }
      }
    }
  }

  private static let directions: [(across: Int, down: Int)] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]

  /// Where the color of the surface beside a cell in a direction is; nil if there is no other one.
  @inline(__always)
  private static func otherSurface(
    from cell: (column: Int, row: Int), _ toward: (across: Int, down: Int), _ background: BackgroundMap
  ) -> Int? {
    let (columns, rows, colors) = (background.columns, background.rows, background.colors)
    let (otherColumn, otherRow) = (cell.column &+ toward.across, cell.row &+ toward.down)
    guard otherRow >= 0, otherRow < rows, otherColumn >= 0, otherColumn < columns else { return nil }
    let own = (cell.row &* columns &+ cell.column) &* 3
    let other = (otherRow &* columns &+ otherColumn) &* 3
    // Across corners only from flat regions, which have rounded ones.
    if toward.across != 0, toward.down != 0, !background.isFlatRegion[other / 3] { return nil }
    guard colorDifference(colors.span, own, colors.span, other) > SurfaceChange.threshold else { return nil }
    // A surface continues beyond its edge. A single cell is an error in a headline's thick stem.
    let next =
      (min(max(otherRow &+ toward.down, 0), rows &- 1) &* columns
        &+ min(max(otherColumn &+ toward.across, 0), columns &- 1)) &* 3
    return colorDifference(colors.span, other, colors.span, next) <= SurfaceChange.threshold ? other : nil
  }

  /// Spreads the color of a neighboring cell into a cell, from their common side or corner, pixel by pixel, as far as
  /// pixels are closer to that color than to the cell's own. The first that is not is the edge's antialiasing.
  private static func spread(
    _ colors: Span<UInt8>, _ color: Int, into cell: (column: Int, row: Int), from toward: (across: Int, down: Int),
    _ values: inout MutableSpan<UInt8>, _ pixels: Span<UInt8>, size: (width: Int, height: Int)
  ) {
    let side = BackgroundMap.cell
    // One bit for each pixel of the cell that the neighbor's color has reached.
    var reached: UInt32 = 0
    for stepDown in 0..<side {
      let y = toward.down > 0 ? side &- 1 &- stepDown : stepDown
      let line = cell.row &* side &+ y
      guard line < size.height else { continue }
      for stepAcross in 0..<side {
        let x = toward.across > 0 ? side &- 1 &- stepAcross : stepAcross
        let place = cell.column &* side &+ x
        guard place < size.width else { continue }
        let startsHere = (toward.across == 0 || stepAcross == 0) && (toward.down == 0 || stepDown == 0)
        let (before, above) = (x &+ toward.across, y &+ toward.down)
        let isOpen =
          startsHere || (toward.across != 0 && stepAcross > 0 && reached & (1 &<< UInt32(y &* side &+ before)) != 0)
          || (toward.down != 0 && stepDown > 0 && reached & (1 &<< UInt32(above &* side &+ x)) != 0)
        guard isOpen else { continue }
        let pixel = line &* size.width &+ place
        let difference = colorDifference(pixels, pixel &* 3, colors, color)
        guard difference < values[pixel] || values[pixel] == 0 else { continue }
        if values[pixel] > 0 { values[pixel] = difference }
        if difference < 24 { reached |= 1 &<< UInt32(y &* side &+ x) }
      }
    }
  }
}
