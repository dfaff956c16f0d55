internal import ScanModel

/// A line cut out of the contrast map, in the size and form that the engine reads best.
struct LineImage {
  /// Height that capitals are scaled to; Tesseract's own normal height of a line is 36 pixels.
  private static let targetHeight = 24.0
  /// White around the line, in pixels of the scaled picture.
  private static let margin = 10

  let image: GreyImage
  /// Pixels of `image` for one of the level that the line was found on.
  private let scale: (x: Double, y: Double)
  private let factor: Int
  /// What was cut out, in pixels of its level.
  private let region: PixelRect

  /// - Returns: Nil when the line has no contrast.
  init?(_ pageLine: PageLine, in map: ContrastMap) {
    let line = pageLine.candidate
    factor = pageLine.factor
    let edge = max(line.letterHeight / 8, 1)
    let left = max(line.box.x - edge, 0)
    let top = max(line.box.y - edge, 0)
    region = PixelRect(
      x: left, y: top, width: min(line.box.maxX + edge, map.width) - left,
      height: min(line.box.maxY + edge, map.height) - top)
    guard let cut = Self.cut(region, from: map) else { return nil }
    // Magnifying more than fourfold only blurs, and the engine's limit is 32,767.
    let wanted = min(Self.targetHeight / Double(line.letterHeight), 4, 8_000 / Double(region.width))
    let width = max(Int((Double(region.width) * wanted).rounded()), 1)
    let height = max(Int((Double(region.height) * wanted).rounded()), 1)
    let scaled = abs(wanted - 1) < 0.08 ? cut : cut.scaled(toWidth: width, height: height)
    scale = (Double(scaled.width) / Double(region.width), Double(scaled.height) / Double(region.height))
    image = scaled.padded(by: Self.margin)
  }

  /// A box in pixels of `image`, in pixels of the screenshot.
  func screenshotBox(_ box: PixelRect) -> PixelRect {
    func place(_ value: Int, _ scale: Double, _ limit: Int) -> Int {
      min(max(Int((Double(value - Self.margin) / scale).rounded()), 0), limit)
    }
    let (left, right) = (place(box.x, scale.x, region.width), place(box.maxX, scale.x, region.width))
    let (top, bottom) = (place(box.y, scale.y, region.height), place(box.maxY, scale.y, region.height))
    return PixelRect(
      x: (region.x + left) * factor, y: (region.y + top) * factor, width: max(right - left, 1) * factor,
      height: max(bottom - top, 1) * factor)
  }

  /// Dark on white, with the line's own strongest contrast as black: grey text becomes black text.
  private static func cut(_ region: PixelRect, from map: ContrastMap) -> GreyImage? {
    var histogram = [Int](repeating: 0, count: 256)
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX { histogram[Int(map.values[y * map.width + x])] += 1 }
    }
    let peak = strongestContrast(histogram, count: region.width * region.height)
    guard peak >= Int(InkThresholds.minimum) else { return nil }
    let tones = (0..<256).map { UInt8(255 - min($0 * 255 / peak, 255)) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(region.width * region.height)
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX { pixels.append(tones[Int(map.values[y * map.width + x])]) }
    }
    return GreyImage(width: region.width, height: region.height, pixels: pixels)
  }

  /// What the strongest 2 % of the pixels reach: the cores of thin stems, but not a stray pixel of an icon.
  private static func strongestContrast(_ histogram: [Int], count: Int) -> Int {
    var rest = count / 50
    for value in stride(from: 255, through: 1, by: -1) {
      rest -= histogram[value]
      if rest <= 0 { return value }
    }
    return 0
  }
}

extension GreyImage {
  /// The picture with a white margin on all sides.
  func padded(by margin: Int) -> GreyImage {
    let wide = width + 2 * margin
    var result = [UInt8](repeating: 255, count: wide * (height + 2 * margin))
    for y in 0..<height {
      let target = (y + margin) * wide + margin
      result.replaceSubrange(target..<(target + width), with: pixels[(y * width)..<((y + 1) * width)])
    }
    return GreyImage(width: wide, height: height + 2 * margin, pixels: result)
  }
}
