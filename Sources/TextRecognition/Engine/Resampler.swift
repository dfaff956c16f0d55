/// Scales ink in one direction with the Catmull-Rom kernel, widened when shrinking, so that every source pixel counts.
struct Resampler {
  private static let unit = 1 << 14

  /// First source pixel of each target pixel.
  private let starts: [Int]
  /// `taps` weights for each target pixel. They add up to `unit`, less what falls outside the source, where there is no
  /// ink.
  private let weights: [Int32]
  private let taps: Int
  private let sourceCount: Int
  let targetCount: Int

  /// - Parameters:
  ///   - sourceCount: Source pixels.
  ///   - origin: Start of the first target pixel in source pixels; may be outside.
  ///   - step: Source pixels per target pixel, above 0.
  ///   - targetCount: Target pixels.
  init(sourceCount: Int, origin: Double, step: Double, targetCount: Int) {
    let stretch = max(step, 1)
    let taps = min(Int((2 * stretch).rounded(.up)) * 2 + 1, sourceCount)
    var starts: [Int] = []
    var weights: [Int32] = []
    starts.reserveCapacity(targetCount)
    weights.reserveCapacity(targetCount * taps)
    for target in 0..<targetCount {
      let center = origin + (Double(target) + 0.5) * step - 0.5
      let start = min(max(Int(center.rounded()) - taps / 2, 0), sourceCount - taps)
      starts.append(start)
      for tap in 0..<taps {
        // Dividing by the stretch keeps the sum of the kernel at one, to within half a percent.
        let weight = Self.kernel((Double(start + tap) - center) / stretch) / stretch
        weights.append(Int32((weight * Double(Self.unit)).rounded()))
      }
    }
    (self.starts, self.weights, self.taps) = (starts, weights, taps)
    (self.sourceCount, self.targetCount) = (sourceCount, targetCount)
  }

  private static func kernel(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
    return 0
  }

  /// Scales all rows. The result is transposed, so that two calls scale both directions.
  func scaledAndTransposed(_ ink: InkImage) -> InkImage {
    precondition(sourceCount == ink.width, "made for another width")
    let (height, target) = (ink.height, targetCount)
    let values = unsafe [UInt8](unsafeUninitializedCapacity: target * height) { output, count in
      unsafe ink.values.withUnsafeBufferPointer { input in
        for x in 0..<target {
          let (start, weight) = (starts[x], x &* taps)
          for y in 0..<height {
            let source = y &* ink.width &+ start
            var sum: Int32 = Int32(Self.unit / 2)
            for tap in 0..<taps { sum &+= unsafe Int32(input[source &+ tap]) &* weights[weight &+ tap] }
            unsafe output[x &* height &+ y] = UInt8(clamping: sum >> 14)
          }
        }
      }
      count = target * height
    }
    return InkImage(width: height, height: target, values: values)
  }
}
