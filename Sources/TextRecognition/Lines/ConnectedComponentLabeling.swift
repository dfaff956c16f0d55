internal import ScanModel

/// Finds the connected components of ink in one pass over the rows. Finished ones are reported at once and forgotten,
/// so memory depends on the image's width only: noise has millions.
struct ConnectedComponentLabeling {
  private struct Run {
    var start: Int32
    /// Exclusive.
    var end: Int32
    /// Index into `open`.
    var component = -1
  }

  /// The components with ink in the last row, in the order of their first runs there.
  private var open: [ConnectedComponent] = []
  private var previous: [Run] = []
  private var current: [Run] = []

  /// In the order of their last rows.
  static func forEachComponent(in map: ContrastMap, thresholds: InkThresholds, _ body: (ConnectedComponent) -> Void) {
    var finder = ConnectedComponentLabeling()
    for y in 0..<map.height {
      finder.findRuns(in: map, thresholds: thresholds, row: y)
      finder.connect(row: Int32(y), body)
    }
    finder.open.forEach(body)
  }

  private mutating func findRuns(in map: ContrastMap, thresholds: InkThresholds, row: Int) {
    swap(&previous, &current)
    current.removeAll(keepingCapacity: true)
    let cells = (row / InkThresholds.cell) * thresholds.columns
    let width = map.width
    let values = map.values.span
    let line = row &* width
    var start = -1
    for cell in 0..<thresholds.columns {
      let threshold = thresholds.values[cells + cell]
      let from = cell &* InkThresholds.cell
      guard thresholds.peaks[cells + cell] >= threshold else {
        if start >= 0 { append(start, from) }
        start = -1
        continue
      }
      for x in from..<min(from &+ InkThresholds.cell, width) {
        if unsafe values[unchecked: line &+ x] >= threshold {
          if start < 0 { start = x }
        } else if start >= 0 {
          append(start, x)
          start = -1
        }
      }
    }
    if start >= 0 { append(start, width) }
  }

  private mutating func append(_ start: Int, _ end: Int) { current.append(Run(start: Int32(start), end: Int32(end))) }

  /// Joins the runs of the row with the components that they touch above, diagonals included, and reports the others.
  private mutating func connect(row: Int32, _ body: (ConnectedComponent) -> Void) {
    // First the components above, then the runs of this row.
    var sets = DisjointSets(count: open.count + current.count)
    var goesOn = [Bool](repeating: false, count: open.count)
    var above = 0
    for (index, run) in current.enumerated() {
      while above < previous.count, previous[above].end < run.start { above += 1 }
      for touched in previous[above...].prefix(while: { $0.start <= run.end }) {
        sets.join(open.count + index, touched.component)
        goesOn[touched.component] = true
      }
    }
    var joined: [ConnectedComponent] = []
    joined.reserveCapacity(current.count)
    var places = [Int](repeating: -1, count: sets.count)
    for (index, run) in current.enumerated() {
      let root = sets.root(of: open.count + index)
      let shape = ConnectedComponent(
        minX: run.start, minY: row, maxX: run.end, maxY: row + 1, area: run.end - run.start)
      if places[root] < 0 {
        places[root] = joined.count
        joined.append(shape)
      } else {
        joined[places[root]].formUnion(shape)
      }
      current[index].component = places[root]
    }
    for (index, component) in open.enumerated() {
      if goesOn[index] { joined[places[sets.root(of: index)]].formUnion(component) } else { body(component) }
    }
    open = joined
  }
}

/// A connected component: of ink, a letter, several that touch, a dot, an icon or a frame; of one color, a surface.
struct ConnectedComponent {
  var minX, minY: Int32
  /// Exclusive.
  var maxX, maxY: Int32
  /// Number of its pixels, or cells.
  var area: Int32

  var width: Int { Int(maxX - minX) }
  var height: Int { Int(maxY - minY) }
  var centerY: Int { Int(minY + maxY) / 2 }
  var box: PixelRect { PixelRect(x: Int(minX), y: Int(minY), width: width, height: height) }

  /// Share of its bounding box that it fills, in 0...1.
  var density: Double { Double(area) / Double(width * height) }

  mutating func formUnion(_ other: ConnectedComponent) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
    area += other.area
  }
}
