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
    let (width, height) = (rgb.width, rgb.height)
    values = unsafe [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      unsafe rgb.pixels.withUnsafeBufferPointer { pixels in
        unsafe Self.fill(target, from: pixels, width: width, height: height, background: background)
      }
      count = width * height
    }
    clearSurfaceEdges(of: rgb, background: background)
  }

  private static func fill(
    _ target: UnsafeMutableBufferPointer<UInt8>, from pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int,
    background: BackgroundMap
  ) {
    // One row of background at full width, and the differences from it; three bytes a pixel each.
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
          // The largest of any three neighbors, in place. Vector instructions compare sixteen at a time, though only
          // every third result is needed. Separating the channels first takes longer than all the rest.
          for index in 0..<(rowBytes &- 2) {
            unsafe differences[index] = max(differences[index], max(differences[index &+ 1], differences[index &+ 2]))
          }
          let row = y &* width
          for x in 0..<width { unsafe target[row &+ x] = differences[x &* 3] }
        }
      }
    }
  }

  private static func expand(_ background: BackgroundMap, row: Int, into line: UnsafeMutableBufferPointer<UInt8>) {
    unsafe background.colors.withUnsafeBufferPointer { colors in
      let start = row &* background.columns &* 3
      for pixel in 0..<(background.columns &* BackgroundMap.cell) {
        let cell = start &+ pixel / BackgroundMap.cell &* 3
        for channel in 0..<3 { unsafe line[pixel &* 3 &+ channel] = colors[cell &+ channel] }
      }
    }
  }

  /// Where the background changes, a pixel that has the other side's color and touches it is background: the edge
  /// between two surfaces runs through cells and would otherwise leave a strip of contrast along every bubble.
  ///
  /// Touching matters: white letters on a bar in a white page have the page's color too.
  private mutating func clearSurfaceEdges(of rgb: RGBImage, background: BackgroundMap) {
    let (size, directions) = ((width: width, height: height), Self.directions)
    var change = SurfaceChange(background)
    unsafe rgb.pixels.withUnsafeBufferPointer { pixels in
      unsafe background.colors.withUnsafeBufferPointer { colors in
        unsafe values.withUnsafeMutableBufferPointer { values in
          for row in 0..<background.rows {
            change.look(atRow: row)
            for column in 0..<background.columns where change.isNear(column) {
              for toward in directions {
                let cell = (column: column, row: row)
                guard let color = unsafe Self.otherSurface(from: cell, toward, colors, background) else { continue }
                unsafe Self.spread(color, into: cell, from: toward, values, pixels, size: size)
              }
            }
          }
        }
      }
    }
  }

  private static let directions: [(across: Int, down: Int)] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]

  /// The color of the surface beside a cell in a direction; nil if there is no other one.
  @inline(__always)
  private static func otherSurface(
    from cell: (column: Int, row: Int), _ toward: (across: Int, down: Int), _ colors: UnsafeBufferPointer<UInt8>,
    _ background: BackgroundMap
  ) -> (UInt8, UInt8, UInt8)? {
    let (columns, rows) = (background.columns, background.rows)
    let (otherColumn, otherRow) = (cell.column &+ toward.across, cell.row &+ toward.down)
    guard otherRow >= 0, otherRow < rows, otherColumn >= 0, otherColumn < columns else { return nil }
    let own = (cell.row &* columns &+ cell.column) &* 3
    let other = (otherRow &* columns &+ otherColumn) &* 3
    // Across corners only from flat regions, which have rounded ones.
    if toward.across != 0, toward.down != 0, !background.isFlatRegion[other / 3] { return nil }
    guard unsafe colorDifference(colors, own, colors, other) > SurfaceChange.threshold else { return nil }
    // A surface continues beyond its edge. A single cell is an error in a headline's thick stem.
    let next =
      (min(max(otherRow &+ toward.down, 0), rows &- 1) &* columns
        &+ min(max(otherColumn &+ toward.across, 0), columns &- 1)) &* 3
    guard unsafe colorDifference(colors, other, colors, next) <= SurfaceChange.threshold else { return nil }
    return unsafe (colors[other], colors[other &+ 1], colors[other &+ 2])
  }

  /// Spreads the color of a neighboring cell into a cell, from their common side or corner, pixel by pixel, as far as
  /// pixels are closer to that color than to the cell's own. The first that is not is the edge's antialiasing.
  private static func spread(
    _ color: (UInt8, UInt8, UInt8), into cell: (column: Int, row: Int), from toward: (across: Int, down: Int),
    _ values: UnsafeMutableBufferPointer<UInt8>, _ pixels: UnsafeBufferPointer<UInt8>,
    size: (width: Int, height: Int)
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
        let startsHere =
          (toward.across == 0 || stepAcross == 0) && (toward.down == 0 || stepDown == 0)
        let (before, above) = (x &+ toward.across, y &+ toward.down)
        let isOpen =
          startsHere
          || (toward.across != 0 && stepAcross > 0 && reached & (1 &<< UInt32(y &* side &+ before)) != 0)
          || (toward.down != 0 && stepDown > 0 && reached & (1 &<< UInt32(above &* side &+ x)) != 0)
        guard isOpen else { continue }
        let pixel = line &* size.width &+ place
        let difference = unsafe max(
          Self.distance(pixels[pixel &* 3], color.0),
          max(
            Self.distance(pixels[pixel &* 3 &+ 1], color.1),
            Self.distance(pixels[pixel &* 3 &+ 2], color.2)))
        guard unsafe difference < values[pixel] || values[pixel] == 0 else { continue }
        if unsafe values[pixel] > 0 { unsafe values[pixel] = difference }
        if difference < 24 { reached |= 1 &<< UInt32(y &* side &+ x) }
      }
    }
  }

  @inline(__always)
  private static func distance(_ one: UInt8, _ other: UInt8) -> UInt8 { max(one, other) &- min(one, other) }
}
