/// What is drawn on a screenshot to show where its risk is.
package struct Annotation: Sendable, Hashable {
  /// Bytes of a heading or a reason: more than any sentence of the rules has, and few enough to fit under a picture.
  package static let maximumTextLength = 400

  /// Decides color and sign.
  package var level: RiskLevel
  /// What it is, in a few words; printable ASCII, which is what the font has.
  package var heading: String
  /// Why, in a sentence or two; printable ASCII.
  package var reason: String
  /// What is framed, in pixels of the screenshot; parts outside of it do not count.
  package var boxes: [PixelRect]

  package init(level: RiskLevel, heading: String, reason: String, boxes: [PixelRect]) {
    self.level = level
    self.heading = heading
    self.reason = reason
    self.boxes = boxes
  }
}
