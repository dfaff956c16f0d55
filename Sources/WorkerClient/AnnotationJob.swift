package import ScanModel

/// One screenshot to annotate.
package struct AnnotationJob: Sendable {
  /// Bytes of the picture behind the descriptor.
  package var byteCount: Int
  /// Most bytes of the result.
  package var capacity: Int
  /// Wall-clock time from dispatch until the worker is killed.
  package var timeout: Duration
  package var maximumPixels: Int
  package var maximumSide: Int
  package var annotation: Annotation

  package init(
    byteCount: Int, capacity: Int, timeout: Duration, maximumPixels: Int, maximumSide: Int = 16_384,
    annotation: Annotation
  ) {
    self.byteCount = byteCount
    self.capacity = capacity
    self.timeout = timeout
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.annotation = annotation
  }
}

/// Why there is no annotated image.
package struct AnnotationJobFailure: Error, Sendable {
  /// Never `complete`.
  package var end: RecognitionOutcome.End
}
