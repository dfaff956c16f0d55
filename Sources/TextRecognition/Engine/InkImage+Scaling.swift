extension InkImage {
  /// Scales all rows with the Catmull-Rom kernel, widened when shrinking, so that every source pixel counts. The result
  /// is transposed, so that two calls scale both directions.
  /// - Parameters:
  ///   - origin: Start of the first target pixel in source pixels; may be outside.
  ///   - step: Source pixels per target pixel, above 0.
  ///   - target: Target pixels of a row.
  /// - Returns: An image as high as `target`.
  func scaledAndTransposed(origin: Double, step: Double, count target: Int) -> InkImage {
    let unit = 1 << 14
    let stretch = max(step, 1)
    let taps = min(Int((2 * stretch).rounded(.up)) * 2 + 1, width)
    // For each target pixel, its first source pixel, and the weights of as many as `taps`. These add up to `unit`, less
    // what falls outside the source, where there is no ink.
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
      unsafe values.withUnsafeBufferPointer { input in
        for x in 0..<target {
          let (start, weight) = (starts[x], x &* taps)
          for y in 0..<height {
            let source = y &* width &+ start
            var sum: Int32 = Int32(unit / 2)
            for tap in 0..<taps { sum &+= unsafe Int32(input[source &+ tap]) &* weights[weight &+ tap] }
            unsafe output[x &* height &+ y] = UInt8(clamping: sum >> 14)
          }
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
