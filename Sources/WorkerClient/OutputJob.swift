package import LinuxSystem
package import ScanModel
package import WorkerProtocol

/// A job whose result the worker writes into a file of fixed size that the client gives it.
protocol OutputJob: Sendable {
  var timeout: Duration { get }
  /// Most bytes of the result. Pages that nobody writes to take no memory.
  var capacity: Int { get }

  func frame(request: UInt64) -> Frame

  /// Size in bytes of the result that a message announces; nil if it does not answer this job.
  func byteCount(announcedBy message: WorkerMessage) -> Int?
}

/// One screenshot to annotate.
package struct AnnotationJob: OutputJob {
  package var picture: RequestedPicture
  /// Most bytes of the result.
  package var capacity: Int
  /// Wall-clock time from dispatch until the worker is killed.
  package var timeout: Duration
  package var annotation: Annotation

  package init(_ picture: RequestedPicture, capacity: Int, timeout: Duration, annotation: Annotation) {
    self.picture = picture
    self.capacity = capacity
    self.timeout = timeout
    self.annotation = annotation
  }

  func frame(request: UInt64) -> Frame {
    AnnotationRequest(picture, capacity: capacity, annotation: annotation).frame(request: request)
  }

  func byteCount(announcedBy message: WorkerMessage) -> Int? {
    if case .annotated(let byteCount, _) = message { byteCount } else { nil }
  }
}

/// One screenshot whose pixels are wanted.
package struct RenderingJob: OutputJob {
  package var picture: RequestedPicture
  /// Wall-clock time from dispatch until the worker is killed.
  package var timeout: Duration
  /// The result keeps its shape and is scaled down until it fits into this size in pixels.
  package var fittingWidth: Int
  package var fittingHeight: Int

  /// Clamps the size to fit into to 1...16,384.
  package init(_ picture: RequestedPicture, timeout: Duration, fittingWidth: Int, fittingHeight: Int) {
    self.picture = picture
    self.timeout = timeout
    self.fittingWidth = min(max(1, fittingWidth), RenderingRequest.maximumResultSide)
    self.fittingHeight = min(max(1, fittingHeight), RenderingRequest.maximumResultSide)
  }

  var capacity: Int { fittingWidth * fittingHeight * 3 }

  func frame(request: UInt64) -> Frame {
    RenderingRequest(picture, fittingWidth: fittingWidth, fittingHeight: fittingHeight, capacity: capacity)
      .frame(request: request)
  }

  func byteCount(announcedBy message: WorkerMessage) -> Int? {
    guard case .rendered(let width, let height, _) = message, width <= fittingWidth, height <= fittingHeight else {
      return nil
    }
    return width * height * 3
  }
}

/// Why there is no result.
package struct OutputJobFailure: Error, Sendable {
  /// Never `complete`.
  package let end: RecognitionOutcome.End

  init(end: RecognitionOutcome.End) { self.end = end }

  init(_ error: SystemError) { self.init(end: .unavailable("\(error.reason)")) }
}

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
