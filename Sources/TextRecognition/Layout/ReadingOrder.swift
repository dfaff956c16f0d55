internal import ScanModel

/// Finds the order in which a person reads boxes on a page (recursive X-Y cut: Nagy and Seth, 1984): it is cut along
/// the widest empty strip, again and again, into columns from left to right and rows from top to bottom.
enum ReadingOrder {
  static func order(_ boxes: [PixelRect]) -> [Int] { order(Array(boxes.indices), boxes, depth: 0) }

  private static func order(_ items: [Int], _ boxes: [PixelRect], depth: Int) -> [Int] {
    // No sensible page nests deeper, and a hostile one must not exhaust the stack. Interlocking boxes have no cut.
    guard items.count > 1, depth < 24, let parts = parts(of: items, boxes) else {
      return items.sorted { (boxes[$0].y, boxes[$0].x, $0) < (boxes[$1].y, boxes[$1].x, $1) }
    }
    return parts.flatMap { order($0, boxes, depth: depth + 1) }
  }

  /// The parts on both sides of a straight cut, or more of them; nil if there is no cut.
  private static func parts(of items: [Int], _ boxes: [PixelRect]) -> [[Int]]? {
    let row = widestGap(items) { (boxes[$0].y, boxes[$0].maxY) }
    let column = widestGap(items) { (boxes[$0].x, boxes[$0].maxX) }
    if let row {
      // Lines are wide and close, columns narrow and far apart: a strip between columns must be wide to count.
      guard let column, column.width > row.width * 2 else { return split(items) { boxes[$0].y < row.place } }
      // All at once: two rows left over from a grid cannot be told from two cards of two paragraphs.
      if let bands = bandsReadDownwards(items, boxes, across: column.place) { return bands }
    }
    return column.map { column in split(items) { boxes[$0].x < column.place } }
  }

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

  private static func split(_ items: [Int], _ isFirst: (Int) -> Bool) -> [[Int]] {
    [items.filter(isFirst), items.filter { !isFirst($0) }]
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
