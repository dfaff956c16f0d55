/// Finds the connected components of ink in one pass over the rows. Finished ones are reported at once and forgotten,
/// so memory depends on the image's width only: noise has millions.
struct ConnectedComponentLabeling {
  /// A run of ink in one row.
  private struct Run {
    var start: Int32
    /// Exclusive.
    var end: Int32
    var component: Int32
  }

  private struct Active {
    var shape: ConnectedComponent
    /// Itself, or the component it was merged into.
    var parent: Int32
    var lastRow: Int32
  }

  private var active: [Active] = []
  private var free: [Int32] = []
  private var merged: [Int32] = []
  private var previous: [Run] = []
  private var current: [Run] = []

  /// Calls `body` with every component, ordered by last row.
  static func forEachComponent(
    in map: ContrastMap, thresholds: InkThresholds, _ body: (ConnectedComponent) -> Void
  ) {
    var finder = ConnectedComponentLabeling()
    for y in 0..<map.height {
      finder.findRuns(in: map, thresholds: thresholds, row: y)
      finder.connect(row: Int32(y))
      finder.release(before: Int32(y), body)
    }
    swap(&finder.previous, &finder.current)
    finder.current.removeAll(keepingCapacity: true)
    finder.release(before: Int32(map.height), body)
  }

  private mutating func findRuns(in map: ContrastMap, thresholds: InkThresholds, row: Int) {
    swap(&previous, &current)
    current.removeAll(keepingCapacity: true)
    let cells = (row / InkThresholds.cell) * thresholds.columns
    let width = map.width
    unsafe map.values.withUnsafeBufferPointer { values in
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
          if unsafe values[line &+ x] >= threshold {
            if start < 0 { start = x }
          } else if start >= 0 {
            append(start, x)
            start = -1
          }
        }
      }
      if start >= 0 { append(start, width) }
    }
  }

  private mutating func append(_ start: Int, _ end: Int) {
    current.append(Run(start: Int32(start), end: Int32(end), component: -1))
  }

  /// Gives each run of the row the component of the runs it touches above, diagonals included.
  private mutating func connect(row: Int32) {
    var above = 0
    for index in current.indices {
      let run = current[index]
      while above < previous.count, previous[above].end < run.start { above += 1 }
      var component: Int32 = -1
      var next = above
      while next < previous.count, previous[next].start <= run.end {
        let root = root(of: previous[next].component)
        component = component < 0 ? root : merge(component, root)
        next += 1
      }
      let shape = ConnectedComponent(
        minX: run.start, minY: row, maxX: run.end, maxY: row + 1, area: run.end - run.start)
      if component < 0 {
        component = insert(shape, row: row)
      } else {
        active[Int(component)].shape.formUnion(shape)
        active[Int(component)].lastRow = row
      }
      current[index].component = component
    }
  }

  private mutating func insert(_ shape: ConnectedComponent, row: Int32) -> Int32 {
    let slot = free.popLast() ?? Int32(active.count)
    let component = Active(shape: shape, parent: slot, lastRow: row)
    if Int(slot) == active.count { active.append(component) } else { active[Int(slot)] = component }
    return slot
  }

  private mutating func root(of component: Int32) -> Int32 {
    var node = component
    while active[Int(node)].parent != node {
      active[Int(node)].parent = active[Int(active[Int(node)].parent)].parent
      node = active[Int(node)].parent
    }
    return node
  }

  private mutating func merge(_ first: Int32, _ second: Int32) -> Int32 {
    guard first != second else { return first }
    active[Int(first)].shape.formUnion(active[Int(second)].shape)
    active[Int(first)].lastRow = max(active[Int(first)].lastRow, active[Int(second)].lastRow)
    active[Int(second)].parent = first
    merged.append(second)
    return first
  }

  /// Reports the components that have no run in this row, and frees their slots.
  private mutating func release(before row: Int32, _ body: (ConnectedComponent) -> Void) {
    for index in current.indices { current[index].component = root(of: current[index].component) }
    for run in previous {
      let root = root(of: run.component)
      guard active[Int(root)].lastRow >= 0, active[Int(root)].lastRow < row else { continue }
      body(active[Int(root)].shape)
      active[Int(root)].lastRow = -1  // other runs of the same component must not hand it out again
      free.append(root)
    }
    // Nothing refers to these slots any more: the runs of this row know their roots.
    free += merged
    merged.removeAll(keepingCapacity: true)
  }
}
