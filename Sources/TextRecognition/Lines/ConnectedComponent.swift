internal import ScanModel

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
