internal import ScanModel
internal import WorkerClient
internal import WorkerProtocol

extension RecognitionOutcome {
  /// Translates the end of a recognition into a failure for the user.
  /// - Parameters:
  ///   - name: How messages name the picture.
  ///   - timeout: The time that reading it was given.
  /// - Returns: Why not every line was read; nil if each was.
  func scanFailure(name: String, timeout: Duration) -> ScanFailure? { end.scanFailure(name: name, timeout: timeout) }
}

extension RecognitionOutcome.End {
  /// As for the outcome.
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
