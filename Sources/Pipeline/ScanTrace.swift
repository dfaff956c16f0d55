internal import EventLog
internal import ScanModel
internal import ScreenshotLibrary
internal import WorkerClient

/// Writes the steps of one scan to the event log.
struct ScanTrace {
  let events: EventLog
  let request: ScanRequest

  /// The bytes were read and go to a worker.
  func began(with content: ScreenshotContent) {
    started()
    record(.fetchSucceeded(capturedAt: content.capturedAt, bytes: Int(clamping: content.byteCount)))
    record(.conversionStarted)
  }

  /// The bytes could not be read.
  func failed(_ failure: ScanFailure) {
    started()
    record(.fetchFailed(code: failure.code))
  }

  func recognized(_ outcome: RecognitionOutcome, timeout: Duration) {
    if let size = outcome.size {
      record(.conversionSucceeded(width: size.width, height: size.height))
      record(.ocrTriggered(source: request.source))
    } else if let failure = outcome.end.scanFailure(name: request.name, timeout: timeout) {
      record(.conversionFailed(code: failure.code))
    }
  }

  func completed(_ report: ScanReport) {
    record(
      .complete(
        duration: SuspendingClock.now - request.beganAt, success: report.riskLevel != .unknown,
        riskLevel: report.riskLevel))
  }

  private func started() {
    if request.hasStarted { return }
    record(.started(trigger: request.trigger))
    record(.fetchStarted)
  }

  private func record(_ event: ScanEvent, line: UInt = #line) {
    events.record(event, scanID: request.id, line: line)
  }
}
