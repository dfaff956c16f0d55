internal import ScanModel

/// Sizes of the caption in pixels, by the size of the image: what is legible on a 4K screen would fill a small crop.
struct CaptionMetrics: Hashable {
  /// Height of a line of text. A desktop shows about 45, a phone 28 to its width; the bounds keep crops legible.
  let line: Int
  var heading: Int { line * 5 / 4 }
  var gap: Int { line / 6 }
  var margin: Int { line * 2 / 3 }
  /// Height of the line between bar and image.
  var edge: Int { max(2, line / 10) }

  /// The narrowest caption, about 40 letters per line. A notification may be narrower.
  static let minimumWidth = 360

  init(width: Int, height: Int) { line = min(max(min(width / 28, height / 45), 20), 96) }

  /// Side of the sign, as high as the heading and a line.
  var sign: Int { heading + gap + line }
  var textStart: Int { 2 * margin + sign }
}

/// Sizes of frames in pixels, by the height of the framed letters, as the spaces between words and lines are.
struct FrameMetrics: Hashable {
  /// Of the smaller half of the lines, so that large headings do not thicken the rest.
  let textHeight: Int
  /// Space between words and their frame.
  var padding: Int { min(max(textHeight / 10, 2), 12) }
  var thickness: Int { min(max((textHeight + 3) / 7, 2), 16) }
  /// Of the contrasting edges on both sides.
  var edge: Int { min(max(textHeight / 12, 1), 8) }
  /// From the padding to the outer edge.
  var lineWidth: Int { thickness + 2 * edge }
}

struct Color: Hashable {
  /// 0xRRGGBB.
  let code: UInt32

  init(_ code: UInt32) { self.code = code }

  /// Leptonica's pixel format.
  var word: UInt32 { code << 8 }
}

/// The colors of an answer: amber and red, as in notifications, and gray; never green, because nothing is known to be
/// harmless. They differ in lightness as well as hue; a sign and words say the same without color.
struct AnnotationPalette {
  /// Frames and bar.
  let main: Color
  /// Edges on both sides of a frame, so that it shows on a background of its own color.
  let edge: Color
  let text: Color

  /// Fills the canvas beside an image that is narrower than its caption.
  static let backdrop = Color(0xE3E5E8)

  init(_ answer: ScanAnswer) {
    (main, edge, text) =
      switch answer {
      case .scam: (Color(0xC62828), Color(0xFFFFFF), Color(0xFFFFFF))
      case .suspicious, .unsure: (Color(0xFFB300), Color(0x2B1D00), Color(0x1F1500))
      case .clear, .unknown: (Color(0xC9CED6), Color(0x3C4043), Color(0x202124))
      }
  }
}
