/// The sizes of what is drawn, in pixels.
///
/// Those of the caption follow from the size of the picture: what is legible on a 4K screen would fill a small crop.
struct CaptionMetrics: Hashable {
  /// Height of the letters with their tails. A desktop shows about 45 such lines, and a phone, whose pixels are smaller, 28 to its width;
  /// the bounds keep crops legible and posters in proportion.
  let line: Int
  let heading: Int
  /// Between lines.
  let gap: Int
  /// Around everything.
  let margin: Int
  /// Of the line that sets the bar off from the picture.
  let edge: Int

  /// The narrowest caption, about 40 letters a line: a notification may be narrower.
  static let minimumWidth = 360

  init(width: Int, height: Int) {
    line = min(max(min(width / 28, height / 45), 20), 96)
    heading = line * 5 / 4
    gap = line / 6
    margin = line * 2 / 3
    edge = max(2, line / 10)
  }

  /// The side of the sign, as high as the heading and a line.
  var sign: Int { heading + gap + line }
}

/// Those of the frames follow from the height of the letters that they go around, because spaces between words and lines
/// do.
struct FrameMetrics: Hashable {
  /// Between words and their frame.
  let padding: Int
  /// Of the line.
  let thickness: Int
  /// Of the edges on both sides of it.
  let edge: Int

  /// - Parameter textHeight: of the smaller half of the lines, so that large headings do not thicken the rest.
  init(textHeight: Int) {
    padding = min(max(textHeight / 10, 2), 12)
    thickness = min(max((textHeight + 3) / 7, 2), 16)
    edge = min(max(textHeight / 12, 1), 8)
  }

  /// From the padding to the outer edge.
  var lineWidth: Int { thickness + 2 * edge }
}
