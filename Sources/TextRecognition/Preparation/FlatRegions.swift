internal import ScanModel

/// Regions of one color that are lower than the window of a median, which takes the page for their background: buttons,
/// labels, selected rows, calendar entries. Unlike ink, each is a connected component of one color that is wider than
/// high and fills most of its bounds.
struct FlatRegions {
  /// Largest difference of channels between neighbors in a region. Gradients change by less from cell to cell.
  private static let tolerance: UInt8 = 5
  /// Heights in cells: lower regions are rules, taller ones fill a median's window (`BackgroundMap`).
  private static let heights = 4...16
  private static let minimumWidth = 8
  /// Least share of the bounds that a region fills. Text with ordinary spacing covers less than a third of it.
  private static let minimumFill = 0.55
  /// Least share of columns in which a region reaches its first and last row, or those next to them. Bold letters that
  /// touch also fill their bounds, but have no straight edges.
  private static let minimumStraightness = 0.85

  private let columns: Int
  private let rows: Int
  /// Region of each cell: the index of one of its runs.
  private var labels: [Int32]
  /// With the first and last row of each column.
  private var regions: [(label: Int32, patch: ConnectedComponent, edges: [(first: Int, last: Int)])] = []

  init(_ picked: ColorGrid) {
    (columns, rows) = (picked.columns, picked.rows)
    labels = [Int32](repeating: 0, count: columns * rows)
    var runs = Self.label(&labels, picked)
    let roots = (0..<runs.count).map { Int32(runs.root(of: $0)) }
    let patches = Self.patches(&labels, roots: roots, columns: columns)
    for (label, patch) in patches.enumerated() where Self.isFlat(patch) {
      let edges = edges(of: patch, Int32(label))
      let straight = Int((Double(patch.width) * Self.minimumStraightness).rounded(.up))
      if edges.count(where: { $0.first <= Int(patch.minY) + 1 }) >= straight,
        edges.count(where: { $0.last >= Int(patch.maxY) - 2 }) >= straight
      {
        regions.append((Int32(label), patch, edges))
      }
    }
  }

  private static func isFlat(_ patch: ConnectedComponent) -> Bool {
    let (width, height) = (patch.width, patch.height)
    return patch.area > 0 && heights.contains(height) && width >= minimumWidth && width * 10 >= height * 18
      && Double(patch.area) >= Double(width * height) * minimumFill
  }

  /// Gives each cell the root of its run, and measures the region of each root.
  private static func patches(_ labels: inout [Int32], roots: [Int32], columns: Int) -> [ConnectedComponent] {
    let none = ConnectedComponent(minX: .max, minY: .max, maxX: 0, maxY: 0, area: 0)
    var patches = [ConnectedComponent](repeating: none, count: roots.count)
    var labels = labels.mutableSpan
    for row in 0..<(labels.count / columns) {
      let line = row &* columns
      var start = 0
      while start < columns {
        let run = unsafe labels[unchecked: line &+ start]
        let root = roots[Int(run)]
        var end = start
        while end < columns, unsafe labels[unchecked: line &+ end] == run {
          unsafe labels[unchecked: line &+ end] = root
          end &+= 1
        }
        patches[Int(root)].formUnion(
          ConnectedComponent(
            minX: Int32(start), minY: Int32(row), maxX: Int32(end), maxY: Int32(row + 1), area: Int32(end - start)))
        start = end
      }
    }
    return patches
  }

  /// First and last row of the region in each of its columns.
  private func edges(of region: ConnectedComponent, _ label: Int32) -> [(first: Int, last: Int)] {
    var edges = [(first: Int, last: Int)](repeating: (.max, -1), count: region.width)
    for row in Int(region.minY)..<Int(region.maxY) {
      for column in Int(region.minX)..<Int(region.maxX) where labels[row * columns + column] == label {
        let place = column - Int(region.minX)
        edges[place] = (min(edges[place].first, row), row)
      }
    }
    return edges
  }

  /// Numbers the runs of one color in each row, and joins those that touch runs of the row above.
  private static func label(_ labels: inout [Int32], _ picked: ColorGrid) -> DisjointSets {
    var runs = DisjointSets()
    let (columns, colors) = (picked.columns, picked.colors)
    var labels = labels.mutableSpan
    for row in 0..<picked.rows {
      // The pair of runs joined last. Neighboring cells nearly always repeat it.
      var (joined, joinedAbove): (Int32, Int32) = (-1, -1)
      for cell in row &* columns..<(row &+ 1) &* columns {
        let continues =
          cell > row &* columns && colorDifference(colors.span, cell &* 3, colors.span, (cell &- 1) &* 3) <= tolerance
        let run = unsafe continues ? labels[unchecked: cell &- 1] : Int32(runs.add())
        unsafe labels[unchecked: cell] = run
        guard row > 0 else { continue }
        let above = unsafe labels[unchecked: cell &- columns]
        if joined == run, joinedAbove == above { continue }
        if colorDifference(colors.span, cell &* 3, colors.span, (cell &- columns) &* 3) <= tolerance {
          runs.join(Int(run), Int(above))
          (joined, joinedAbove) = (run, above)
        }
      }
    }
    return runs
  }

  /// Gives the cells of each region, including enclosed cells, the color in which it was found. Returns which were
  /// painted.
  func paint(_ colors: inout [UInt8], from picked: ColorGrid) -> [Bool] {
    var painted = [Bool](repeating: false, count: columns * rows)
    for (label, region, edges) in regions {
      for row in Int(region.minY)..<Int(region.maxY) {
        let start = row * columns
        let isInner = row != Int(region.minY) && row != Int(region.maxY) - 1
        guard let first = (Int(region.minX)..<Int(region.maxX)).first(where: { labels[start + $0] == label }),
          let last = (Int(region.minX)..<Int(region.maxX)).last(where: { labels[start + $0] == label })
        else { continue }
        var color = (start + first) * 3
        for column in first...last {
          let cell = start + column
          if labels[cell] == label {
            color = cell * 3
          } else if isInner, row < edges[column - Int(region.minX)].first || row > edges[column - Int(region.minX)].last
          {
            // Open above or below: beside the region's own outline, or a letter that crosses its edge.
            continue
          }
          for channel in 0..<3 { colors[cell * 3 + channel] = picked.colors[color + channel] }
          painted[cell] = true
        }
      }
    }
    return painted
  }
}
