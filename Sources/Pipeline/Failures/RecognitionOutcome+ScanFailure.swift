internal import ScanModel
internal import WorkerClient
internal import WorkerProtocol

extension RecognitionOutcome {
  /// Translates the end of a recognition into a failure that the user sees.
  /// - Parameters:
  ///   - name: The picture's name in messages.
  ///   - timeout: The time that was allowed for reading.
  /// - Returns: Why not every line was read; nil if each was.
  func scanFailure(name: String, timeout: Duration) -> ScanFailure? { end.scanFailure(name: name, timeout: timeout) }
}

extension RecognitionOutcome.End {
  /// The same, for the end alone.
  func scanFailure(name: String, timeout: Duration) -> ScanFailure? {
    switch self {
    case .complete, .cancelled: nil
    case .timedOut: ScanFailure(.timedOut, subject: name, detail: "\(timeout.secondsText) s to read")
    case .crashed(let reason): ScanFailure(.workerCrashed, subject: name, detail: reason)
    case .unavailable(let reason): ScanFailure(.workerUnavailable, detail: reason)
    case .failed(let failure): failure.scanFailure(name: name)
    }
  }
}

extension WorkerFailure {
  fileprivate func scanFailure(name: String) -> ScanFailure {
    switch code {
    case .unsupportedFormat: ScanFailure(.unsupportedFormat, subject: name, detail: detail)
    case .truncated: ScanFailure(.truncated, subject: name, detail: detail)
    case .corrupt: ScanFailure(.corruptImage, subject: name, detail: detail)
    case .tooLarge: ScanFailure(.imageTooLarge, subject: name, detail: detail)
    case .unsupportedLanguage: ScanFailure(.unsupportedLanguage, subject: detail)
    case .engine, .protocolViolation, .outOfMemory:
      ScanFailure(.recognitionFailed, subject: name, detail: detail)
    }
  }
}
