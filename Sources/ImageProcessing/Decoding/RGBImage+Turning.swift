internal import ImageContainers
internal import ScanModel

extension RGBImage {
  func turned(_ orientation: ImageOrientation) -> RGBImage {
    guard orientation != .upright else { return self }
    let (last, lastRow) = (width * height - 1, width * (height - 1))
    // In pixels of this image: where the first shown pixel is, and the steps to the next one to the right and below.
    let (start, right, down) =
      switch orientation {
      case .upright: (0, 1, width)
      case .mirrored: (width - 1, -1, width)
      case .turnedHalf: (last, -1, -width)
      case .mirroredTurnedHalf: (lastRow, 1, -width)
      case .transposed: (0, width, 1)
      case .turnedRight: (lastRow, -width, 1)
      case .transversed: (last, -width, -1)
      case .turnedLeft: (width - 1, width, -1)
      }
    let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
    let turned = unsafe [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, initializedCount in
      let source = pixels.span
      // In tiles, because every pixel in a column of a large image would touch another page of memory.
      let tile = 64
      for top in stride(from: 0, to: newHeight, by: tile) {
        for left in stride(from: 0, to: newWidth, by: tile) {
          for y in top..<min(top + tile, newHeight) {
            for x in left..<min(left + tile, newWidth) {
              let (from, to) = (3 &* (start &+ x &* right &+ y &* down), 3 &* (y &* newWidth &+ x))
              for channel in 0..<3 { unsafe buffer[to &+ channel] = source[unchecked: from &+ channel] }
            }
          }
        }
      }
      initializedCount = pixels.count
    }
    return RGBImage(width: newWidth, height: newHeight, pixels: turned)
  }
}
