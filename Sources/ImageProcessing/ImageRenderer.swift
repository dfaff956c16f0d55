package import ScanModel

package enum ImageRenderer {
  /// Scales an image down until it fits a room of at least one pixel; each source pixel counts by its area.
  package static func render(
    _ rgb: consuming RGBImage, fittingWidth width: Int, height: Int
  ) throws(AnnotationFailure) -> RGBImage {
    let scale = min(Double(width) / Double(rgb.width), Double(height) / Double(rgb.height))
    guard scale < 1 else { return rgb }
    let canvas = try Canvas(width: rgb.width, height: rgb.height, depth: .color)
    canvas.place(rgb)
    return try canvas.scaled(by: scale).image(maximumWidth: width, maximumHeight: height)
  }
}
