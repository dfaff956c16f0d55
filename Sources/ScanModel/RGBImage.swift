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

  /// A page with at most this many lines is read by one worker alone, which reads the plain image itself if none of the
  /// lines is text.
  package static let fewLines = 4
}

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

/// A rectangle in image pixels: origin at the top left, `x` to the right, `y` downwards.
///
/// In JSON it is the array `[x, y, width, height]`.
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
}

extension PixelRect: Codable {
  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(Int.self)
    y = try container.decode(Int.self)
    width = try container.decode(Int.self)
    height = try container.decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try [x, y, width, height].encode(to: encoder)
  }
}
