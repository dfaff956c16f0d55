/// Limits of a PNG, checked before anything of that size is allocated.
package struct PNGLimits: Sendable, Hashable {
  /// Size of the file.
  package var maximumBytes: Int
  /// Width times height.
  package var maximumPixels: Int
  /// Width and height each.
  package var maximumSide: Int
  /// Chunks in the file, kept or not. Legal files may split their image data finely.
  package var maximumChunks: Int

  package init(
    maximumBytes: Int = 64 << 20,  // well above a losslessly packed 8K screenshot
    maximumPixels: Int = 64_000_000,  // 8K has 33 million
    maximumSide: Int = 16_384,  // Tesseract refuses more than 32,767 (thresholder.cpp)
    maximumChunks: Int = 65_536
  ) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.maximumChunks = maximumChunks
  }
}
