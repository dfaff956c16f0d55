package import ScanModel

/// Draws frames around the risky lines of a screenshot and a caption below it. The rest keeps its place and its pixels.
package enum ImageAnnotator {
  /// Larger images are compressed less, because the client does not wait forever. Measured on one core: a 4K screenshot
  /// takes 0.3 s at level 3; 64 megapixels of photograph take 6.4 s at level 3 and 4.4 s at level 1.
  private static let largePicture = 16_000_000

  /// Texts are printable ASCII. The screenshot is consumed, because the canvas takes as much memory again.
  /// - Returns: An opaque RGB PNG with the screenshot at the top left and the caption below, as wide as the screenshot
  ///   or `CaptionMetrics.minimumWidth`.
  package static func annotate(
    _ rgb: consuming RGBImage, _ annotation: Annotation
  ) throws(AnnotationFailure) -> EncodedPNG {
    let (width, height) = (rgb.width, rgb.height)
    let metrics = CaptionMetrics(width: width, height: height)
    let bar = try CaptionBar(annotation, width: max(width, CaptionMetrics.minimumWidth), metrics: metrics)
    let regions = RiskyRegions(annotation.boxes, in: copy rgb)
    let canvas = try Canvas(width: bar.width, height: height + bar.height, depth: .color)
    canvas.place(rgb)
    canvas.fill(PixelRect(x: width, y: 0, width: bar.width - width, height: height), with: AnnotationPalette.backdrop)
    hide(annotation.hiddenBoxes, on: canvas, width: width, height: height)
    try frame(regions, AnnotationPalette(annotation.answer), on: canvas, width: width, height: height)
    try bar.draw(on: canvas, y: height)
    return try canvas.encoded(level: canvas.width * canvas.height > largePicture ? 1 : 3)
  }

  /// Blacks out boxes, with a margin for what recognition cut off at the edges of letters. Clipped to the screenshot.
  private static func hide(_ boxes: [PixelRect], on canvas: borrowing Canvas, width: Int, height: Int) {
    for box in boxes {
      let hidden = box.padded(by: max(2, min(box.height, 64) / 6))
        .intersection(PixelRect(x: 0, y: 0, width: width, height: height))
      if let hidden { canvas.fill(hidden, with: Color(0x000000)) }
    }
  }

  private static func frame(
    _ regions: RiskyRegions, _ palette: AnnotationPalette, on canvas: borrowing Canvas, width: Int, height: Int
  ) throws(AnnotationFailure) {
    guard !regions.rects.isEmpty else { return }
    // The masks have the size of the screenshot, so that no frame reaches beyond it.
    let inside = try Canvas(width: width, height: height, depth: .bit)
    for rect in regions.rects { inside.fill(rect) }
    let innerEdge = try inside.grown(by: regions.metrics.edge)
    let line = try innerEdge.grown(by: regions.metrics.thickness)
    let outerEdge = try line.grown(by: regions.metrics.edge)
    canvas.paint(try outerEdge.subtracting(inside), palette.edge)
    canvas.paint(try line.subtracting(innerEdge), palette.main)
  }
}

/// Why nothing was drawn. Pixels and texts are checked beforehand, so only memory can run out.
package enum AnnotationFailure: Error, Sendable, Hashable {
  case outOfMemory
}
