/// A decoded image: 8-bit red, green and blue; rows from the top, tightly packed.
package struct RGBImage: Sendable, Hashable {
  /// In pixels, above 0.
  package let width, height: Int
  /// `width * height * 3` bytes.
  package let pixels: [UInt8]

  /// Wraps pixels in this layout. Their number must be `width * height * 3`.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height * 3, "pixels do not fill the image")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// What text was read from: the steps of recognition, best first.
package enum RecognitionInput: String, Sendable, Hashable, Codable, CaseIterable {
  /// The image turned into dark text on white and cut into lines.
  case prepared
  /// The image as it is, with the engine's own layout analysis. The fallback when preparation fails or finds no text.
  case plain

  /// A page with at most this many lines is read by one worker, which reads the plain image too if none is text.
  package static let fewLines = 4
}

/// What to draw on a screenshot to show where its risk is.
package struct Annotation: Sendable, Hashable {
  /// Bytes of a heading or reason: more than any sentence of the rules has, and few enough to fit below an image.
  package static let maximumTextLength = 400

  /// Determines color and sign.
  package var answer: ScanAnswer
  /// What the risk is, in a few words of printable ASCII (all that the font has).
  package var heading: String
  /// Why, in a sentence or two of printable ASCII.
  package var reason: String
  /// What to frame, in pixels of the screenshot. Parts outside the screenshot are ignored.
  package var boxes: [PixelRect]
  /// What to black out, in pixels of the screenshot.
  package var hiddenBoxes: [PixelRect]

  package init(
    answer: ScanAnswer, heading: String, reason: String, boxes: [PixelRect], hiddenBoxes: [PixelRect] = []
  ) {
    self.answer = answer
    self.heading = heading
    self.reason = reason
    self.boxes = boxes
    self.hiddenBoxes = hiddenBoxes
  }
}
