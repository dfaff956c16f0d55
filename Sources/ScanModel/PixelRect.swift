/// A rectangle in image pixels, from the top left; in JSON the array `[x, y, width, height]`.
package struct PixelRect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The first column to the right of the rectangle.
  package var maxX: Int { x + width }
  /// The first row below the rectangle.
  package var maxY: Int { y + height }

  /// The smallest rectangle that contains both.
  package func union(_ other: PixelRect) -> PixelRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The part that both share; nil if there is none.
  package func intersection(_ other: PixelRect) -> PixelRect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (width, height) = (min(maxX, other.maxX) - left, min(maxY, other.maxY) - top)
    return width > 0 && height > 0 ? PixelRect(x: left, y: top, width: width, height: height) : nil
  }

  /// The rectangle grown by a margin on every side. A negative margin shrinks it; the size may become negative.
  package func padded(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// The distance between two rectangles along the axes; 0 if they overlap.
  package func gap(to other: PixelRect) -> Int {
    max(0, max(x, other.x) - min(maxX, other.maxX)) + max(0, max(y, other.y) - min(maxY, other.maxY))
  }

  package func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }

  /// Whether it is to the right of another one, in the same row: the next cell, the time after a name.
  package func isBeside(_ other: PixelRect) -> Bool {
    let shared = min(maxY, other.maxY) - max(y, other.y)
    return x >= other.maxX && shared * 2 >= min(height, other.height)
  }
}

extension PixelRect: Codable {
  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(Int.self)
    y = try container.decode(Int.self)
    width = try container.decode(Int.self)
    height = try container.decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws { try [x, y, width, height].encode(to: encoder) }
}
