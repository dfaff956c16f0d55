internal import ScanModel

/// An index of items by vertical extent: horizontal bands, each with its items in ascending order.
struct VerticalBands {
  /// Bands of 16 pixels.
  private static let shift = 4

  /// First band with an item; negative coordinates are allowed.
  private let first: Int
  private var bands: [[Int32]]
  private let extents: [Range<Int>]

  init(_ extents: [Range<Int>]) {
    self.extents = extents
    first = (extents.lazy.map(\.lowerBound).min() ?? 0) &>> Self.shift
    let last = ((extents.lazy.map(\.upperBound).max() ?? 0) - 1) &>> Self.shift
    bands = Array(repeating: [], count: max(last - first + 1, 1))
    for (index, extent) in extents.enumerated() where !extent.isEmpty {
      for band in (extent.lowerBound &>> Self.shift)...((extent.upperBound - 1) &>> Self.shift) {
        bands[band - first].append(Int32(index))
      }
    }
  }

  /// Calls `body` with the items after `index` that share a row with `range`, until it returns false. In each band at
  /// most `limit` are checked: crowded textures must not make the search quadratic.
  func forEach(after index: Int, overlapping range: Range<Int>, limit: Int, _ body: (Int) -> Bool) {
    let lower = max((range.lowerBound &>> Self.shift) - first, 0)
    let upper = min(((range.upperBound - 1) &>> Self.shift) - first, bands.count - 1)
    guard lower <= upper else { return }
    for band in lower...upper {
      let items = bands[band]
      let next = items.partitioningIndex { Int($0) > index }
      for item in items[next...].prefix(limit).lazy.map(Int.init) {
        // An item that spans several bands is reported in the first one only.
        let reported = max((extents[item].lowerBound &>> Self.shift) - first, lower)
        if band != reported || !extents[item].overlaps(range) { continue }
        if !body(item) { break }
      }
    }
  }
}
