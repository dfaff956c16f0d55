package import LinuxSystem
internal import WorkerProtocol

/// One screenshot whose pixels are wanted.
package struct RenderingJob: Sendable {
  /// Bytes of the file behind the descriptor.
  package var byteCount: Int
  /// Wall-clock time from dispatch until the worker is killed.
  package var timeout: Duration
  package var maximumPixels: Int
  package var maximumSide: Int
  /// The result keeps its shape and is scaled down until it fits into this size in pixels.
  package var fittingWidth: Int
  package var fittingHeight: Int

  /// Clamps the size to fit into to 1...16,384.
  package init(
    byteCount: Int, timeout: Duration, maximumPixels: Int, maximumSide: Int = 16_384, fittingWidth: Int,
    fittingHeight: Int
  ) {
    self.byteCount = byteCount
    self.timeout = timeout
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.fittingWidth = min(max(1, fittingWidth), RenderingRequest.maximumResultSide)
    self.fittingHeight = min(max(1, fittingHeight), RenderingRequest.maximumResultSide)
  }

  /// Most bytes of the result. Pages that nobody writes to take no memory.
  var capacity: Int { fittingWidth * fittingHeight * 3 }
}

/// The pixels of a screenshot, for display: as untrusted as the worker that sent them, but certainly only pixels.
package final class RenderedScreenshot: Sendable {
  /// In pixels, above 0.
  package let width: Int
  package let height: Int
  /// 8-bit red, green and blue, rows from the top, tightly packed: `width * height * 3` bytes.
  package let pixels: SealedMemory

  init(width: Int, height: Int, pixels: consuming SealedMemory) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// Why there are no pixels.
package struct RenderingJobFailure: Error, Sendable {
  /// Never `complete`.
  package var end: RecognitionOutcome.End
}
