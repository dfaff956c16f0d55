internal import ScanModel

/// The ink of one line: 0 is background, 255 the line's own strongest contrast, so that grey text becomes black.
struct InkImage {
  var width: Int
  var height: Int
  /// `width * height` bytes, rows from the top.
  var values: [UInt8]
}

extension InkImage {
  /// - Returns: Nil if the region has too little contrast for text.
  init?(_ region: PixelRect, of map: ContrastMap) {
    let contrasts = (region.y..<region.maxY).flatMap { y in
      map.values[(y * map.width + region.x)...].prefix(region.width)
    }
    var histogram = [Int](repeating: 0, count: 256)
    for contrast in contrasts { histogram[Int(contrast)] += 1 }
    let peak = Self.strongestContrast(histogram, count: contrasts.count)
    guard peak >= Int(InkThresholds.minimum) else { return nil }
    let tones = (0..<256).map { UInt8(min($0 * 255 / peak, 255)) }
    self.init(width: region.width, height: region.height, values: contrasts.map { tones[Int($0)] })
  }

  /// The contrast that the strongest 2 % of the pixels reach: the cores of thin stems, but not a stray pixel.
  private static func strongestContrast(_ histogram: [Int], count: Int) -> Int {
    var rest = count / 50
    for value in stride(from: 255, through: 1, by: -1) {
      rest -= histogram[value]
      if rest <= 0 { return value }
    }
    return 0
  }

  /// Erases the rules between table cells, which are misread as "|", "l" or "/": columns with ink from top to bottom,
  /// outside of the columns of every letter or mark.
  mutating func eraseRules(between letters: some Sequence<Range<Int>>) {
    var isFree = [Bool](repeating: true, count: width)
    for columns in letters {
      for column in columns.clamped(to: 0..<width) { isFree[column] = false }
    }
    var weakest = [UInt8](repeating: .max, count: width)
    for y in 0..<height {
      for x in 0..<width { weakest[x] = min(weakest[x], values[y * width + x]) }
    }
    for x in 0..<width where isFree[x] && weakest[x] >= Self.rule {
      // Including its soft edges.
      for column in max(x - 1, 0)...min(x + 1, width - 1) where isFree[column] {
        for y in 0..<height { values[y * width + column] = 0 }
      }
    }
  }

  /// The least contrast of a rule: between dark text, paler ones are hardly ever read.
  private static let rule: UInt8 = 20

  /// Whether the line was drawn without antialiasing: hardly any pixel is neither ink nor background.
  var isBilevel: Bool {
    var (between, full) = (0, 0)
    for value in values {
      if value > 215 { full += 1 } else if value > 40 { between += 1 }
    }
    return between * 20 < full
  }

  /// Twice the size, with stairs smoothed by the rules of Scale2x (Mazzoleni, 2001). On screenshots of xterm with the
  /// font 6x13 it reduces character errors from 2.4 to 0.5 %.
  func doubledSmoothly() -> InkImage {
    let row = width * 2
    var result = [UInt8](repeating: 0, count: row * height * 2)
    for y in 0..<height {
      for x in 0..<width {
        let center = values[y * width + x]
        let above = y > 0 ? values[(y - 1) * width + x] : center
        let below = y + 1 < height ? values[(y + 1) * width + x] : center
        let left = x > 0 ? values[y * width + x - 1] : center
        let right = x + 1 < width ? values[y * width + x + 1] : center
        let isCorner = above != below && left != right
        let target = y * 2 * row + x * 2
        result[target] = isCorner && left == above ? left : center
        result[target + 1] = isCorner && above == right ? right : center
        result[target + row] = isCorner && left == below ? left : center
        result[target + row + 1] = isCorner && below == right ? right : center
      }
    }
    return InkImage(width: row, height: height * 2, values: result)
  }

  /// Scales all rows to `target` pixels with the Catmull-Rom kernel, widened when shrinking, so that every source pixel
  /// counts, and transposes, so that two calls scale both directions. The first target pixel starts at the source pixel
  /// `origin`, which may be outside, and each is `step` source pixels wide.
  func scaledAndTransposed(origin: Double, step: Double, count target: Int) -> InkImage {
    let unit = 1 << 14
    let stretch = max(step, 1)
    let taps = min(Int((2 * stretch).rounded(.up)) * 2 + 1, width)
    // Of each target pixel the first source pixel and `taps` weights, which sum to `unit`. Outside there is no ink.
    var starts: [Int] = []
    var weights: [Int32] = []
    starts.reserveCapacity(target)
    weights.reserveCapacity(target * taps)
    for pixel in 0..<target {
      let center = origin + (Double(pixel) + 0.5) * step - 0.5
      let start = min(max(Int(center.rounded()) - taps / 2, 0), width - taps)
      starts.append(start)
      for tap in 0..<taps {
        // Dividing by the stretch keeps the sum of the kernel at one, to within half a percent.
        let weight = Self.kernel((Double(start + tap) - center) / stretch) / stretch
        weights.append(Int32((weight * Double(unit)).rounded()))
      }
    }
    let (width, height) = (width, height)
    let scaled = unsafe [UInt8](unsafeUninitializedCapacity: target * height) { output, count in
      let input = values.span
      for x in 0..<target {
        let (start, weight) = (starts[x], x &* taps)
        for y in 0..<height {
          let source = y &* width &+ start
          var sum: Int32 = Int32(unit / 2)
          for tap in 0..<taps { sum &+= unsafe Int32(input[unchecked: source &+ tap]) &* weights[weight &+ tap] }
          unsafe output[x &* height &+ y] = UInt8(clamping: sum >> 14)
        }
      }
      count = target * height
    }
    return InkImage(width: height, height: target, values: scaled)
  }

  private static func kernel(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
    return 0
  }
}
