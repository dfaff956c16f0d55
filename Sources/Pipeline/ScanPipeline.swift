internal import EventLog
internal import History
package import ScanModel
package import ScreenshotLibrary
internal import SystemPackage
internal import WorkerClient

/// The stages of a scan, the same for every caller:
///
///     Intake ─► Lookup ─► Recognition ─► PostCorrection ─► RiskAnalysis ─► Feedback ─► Report ─► Persistence
///
/// Each takes and returns a value and does not know its caller; `ScanPolicy` holds what differs. Callers run the last
/// stage themselves: the daemon may have to scan again after a crash. In Daemon, `AlertLedger` decides on notification.
package struct ScanPipeline: Sendable {
  package let intake: IntakeStage
  let lookup: LookupStage
  let recognition: RecognitionStage
  let postCorrection: PostCorrectionStage
  let riskAnalysis: RiskAnalysisStage
  let feedback = FeedbackStage()
  package let persistence: PersistenceStage
  let events: EventLog

  /// Runs the stages from Intake to Report, on whatever can be read in time.
  package func run(_ source: IntakeStage.Source, _ request: ScanRequest, _ policy: ScanPolicy) async -> ScanResult {
    var request = request
    do throws(IntakeFailure) {
      let content = try intake.run(source)
      // Waiting for a slow pipe is not part of the scan.
      if case .standardInput = source { request.beganAt = .now }
      if let result = await run(content, request, policy) { return result }
      let cancelled = ScanFailure(.recognitionFailed, subject: request.name, detail: "it was cancelled")
      return ScanResult(report: report(cancelled, request), content: content)
    } catch {
      let failure = error.scanFailure(
        name: request.name, wasAnnounced: source.wasAnnounced, maximumBytes: intake.maximumBytes)
      return ScanResult(report: report(failure, request))
    }
  }

  /// Runs the stages from Lookup to Report on bytes that were already read. Calls `didRead` when the text has been
  /// read, before it is judged. Nil if the task was cancelled.
  package func run(
    _ content: ScreenshotContent, _ request: ScanRequest, _ policy: ScanPolicy, didRead: @Sendable () -> Void = {}
  ) async -> ScanResult? {
    let known = await lookup.run(content.sha256)
    if let report = known.report {
      return ScanResult(report: repeated(report, known.userVerdict, in: content, request), content: content)
    }
    let trace = ScanTrace(events: events, request: request)
    trace.began(with: content)
    let outcome = await recognition.run(content, request, policy)
    if outcome.end == .cancelled { return nil }
    trace.recognized(outcome, timeout: policy.timeout)
    didRead()

    let analysisBegan = SuspendingClock.now
    let page = postCorrection.run(outcome, name: request.name, timeout: policy.timeout)
    var report = ScanReport(request, sha256: content.sha256)
    report.capturedAt = content.capturedAt
    report.timings.decode = outcome.decodeTime?.milliseconds
    report.timings.recognize = outcome.recognizeTime?.milliseconds
    report = feedback.run(riskAnalysis.run(report, page, feedback: known.feedback), known.userVerdict)
    report.timings.analyze = (SuspendingClock.now - analysisBegan).milliseconds
    report = report.ended(request)
    trace.completed(report)
    return ScanResult(report: report, content: content, historyFailure: known.failure)
  }

  // MARK: Shorter ways

  /// Runs only Feedback and Report, on another copy of a screenshot that was judged before.
  package func repeated(
    _ report: ScanReport, _ userVerdict: FeedbackItem?, in content: ScreenshotContent, _ request: ScanRequest
  ) -> ScanReport {
    feedback.run(report.repeated(in: content, request), userVerdict).ended(request)
  }

  /// Reports that a screenshot cannot be read, with the level unknown and the hash of its bytes, if they are available.
  package func report(_ failure: ScanFailure, _ request: ScanRequest, sha256: String? = nil) -> ScanReport {
    let trace = ScanTrace(events: events, request: request)
    trace.failed(failure)
    let report = ScanReport(request, sha256: sha256).failed(failure).ended(request)
    trace.completed(report)
    return report
  }

  /// The connection that only reads goes first: the write-ahead log is put away when the last one closes, and that one
  /// must be allowed to write (https://www.sqlite.org/wal.html).
  package func closeHistory() {
    lookup.history?.close()
    persistence.close()
  }

  /// Frees caches that are refilled on demand; for a program that is idle.
  package func releaseMemory() { riskAnalysis.releaseMemory() }
}

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

  func record(
    _ event: ScanEvent, about file: FilePath? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    events.record(event, scanID: request.id, about: file, fileID: fileID, line: line)
  }
}
