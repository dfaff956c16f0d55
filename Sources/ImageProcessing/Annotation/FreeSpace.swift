internal import ScanModel

/// Finds the gaps around words, so that frames do not cover letters. Boxes of recognized words are off by up to three
/// pixels, and spaces of small text are only four wide.
struct FreeSpace {
  private let rgb: RGBImage

  init(_ rgb: RGBImage) { self.rgb = rgb }

  /// The box moved to the ink of its words, and grown by `padding` as far as the gap around them leaves room for a
  /// frame. Sides without a gap, as on photographs, are not moved.
  func room(around box: PixelRect, _ metrics: FrameMetrics) -> PixelRect {
    let contrast = contrast(of: box)
    func side(_ edge: Int, outwards: Int, limit: Int, _ strip: (Int) -> PixelRect) -> Int {
      let search = Search(
        inwards: min(box.width, box.height) / 4, outwards: max(box.height / 2, 2),
        enough: metrics.padding + metrics.lineWidth)
      guard
        let gap = search.gap(at: { distance in
          let place = edge + distance * outwards
          return (0..<limit).contains(place) ? spread(strip(place)) <= contrast : nil
        })
      else { return edge + metrics.padding * outwards }
      let room = min(max(gap.width - metrics.lineWidth, 0), metrics.padding)
      return edge + (gap.start + room) * outwards
    }
    // A side is the first or last place of the box itself; the search starts one further out.
    let left = side(box.x - 1, outwards: -1, limit: rgb.width) { column(box, $0) } + 1
    let right = side(box.maxX, outwards: 1, limit: rgb.width) { column(box, $0) }
    let top = side(box.y - 1, outwards: -1, limit: rgb.height) { row(box, $0) } + 1
    let bottom = side(box.maxY, outwards: 1, limit: rgb.height) { row(box, $0) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether there is nothing that a frame could cover between a box and a column to its left or right.
  func isFree(beside box: PixelRect, to x: Int) -> Bool {
    let (left, right) = x < box.x ? (x, box.x) : (box.maxX, x)
    let strip = clipped(PixelRect(x: left, y: box.y, width: right - left, height: box.height), columns: 0, rows: 0)
    return strip.width <= 0 || spread(strip) <= contrast(of: box)
  }

  /// The contrast that separates ink from background: a quarter of the range within the box.
  private func contrast(of box: PixelRect) -> Int { max(Self.leastContrast, spread(box) / 4) }

  /// Smaller differences are noise or a gradient (choice; of 255).
  private static let leastContrast = 12

  /// A column or row of a box, a little longer at both ends: without that, strokes as long as the box would look like
  /// background.
  private func column(_ box: PixelRect, _ x: Int) -> PixelRect {
    clipped(PixelRect(x: x, y: box.y, width: 1, height: box.height), columns: 0, rows: 2 + box.height / 12)
  }

  private func row(_ box: PixelRect, _ y: Int) -> PixelRect {
    clipped(PixelRect(x: box.x, y: y, width: box.width, height: 1), columns: 2 + box.height / 12, rows: 0)
  }

  private func clipped(_ rect: PixelRect, columns: Int, rows: Int) -> PixelRect {
    let (left, top) = (max(rect.x - columns, 0), max(rect.y - rows, 0))
    let (right, bottom) = (min(rect.maxX + columns, rgb.width), min(rect.maxY + rows, rgb.height))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The largest difference in any color channel within a rectangle.
  private func spread(_ rect: PixelRect) -> Int {
    var (low, high) = ((255, 255, 255), (0, 0, 0)) as ((Int, Int, Int), (Int, Int, Int))
    for y in rect.y..<rect.maxY {
      for place in y * rgb.width + rect.x..<y * rgb.width + rect.maxX {
        let pixel = (
          Int(rgb.pixels[3 * place]), Int(rgb.pixels[3 * place + 1]), Int(rgb.pixels[3 * place + 2])
        )
        low = (min(low.0, pixel.0), min(low.1, pixel.1), min(low.2, pixel.2))
        high = (max(high.0, pixel.0), max(high.1, pixel.1), max(high.2, pixel.2))
      }
    }
    return max(high.0 - low.0, high.1 - low.1, high.2 - low.2)
  }
}

/// Searches for a gap near a side, by distance: 0 is the first position outside, negative ones are inside.
private struct Search {
  struct Gap {
    /// The first free place, counted from the words.
    var start: Int
    var width: Int
  }

  let inwards: Int
  let outwards: Int
  /// A gap of this width is enough; the search stops there.
  let enough: Int

  /// The widest gap within reach, the nearest one if several are equal; nil if there is none. `isFree` returns nil
  /// beyond the image, where there is enough room.
  func gap(at isFree: (Int) -> Bool?) -> Gap? {
    var best: Gap?
    var current: Gap?
    var distance = -inwards
    // Go back to the start of the gap.
    while distance > -2 * inwards, isFree(distance) == true { distance -= 1 }
    while distance < outwards || current.map({ $0.width < enough }) ?? false {
      guard let free = isFree(distance) else {
        if let gap = current { current = Gap(start: gap.start, width: max(gap.width, enough)) }
        break
      }
      if free {
        current = Gap(start: current?.start ?? distance, width: (current?.width ?? 0) + 1)
      } else {
        best = current.map { better($0, best) } ?? best
        current = nil
      }
      distance += 1
    }
    best = current.map { better($0, best) } ?? best
    // A single free position is the space between two letters.
    return best.flatMap { $0.width > 1 ? $0 : nil }
  }

  private func better(_ gap: Gap, _ known: Gap?) -> Gap {
    guard let known else { return gap }
    let (width, knownWidth) = (min(gap.width, enough), min(known.width, enough))
    return width > knownWidth || width == knownWidth && abs(gap.start) < abs(known.start) ? gap : known
  }
}
