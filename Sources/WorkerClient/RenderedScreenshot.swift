package import LinuxSystem

/// The pixels of a screenshot, to be shown: as untrusted as the worker that gave them, but nothing else than pixels.
package final class RenderedScreenshot: Sendable {
  /// In pixels, above 0.
  package let width: Int
  /// In pixels, above 0.
  package let height: Int
  /// 8-bit red, green and blue, rows from the top, tightly packed: `width * height * 3` bytes.
  package let pixels: SealedMemory

  init(width: Int, height: Int, pixels: consuming SealedMemory) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
