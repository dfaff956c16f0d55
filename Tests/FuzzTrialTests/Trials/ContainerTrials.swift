import ImageContainers

enum ContainerTrials {
  /// A library gets only a complete picture of the same format and within the limits; filtering it again changes
  /// nothing. A file that can be filtered is complete. Texts are bounded.
  static func containers(_ bytes: [UInt8]) {
    let limits = ImageLimits(maximumBytes: 1 << 20, maximumPixels: 1 << 24, maximumSide: 1 << 14)
    let texts = unsafe ImageContainer.texts(in: bytes.span.bytes)
    precondition(texts.count <= 16 && texts.allSatisfy { $0.value.utf8.count <= 3 * 4096 })
    let defect = unsafe ImageContainer.defect(of: bytes.span.bytes, limits: limits)
    guard let filtered = try? ImageContainer.filter(bytes, limits: limits) else { return }
    precondition(defect == nil)
    precondition(filtered.width > 0 && filtered.height > 0 && filtered.width * filtered.height <= 1 << 24)
    precondition(max(filtered.width, filtered.height) <= 1 << 14)
    // Only the markers of JFIF and Adobe, or a WebP header, may be added.
    precondition(filtered.bytes.count <= bytes.count + 64)
    guard let again = try? ImageContainer.filter(filtered.bytes, limits: limits) else {
      preconditionFailure("what was filtered cannot be filtered again")
    }
    precondition(again.bytes == filtered.bytes)
  }

  /// libpng gets only a complete PNG of the chunks that make up the pixels, no longer than the file; filtering it again
  /// changes nothing. A file that can be filtered is complete.
  static func chunks(_ bytes: [UInt8]) {
    let limits = ImageLimits(maximumBytes: 1 << 20, maximumPixels: 1 << 24, maximumSide: 1 << 14)
    let defect = unsafe ImageContainer.defect(of: bytes.span.bytes, limits: limits)
    guard let filtered = try? unsafe PNGContainer.filter(bytes.span.bytes, limits: limits) else { return }
    precondition(defect == nil)
    precondition(filtered.bytes.count <= bytes.count)
    let (width, height) = (filtered.width, filtered.height)
    precondition(width > 0 && height > 0 && width * height <= 1 << 24 && max(width, height) <= 1 << 14)
    guard let again = try? unsafe PNGContainer.filter(filtered.bytes.span.bytes, limits: limits) else {
      preconditionFailure("what was filtered cannot be filtered again")
    }
    precondition(again.bytes == filtered.bytes && !again.isAnimated)
  }
}
