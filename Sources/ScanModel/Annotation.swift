/// What to draw on a screenshot to show where its risk is.
package struct Annotation: Sendable, Hashable {
  /// Bytes of a heading or reason: more than any sentence of the rules has, and few enough to fit below an image.
  package static let maximumTextLength = 400

  /// Determines color and sign.
  package var level: RiskLevel
  /// What the risk is, in a few words of printable ASCII (all that the font has).
  package var heading: String
  /// Why, in a sentence or two of printable ASCII.
  package var reason: String
  /// What to frame, in pixels of the screenshot. Parts outside the screenshot are ignored.
  package var boxes: [PixelRect]
  /// What to black out, in pixels of the screenshot.
  package var hiddenBoxes: [PixelRect]

  package init(
    level: RiskLevel, heading: String, reason: String, boxes: [PixelRect], hiddenBoxes: [PixelRect] = []
  ) {
    self.level = level
    self.heading = heading
    self.reason = reason
    self.boxes = boxes
    self.hiddenBoxes = hiddenBoxes
  }
}
