internal import ScanModel

/// Finds the gaps around words, so that frames do not cover letters. Boxes of recognized words are off by up to three
/// pixels, and spaces of small text are only four wide.
struct WordGaps {
  private let rgb: RGBImage

  /// Smaller differences are noise or a gradient (choice; of 255).
  private static let leastContrast = 12

  init(_ rgb: RGBImage) { self.rgb = rgb }

  /// The box moved to the ink of its words, and grown by `padding` as far as the gap around them leaves room for a
  /// frame. Sides without a gap, as on photographs, are not moved.
  func room(around box: PixelRect, _ metrics: FrameMetrics) -> PixelRect {
    let contrast = contrast(of: box)
    let nearby = -min(box.width, box.height) / 4..<max(box.height / 2, 2)
    // A little longer than the box at both ends: without that, strokes as long as the box would look like background.
    let reach = 2 + box.height / 12
    func column(_ x: Int) -> PixelRect { PixelRect(x: x, y: box.y - reach, width: 1, height: box.height + 2 * reach) }
    func row(_ y: Int) -> PixelRect { PixelRect(x: box.x - reach, y: y, width: box.width + 2 * reach, height: 1) }
    func side(_ edge: Int, outwards: Int, limit: Int, _ strip: (Int) -> PixelRect) -> Int {
      let gap = Self.gap(within: nearby, enough: metrics.padding + metrics.lineWidth) { distance in
        let place = edge + distance * outwards
        return (0..<limit).contains(place) ? spread(strip(place)) <= contrast : nil
      }
      guard let gap else { return edge + metrics.padding * outwards }
      let room = min(max(gap.width - metrics.lineWidth, 0), metrics.padding)
      return edge + (gap.start + room) * outwards
    }
    // A side is the first or last place of the box itself; the search starts one further out.
    let left = side(box.x - 1, outwards: -1, limit: rgb.width, column) + 1
    let right = side(box.maxX, outwards: 1, limit: rgb.width, column)
    let top = side(box.y - 1, outwards: -1, limit: rgb.height, row) + 1
    let bottom = side(box.maxY, outwards: 1, limit: rgb.height, row)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether there is nothing that a frame could cover between a box and a column to its left or right.
  func isFree(beside box: PixelRect, to x: Int) -> Bool {
    let (left, right) = x < box.x ? (x, box.x) : (box.maxX, x)
    return spread(PixelRect(x: left, y: box.y, width: right - left, height: box.height)) <= contrast(of: box)
  }

  /// The contrast that separates ink from background: a quarter of the range within the box.
  private func contrast(of box: PixelRect) -> Int { max(Self.leastContrast, spread(box) / 4) }

  /// The largest difference in any color channel within a rectangle, clipped to the image; 0 if nothing is left.
  private func spread(_ rect: PixelRect) -> Int {
    guard let rect = rect.intersection(PixelRect(x: 0, y: 0, width: rgb.width, height: rgb.height)) else { return 0 }
    var (low, high) = ((255, 255, 255), (0, 0, 0)) as ((Int, Int, Int), (Int, Int, Int))
    for y in rect.y..<rect.maxY {
      for place in y * rgb.width + rect.x..<y * rgb.width + rect.maxX {
        let pixel = (Int(rgb.pixels[3 * place]), Int(rgb.pixels[3 * place + 1]), Int(rgb.pixels[3 * place + 2]))
        low = (min(low.0, pixel.0), min(low.1, pixel.1), min(low.2, pixel.2))
        high = (max(high.0, pixel.0), max(high.1, pixel.1), max(high.2, pixel.2))
      }
    }
    return max(high.0 - low.0, high.1 - low.1, high.2 - low.2)
  }

  /// The widest gap near a side, and the nearest one if several are equal; nil if there is none. A distance of 0 is the
  /// first place outside the side, and `start` the first free one of the gap. The search ends at a gap that is wide
  /// enough. `isFree` returns nil beyond the image, where there is enough room.
  private static func gap(
    within reach: Range<Int>, enough: Int, at isFree: (Int) -> Bool?
  ) -> (start: Int, width: Int)? {
    var gaps: [(start: Int, width: Int)] = []
    var current: (start: Int, width: Int)?
    var distance = reach.lowerBound
    // Go back to the start of the gap.
    while distance > 2 * reach.lowerBound, isFree(distance) == true { distance -= 1 }
    while distance < reach.upperBound || current.map({ $0.width < enough }) ?? false {
      guard let free = isFree(distance) else {
        if let gap = current { current?.width = max(gap.width, enough) }
        break
      }
      if free {
        current = (current?.start ?? distance, (current?.width ?? 0) + 1)
      } else {
        if let current { gaps.append(current) }
        current = nil
      }
      distance += 1
    }
    if let current { gaps.append(current) }
    let best = gaps.max { (min($0.width, enough), -abs($0.start)) < (min($1.width, enough), -abs($1.start)) }
    // A single free position is the space between two letters.
    return best.flatMap { $0.width > 1 ? $0 : nil }
  }
}
