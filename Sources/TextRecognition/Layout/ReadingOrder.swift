internal import ScanModel

/// Finds the order in which a person reads boxes on a page (recursive X-Y cut: Nagy and Seth, 1984).
///
/// The page is cut along the widest empty strip, again and again, into columns from left to right and rows from top to
/// bottom.
enum ReadingOrder {
  /// Indices of `boxes` in reading order.
  static func order(_ boxes: [PixelRect]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(boxes.count)
    append(Array(boxes.indices), boxes, depth: 0, to: &result)
    return result
  }

  private static func append(_ items: [Int], _ boxes: [PixelRect], depth: Int, to result: inout [Int]) {
    // No sensible page nests deeper, and a hostile one must not exhaust the stack or the clock.
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
      // Lines are wide and close, columns narrow and far apart: a strip between columns must be wide to count.
      let isColumn = column.width > row.width * 2
      if isColumn, let bands = bandsReadDownwards(items, boxes, across: column.place) {
        // All at once: two rows left over from a grid cannot be told from two cards of two paragraphs.
        for band in bands { append(band, boxes, depth: depth + 1, to: &result) }
        return
      }
      parts = isColumn ? split(items) { boxes[$0].x < column.place } : split(items) { boxes[$0].y < row.place }
    }
    append(parts.0, boxes, depth: depth + 1, to: &result)
    append(parts.1, boxes, depth: depth + 1, to: &result)
  }

  private static func append(_ items: [Int], to result: inout [Int]) { result += items }

  /// The bands of boxes on both sides of a strip that must still be read downwards: the short bubbles of two people,
  /// which are never side by side, and the rows of a grid, which nearly always are, with one line each.
  private static func bandsReadDownwards(_ items: [Int], _ boxes: [PixelRect], across place: Int) -> [[Int]]? {
    let bands = bands(items, boxes)
    guard bands.count >= 2 else { return nil }
    let shared = bands.count { band in
      band.contains { boxes[$0].x < place } && band.contains { boxes[$0].x >= place }
    }
    if shared == 0 { return bands }
    let heights = items.map { boxes[$0].height }.sorted()
    let isGrid = heights[heights.count - 1] * 5 <= heights[heights.count / 2] * 8
    return isGrid && bands.count >= 3 && shared * 10 >= bands.count * 7 ? bands : nil
  }

  /// The items between empty rows, top to bottom.
  private static func bands(_ items: [Int], _ boxes: [PixelRect]) -> [[Int]] {
    var bands: [[Int]] = []
    var end = Int.min
    for item in items.sorted(by: { (boxes[$0].y, $0) < (boxes[$1].y, $1) }) {
      if boxes[item].y >= end { bands.append([]) }
      bands[bands.count - 1].append(item)
      end = max(end, boxes[item].maxY)
    }
    return bands
  }

  /// Interlocking boxes without a straight cut between them are read by their tops.
  private static func beforeStaircase(_ items: [Int], _ boxes: [PixelRect]) -> [Int] {
    items.sorted { (boxes[$0].y, boxes[$0].x, $0) < (boxes[$1].y, boxes[$1].x, $1) }
  }

  private static func split(_ items: [Int], _ isFirst: (Int) -> Bool) -> ([Int], [Int]) {
    (items.filter(isFirst), items.filter { !isFirst($0) })
  }

  /// The widest empty strip. `place` is where the part after it starts.
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
