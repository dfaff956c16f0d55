internal import ScanModel

extension RGBImage {
  /// The image at a third of its size, each pixel the mean of nine. Incomplete pixels are cut off.
  /// - Returns: Nil if nothing would be left.
  func reducedToThird() -> RGBImage? {
    let (columns, rows) = (width / 3, height / 3)
    guard columns > 0, rows > 0 else { return nil }
    let rowBytes = width * 3
    var sums = [UInt16](repeating: 0, count: rowBytes)
    let reduced = unsafe [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { target, count in
      let source = pixels.span
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for row in 0..<rows {
          let start = row &* 3 &* rowBytes
          for index in 0..<rowBytes {
            let above =
              unsafe UInt16(source[unchecked: start &+ index]) &+ UInt16(source[unchecked: start &+ rowBytes &+ index])
            unsafe sums[index] = above &+ UInt16(source[unchecked: start &+ 2 &* rowBytes &+ index])
          }
          for column in 0..<columns {
            for channel in 0..<3 {
              let from = column &* 9 &+ channel
              let sum = unsafe UInt32(sums[from]) &+ UInt32(sums[from &+ 3]) &+ UInt32(sums[from &+ 6])
              // Division by 9 as multiplication by 7282 / 2^16, exact for sums up to 9 * 255.
              unsafe target[(row &* columns &+ column) &* 3 &+ channel] = UInt8(
                truncatingIfNeeded: (sum &* 7_282) &>> 16)
            }
          }
        }
      }
      count = columns * rows * 3
    }
    return RGBImage(width: columns, height: rows, pixels: reduced)
  }
}
