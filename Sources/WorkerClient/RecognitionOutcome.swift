package import ScanModel
package import WorkerProtocol

/// One screenshot to read.
package struct RecognitionJob: Sendable {
  package var picture: RequestedPicture
  /// How many workers share the lines, at least 1.
  package var shares: Int
  /// Wall-clock time from dispatch until every worker on it is killed.
  package var timeout: Duration
  /// What to read. The plain image is read by one worker, whatever `shares` says.
  package var form: RecognitionInput

  package init(_ picture: RequestedPicture, shares: Int, timeout: Duration, form: RecognitionInput = .prepared) {
    self.picture = picture
    self.shares = shares
    self.timeout = timeout
    self.form = form
  }
}

/// The lines that arrived and how recognition ended.
package struct RecognitionOutcome: Sendable {
  /// As an error, why a worker has written nothing: never `complete`.
  package enum End: Error, Sendable, Hashable {
    case complete
    /// The deadline passed. What was read before is kept.
    case timedOut
    case failed(WorkerFailure)
    /// A worker ended without finishing; the text says how.
    case crashed(Message)
    case unavailable(Message)
    /// The caller gave up.
    case cancelled
  }

  package var end: End
  /// Version of the engine; nil if none came up.
  package var engineVersion: String?
  /// Size of the image in pixels; nil if it was not decoded.
  package var size: (width: Int, height: Int)?
  /// Whether the file has further frames, at which nobody looked.
  package var isAnimated = false
  /// Lines that the workers found on the page before reading any; nil if they did not get that far.
  package var lineCount: Int?
  /// The lines in order of arrival.
  package var lines: [RecognizedLine] = []
  /// The codes; nil if no worker got that far. Codes that are missing do not affect the words.
  package var codes: CodeReading?
  /// Time for decoding and line finding, of the slowest share; nil if none got that far.
  package var decodeTime: Duration?
  /// Time for recognition, of the slowest share; nil if none finished.
  package var recognizeTime: Duration?
  var outputByteCount: Int?
}
