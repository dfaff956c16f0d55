package import ScanModel

/// A line cut out of the contrast map exactly as the engine's network needs it: given anything else, the engine finds,
/// pads, scales and sharpens the line again. The network takes 0.11 ms per column
/// (docs/decisions/0023-final-line-size.md).
struct LineImage {
  /// Height of the network's input (`1,36,0,1` in the network's specification of Tesseract's Latin models).
  static let height = 36
  /// Height of capitals. On 337 screenshots, 15 lost 0.3 % of the words that 17 finds, 16 lost 0.2 %, 18 lost 0.1 %.
  private static let capitals = 17.0
  /// Rows of white above and below the largest extent of the text.
  private static let verticalMargin = 2.0
  /// Columns of white at each end of the line. With 4 the network starts to read quotation marks into the white; with
  /// 10 it loses one word in twenty.
  private static let sideMargin = 2.0
  /// How far descenders reach below the baseline, in heights of capitals, as in the lines of the engine's training.
  private static let descent = 1.0 / 3
  /// Further magnification only blurs.
  private static let maximumScale = 4.0
  /// The engine's limit is 32,767. A line this long is a pattern.
  private static let maximumWidth = 8_000

  let image: GreyImage
  /// Pixels of the level per pixel of `image`.
  private let scale: Double
  /// Left edge of `image`, in pixels of the level.
  private let left: Double
  private let factor: Int
  /// The line, in pixels of its level.
  private let box: PixelRect

  init?(_ pageLine: PageLine, in map: ContrastMap) {
    let line = pageLine.candidate
    let (box, letterHeight) = (line.box, Double(line.letterHeight))
    let region = box.padded(by: max(line.letterHeight / 8, 1))
      .intersection(PixelRect(x: 0, y: 0, width: map.width, height: map.height))
    guard let region, var ink = InkImage(region, of: map) else { return nil }
    ink.eraseRules(
      between: (line.letters + line.specks).map { Int($0.minX) - region.x..<max(Int($0.maxX), Int($0.minX)) - region.x }
    )
    let top = min(Double(box.y), Double(line.baseline) - letterHeight)
    let bottom = max(Double(box.maxY), Double(line.baseline) + letterHeight * Self.descent)
    let room = Double(Self.height) - 2 * Self.verticalMargin
    let wanted = min(Self.capitals / letterHeight, room / (bottom - top), Self.maximumScale)
    scale = 1 / min(wanted, Double(Self.maximumWidth) / Double(box.width))
    left = Double(box.x) - Self.sideMargin * scale
    let above = (top + bottom - Double(Self.height) * scale) / 2
    let width = max(Int((Double(box.width) / scale + 2 * Self.sideMargin).rounded()), 8)
    // Pixel-font letters have stairs instead of curves, which the network never saw in training.
    var (x, y, step) = (left - Double(region.x), above - Double(region.y), scale)
    if scale < 1, ink.isBilevel {
      ink = ink.doubledSmoothly()
      (x, y, step) = (x * 2, y * 2, scale * 2)
    }
    let scaled = ink.scaledAndTransposed(origin: x, step: step, count: width)
      .scaledAndTransposed(origin: y, step: step, count: Self.height)
    image = GreyImage(width: scaled.width, height: scaled.height, pixels: scaled.values.map { 255 - $0 })
    factor = pageLine.factor
    self.box = box
  }

  /// Converts a box from pixels of `image` to pixels of the screenshot. The engine knows where a word starts and ends
  /// but not how tall it is, so all words of a line are as tall as the line.
  func screenshotBox(_ word: PixelRect) -> PixelRect {
    func place(_ value: Int) -> Int { min(max(Int((left + Double(value) * scale).rounded()), box.x), box.maxX) }
    let (start, end) = (place(word.x), place(word.maxX))
    return PixelRect(
      x: start * factor, y: box.y * factor, width: max(end - start, 1) * factor, height: box.height * factor)
  }
}

/// A grey image for the engine: 8 bits a pixel, rows from the top, tightly packed.
package struct GreyImage {
  package var width: Int
  package var height: Int
  /// `width * height` bytes; 0 is black.
  package var pixels: [UInt8]
}

extension GreyImage {
  /// Creates dark text on white, whatever the colors were; for documentation and debugging.
  package init(preparing rgb: RGBImage) { self.init(inverting: ContrastMap(rgb, background: BackgroundMap(rgb))) }

  /// Creates dark text on white from a contrast map.
  init(inverting map: ContrastMap) {
    self.init(width: map.width, height: map.height, pixels: map.values.map { 255 - $0 })
  }

  /// Creates brightness with the weights of ITU-R BT.601, which Leptonica uses too.
  init(_ rgb: RGBImage) {
    let pixels = (0..<(rgb.width * rgb.height)).map { index in
      let offset = index * 3
      let sum = Int(rgb.pixels[offset]) * 299 + Int(rgb.pixels[offset + 1]) * 587 + Int(rgb.pixels[offset + 2]) * 114
      return UInt8(sum / 1_000)
    }
    self.init(width: rgb.width, height: rgb.height, pixels: pixels)
  }
}
