/// Limits of a picture, checked before anything of that size is allocated.
package struct ImageLimits: Sendable, Hashable {
  /// Size of the file.
  package var maximumBytes: Int
  /// Width times height.
  package var maximumPixels: Int
  /// Width and height each.
  package var maximumSide: Int
  /// Parts of the container (chunks, segments), kept or not. Legal files may split their image data finely.
  package var maximumParts: Int

  package init(
    maximumBytes: Int = 64 << 20,  // well above a losslessly packed 8K screenshot
    maximumPixels: Int = 64_000_000,  // 8K has 33 million
    maximumSide: Int = 16_384,  // Tesseract refuses more than 32,767 (thresholder.cpp)
    maximumParts: Int = 65_536
  ) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.maximumParts = maximumParts
  }
}
