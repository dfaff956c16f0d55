import ImageContainers

enum ContainerTrials {
  /// What reaches libpng is a complete PNG of the chunks that make up the pixels, no longer than the file, and filtering
  /// it changes nothing. A file that can be filtered is complete.
  static func chunks(_ bytes: [UInt8]) {
    let limits = ImageLimits(maximumBytes: 1 << 20, maximumPixels: 1 << 24, maximumSide: 1 << 14)
    let completeness = ImageContainer.completeness(of: bytes, limits: limits)
    guard let filtered = try? PNGContainer.filter(bytes, limits: limits) else { return }
    precondition(completeness == .complete)
    precondition(filtered.bytes.count <= bytes.count)
    let (width, height) = (filtered.header.width, filtered.header.height)
    precondition(width > 0 && height > 0 && width * height <= 1 << 24 && max(width, height) <= 1 << 14)
    guard let again = try? PNGContainer.filter(filtered.bytes, limits: limits) else {
      preconditionFailure("what was filtered cannot be filtered again")
    }
    precondition(again.bytes == filtered.bytes && !again.hasTrailingData && !again.isAnimated)
  }
}
