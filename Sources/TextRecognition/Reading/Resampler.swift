/// Scales grey pictures in one direction with the Catmull-Rom kernel, widened when the picture shrinks, so that
/// every source pixel counts (as in any good image library).
struct Resampler {
  private static let unit = 1 << 14

  /// First source pixel of each target pixel.
  private let starts: [Int]
  /// `taps` weights for each target pixel; they add up to `unit`.
  private let weights: [Int32]
  private let taps: Int
  let targetCount: Int

  init(sourceCount: Int, targetCount: Int) {
    let scale = Double(sourceCount) / Double(targetCount)
    let stretch = max(scale, 1)
    let taps = min(Int((2 * stretch).rounded(.up)) * 2 + 1, sourceCount)
    var starts: [Int] = []
    var weights: [Int32] = []
    for target in 0..<targetCount {
      let center = (Double(target) + 0.5) * scale - 0.5
      let start = min(max(Int(center.rounded()) - taps / 2, 0), sourceCount - taps)
      let values = (0..<taps).map { Self.kernel((Double(start + $0) - center) / stretch) }
      let sum = values.reduce(0, +)
      var fixed = values.map { Int32(($0 / sum * Double(Self.unit)).rounded()) }
      // Rounding must not make white grey.
      fixed[taps / 2] += Int32(Self.unit) - fixed.reduce(0, +)
      starts.append(start)
      weights += fixed
    }
    (self.starts, self.weights, self.taps, self.targetCount) = (starts, weights, taps, targetCount)
  }

  private static func kernel(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
    return 0
  }

  /// Scales all rows; the result is transposed, so that two calls scale both directions.
  func scaledAndTransposed(_ image: GreyImage) -> GreyImage {
    precondition(starts.isEmpty || starts[targetCount - 1] + taps <= image.width, "made for another width")
    let (height, target) = (image.height, targetCount)
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: target * height) { output, count in
      unsafe image.pixels.withUnsafeBufferPointer { input in
        for x in 0..<target {
          let (start, weight) = (starts[x], x &* taps)
          for y in 0..<height {
            let source = y &* image.width &+ start
            var sum: Int32 = Int32(Self.unit / 2)
            for tap in 0..<taps { sum &+= unsafe Int32(input[source &+ tap]) &* weights[weight &+ tap] }
            unsafe output[x &* height &+ y] = UInt8(clamping: sum >> 14)
          }
        }
      }
      count = target * height
    }
    return GreyImage(width: height, height: target, pixels: pixels)
  }
}

extension GreyImage {
  /// The picture in another size; both sides at least 1.
  func scaled(toWidth newWidth: Int, height newHeight: Int) -> GreyImage {
    let turned = Resampler(sourceCount: width, targetCount: newWidth).scaledAndTransposed(self)
    return Resampler(sourceCount: height, targetCount: newHeight).scaledAndTransposed(turned)
  }
}
