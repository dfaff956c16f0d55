package import ScanModel
package import WorkerProtocol

/// One picture to be read.
package struct RecognitionJob: Sendable {
  /// Bytes of the PNG behind the descriptor.
  package var byteCount: Int
  /// How many workers share the lines of the picture, at least 1.
  package var shares: Int
  /// Wall-clock time from dispatch until everything that works on the picture is killed.
  package var timeout: Duration
  package var maximumPixels: Int
  package var maximumSide: Int
  /// What is read; the plain picture by one worker, whatever `shares` says.
  package var form: RecognitionInput

  package init(
    byteCount: Int, shares: Int, timeout: Duration, maximumPixels: Int, maximumSide: Int = 16_384,
    form: RecognitionInput = .prepared
  ) {
    self.byteCount = byteCount
    self.shares = shares
    self.timeout = timeout
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.form = form
  }
}

/// What became of a picture: the lines that arrived, and how it ended.
package struct RecognitionOutcome: Sendable {
  package enum End: Sendable, Hashable {
    /// Every line was read.
    case complete
    /// The deadline passed; what was read before is kept.
    case timedOut
    /// The worker could not read the picture.
    case failed(WorkerFailure)
    /// A worker ended without finishing; the words say how.
    case crashed(String)
    /// No worker could be started.
    case unavailable(String)
    /// The caller gave up.
    case cancelled
  }

  package var end: End
  /// Version of the engine that read; nil if none came up.
  package var engineVersion: String?
  /// Size of the picture in pixels; nil if it was not decoded.
  package var size: (width: Int, height: Int)?
  /// Lines on the page before any was read, as the workers found them; nil if they did not get that far.
  package var lineCount: Int?
  /// The lines in the order they arrived.
  package var lines: [RecognizedLine] = []
  /// Slowest share, decoding and line finding; nil if it did not get that far.
  package var decodeTime: Duration?
  /// Slowest share; nil if none finished.
  package var recognizeTime: Duration?
  /// Of a drawing instead of lines: its bytes; nil if there is none.
  var drawnByteCount: Int?

  init(end: End) { self.end = end }
}
