internal import ScanModel

/// The bar below the image: sign, heading and reason.
struct CaptionBar: ~Copyable {
  /// Enough for every sentence of the rules. Longer ones end in "...".
  private static let maximumHeadingLines = 2
  private static let maximumReasonLines = 8

  private let annotation: Annotation
  private let metrics: CaptionMetrics
  private let font: Font
  private let heading: [String]
  private let reason: [String]
  let width: Int
  let height: Int

  init(_ annotation: Annotation, width: Int, metrics: CaptionMetrics) throws(AnnotationFailure) {
    self.annotation = annotation
    self.metrics = metrics
    self.width = width
    let font = try Font()
    let room = width - metrics.textStart - metrics.margin
    heading = CaptionLines.wrap(
      annotation.heading, width: room * Font.lineHeight / metrics.heading, maximum: Self.maximumHeadingLines
    ) { font.boldWidth(of: $0) }
    reason = CaptionLines.wrap(
      annotation.reason, width: room * Font.lineHeight / metrics.line, maximum: Self.maximumReasonLines
    ) { font.width(of: $0) }
    self.font = font
    let textHeight = heading.count * metrics.heading + reason.count * (metrics.gap + metrics.line)
    height = max(textHeight, metrics.sign) + 2 * metrics.margin + metrics.edge
  }

  func draw(on canvas: borrowing Canvas, y: Int) throws(AnnotationFailure) {
    let palette = AnnotationPalette(annotation.answer)
    var bar = try Canvas(width: width, height: height, depth: .color)
    bar.fill(PixelRect(x: 0, y: 0, width: width, height: height), with: palette.main)
    bar.fill(PixelRect(x: 0, y: 0, width: width, height: metrics.edge), with: palette.edge)
    let sign = try RiskSign.mask(annotation.answer).coverage(scale: Double(metrics.sign) / Double(RiskSign.side))
    var top = metrics.edge + metrics.margin
    bar = try bar.blended(sign, x: metrics.margin, y: top, palette.text)
    for (lines, size, isBold) in [(heading, metrics.heading, true), (reason, metrics.line, false)] {
      for line in lines {
        if !isBold { top += metrics.gap }
        let mask = try isBold ? font.bold(line) : font.plain(line)
        let words = try mask.coverage(scale: Double(size) / Double(Font.lineHeight))
        bar = try bar.blended(words, x: metrics.textStart, y: top, palette.text)
        top += size
      }
    }
    canvas.copy(bar, x: 0, y: y)
  }
}

enum CaptionLines {
  /// Breaks between words, or within a word that is wider than a line; `measure` gives the width of a text. What does
  /// not fit into the most lines, at least 1, is replaced by "...". An empty text has no lines.
  static func wrap(_ text: String, width: Int, maximum: Int, measure: (String) -> Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, measure("\(line) \(word)") <= width {
        line += " \(word)"
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, measure(line + String(character)) > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > maximum else { return lines }
    var last = lines[maximum - 1]
    while !last.isEmpty, measure(last + "...") > width { last.removeLast() }
    return lines.prefix(maximum - 1) + [last + "..."]
  }
}
