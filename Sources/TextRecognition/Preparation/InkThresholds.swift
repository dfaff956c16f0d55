/// The contrast from which a pixel is ink, one value for each cell of 16 × 16 pixels.
struct InkThresholds {
  /// Side of a cell in pixels.
  static let cell = 16
  /// Below this, JPEG artifacts and gradients would be full of ink (choice; light grey text on white has about 80).
  static let minimum: UInt8 = 24
  /// A quarter of the strongest contrast nearby keeps soft letters apart; more than this would lose grey beside black.
  private static let maximum: UInt8 = 64

  let columns: Int
  let rows: Int
  /// The largest contrast within the cell itself.
  private(set) var peaks: [UInt8]
  private(set) var values: [UInt8]

  init(_ map: ContrastMap) {
    columns = (map.width + Self.cell - 1) / Self.cell
    rows = (map.height + Self.cell - 1) / Self.cell
    peaks = Self.peaks(of: map, columns: columns, rows: rows)
    values = []
    values.reserveCapacity(peaks.count)
    for row in 0..<rows {
      for column in 0..<columns {
        var peak: UInt8 = 0
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) { peak = max(peak, peaks[y * columns + x]) }
        }
        values.append(min(max(peak / 4, Self.minimum), Self.maximum))
      }
    }
  }

  private static func peaks(of map: ContrastMap, columns: Int, rows: Int) -> [UInt8] {
    var peaks = [UInt8](repeating: 0, count: columns * rows)
    var line = [UInt8](repeating: 0, count: columns * cell)
    let values = map.values.span
    unsafe line.withUnsafeMutableBufferPointer { line in
      for row in 0..<rows {
        unsafe line.update(repeating: 0)
        for y in (row * cell)..<min((row + 1) * cell, map.height) {
          let start = y &* map.width
          for x in 0..<map.width { unsafe line[x] = max(line[x], values[unchecked: start &+ x]) }
        }
        for column in 0..<columns {
          var peak: UInt8 = 0
          for x in 0..<cell { peak = unsafe max(peak, line[column &* cell &+ x]) }
          peaks[row * columns + column] = peak
        }
      }
    }
    return peaks
  }
}
