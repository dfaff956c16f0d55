internal import ScanModel

/// The order in which a person reads boxes on a page (recursive X-Y cut: Nagy and Seth, 1984).
///
/// The page is cut along the widest empty strip, again and again: into columns from left to right, into rows from
/// top to bottom.
enum ReadingOrder {
  /// Indices of `boxes` in reading order.
  static func order(_ boxes: [PixelRect]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(boxes.count)
    append(Array(boxes.indices), boxes, depth: 0, to: &result)
    return result
  }

  private static func append(_ items: [Int], _ boxes: [PixelRect], depth: Int, to result: inout [Int]) {
    // No sensible page nests deeper; a hostile one must not exhaust the stack or the clock.
    guard items.count > 1, depth < 24 else {
      result += items.sorted { (boxes[$0].y, boxes[$0].x, $0) < (boxes[$1].y, boxes[$1].x, $1) }
      return
    }
    let rows = widestGap(items) { (boxes[$0].y, boxes[$0].maxY) }
    let columns = widestGap(items) { (boxes[$0].x, boxes[$0].maxX) }
    let parts: ([Int], [Int])
    switch (rows, columns) {
    case (nil, nil):
      append(beforeStaircase(items, boxes), to: &result)
      return
    case (let cut?, nil):
      parts = split(items) { boxes[$0].y < cut.place }
    case (nil, let cut?):
      parts = split(items) { boxes[$0].x < cut.place }
    case (let row?, let column?):
      // Lines are wide and close, columns narrow and far apart: a strip between columns has to be wide to count.
      parts =
        column.width > row.width * 2
        ? split(items) { boxes[$0].x < column.place } : split(items) { boxes[$0].y < row.place }
    }
    append(parts.0, boxes, depth: depth + 1, to: &result)
    append(parts.1, boxes, depth: depth + 1, to: &result)
  }

  private static func append(_ items: [Int], to result: inout [Int]) { result += items }

  /// Boxes that interlock so that no straight cut exists are read by their tops.
  private static func beforeStaircase(_ items: [Int], _ boxes: [PixelRect]) -> [Int] {
    items.sorted { (boxes[$0].y, boxes[$0].x, $0) < (boxes[$1].y, boxes[$1].x, $1) }
  }

  private static func split(_ items: [Int], _ isFirst: (Int) -> Bool) -> ([Int], [Int]) {
    (items.filter(isFirst), items.filter { !isFirst($0) })
  }

  /// The widest strip that no extent touches; the place is where the part behind it starts.
  private static func widestGap(_ items: [Int], _ extent: (Int) -> (Int, Int)) -> (place: Int, width: Int)? {
    let sorted = items.map(extent).sorted { $0.0 < $1.0 }
    var end = sorted[0].1
    var best: (place: Int, width: Int)?
    for (lower, upper) in sorted.dropFirst() {
      if lower >= end, lower - end >= best?.width ?? 0 { best = (lower, lower - end) }
      end = max(end, upper)
    }
    return best
  }
}
