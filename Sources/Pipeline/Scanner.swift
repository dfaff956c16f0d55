package import EventLog
package import FoundationEssentials
package import RiskAnalysis
package import ScanModel
package import ScreenshotLibrary
package import WorkerClient

/// The one pipeline: bytes in, report out. The command and the daemon differ only in where bytes come from and where
/// the report goes.
package struct Scanner: Sendable {
  /// The numbers a scan keeps to.
  package struct Limits: Sendable {
    /// Wall-clock time for fetching, decoding and recognizing.
    package var timeout: Duration
    package var maximumPixels: Int
    package var maximumBytes: Int64

    package init(timeout: Duration, maximumPixels: Int, maximumBytes: Int64) {
      self.timeout = timeout
      self.maximumPixels = maximumPixels
      self.maximumBytes = maximumBytes
    }
  }

  /// What is to be scanned, and for whom.
  package struct Request: Sendable {
    package var id: UUID
    /// The file as it may be shown; nil for standard input.
    package var path: String?
    /// How messages name it.
    package var name: String
    package var source: ScanSource
    /// What asked for the scan, for the event log.
    package var trigger: ScanEvent.Trigger
    /// When the file was announced; nil if it did not wait.
    package var announcedAt: SuspendingClock.Instant?
    /// When fetching began: the deadline counts from here.
    package var beganAt: SuspendingClock.Instant
    /// The beginning is in the event log already.
    package var hasStarted: Bool

    package init(
      id: UUID = UUID(), path: String?, name: String, source: ScanSource, trigger: ScanEvent.Trigger,
      announcedAt: SuspendingClock.Instant? = nil, beganAt: SuspendingClock.Instant = .now, hasStarted: Bool = false
    ) {
      self.id = id
      self.path = path
      self.name = name
      self.source = source
      self.trigger = trigger
      self.announcedAt = announcedAt
      self.beganAt = beganAt
      self.hasStarted = hasStarted
    }
  }

  /// What follows when a worker ends without an answer.
  package enum AfterCrash: Sendable, Hashable {
    /// Nothing: the caller has it scanned again, later and with all the time that is allowed, and sets it aside after the
    /// second crash.
    case ends
    /// It is tried twice more, after pauses; then the plain picture is read.
    case triesAgain
  }

  /// Analysis takes a few milliseconds; a text made to be slow must not hold up the next screenshot.
  private static let analysisLimit: Duration = .seconds(1)

  package let limits: Limits
  private let pool: WorkerPool
  private let analyzer: RiskAnalyzer
  private let languages: [String]
  private let events: EventLog

  package init(
    pool: WorkerPool, analyzer: RiskAnalyzer, languages: [String], limits: Limits, events: EventLog
  ) {
    self.pool = pool
    self.analyzer = analyzer
    self.languages = languages
    self.limits = limits
    self.events = events
  }

  /// Reads and judges one screenshot.
  /// - Parameters:
  ///   - content: The bytes, read once.
  ///   - request: What is known of it.
  ///   - shares: How many workers share its lines.
  ///   - learnt: What was learnt from the user.
  ///   - afterCrash: What follows when a worker ends without an answer.
  ///   - didRead: Called when the text is there and is about to be judged.
  /// - Returns: Always a report, on whatever could be read in time; nil only if the task was cancelled.
  package func scan(
    _ content: ScreenshotContent, _ request: Request, shares: Int, learnt: FeedbackList = .empty,
    afterCrash: AfterCrash = .triesAgain, didRead: @Sendable () -> Void = {}
  ) async -> ScanReport? {
    recordStart(request)
    events.record(
      .fetchSucceeded(capturedAt: content.capturedAt, bytes: Int(clamping: content.byteCount)), scanID: request.id)
    events.record(.conversionStarted, scanID: request.id)
    let reader = RecognitionRetry(
      pool: pool, deadline: request.beganAt + limits.timeout,
      job: RecognitionJob(
        byteCount: Int(clamping: content.byteCount), shares: shares, timeout: limits.timeout,
        maximumPixels: limits.maximumPixels))
    let outcome = await reader.read(content.descriptor, afterCrash: afterCrash)
    if outcome.end == .cancelled { return nil }
    record(outcome, request)
    didRead()

    var subject = subject(of: request, sha256: content.sha256, capturedAt: content.capturedAt)
    subject.timings.decode = outcome.decodeTime?.milliseconds
    subject.timings.recognize = outcome.recognizeTime?.milliseconds
    let analysisBegan = SuspendingClock.now
    var report = ReportBuilder(subject: subject, timeout: limits.timeout)
      .report(outcome, languages: languages) { page in
        analyzer.analyze(page, learnt: learnt, deadline: .now + Self.analysisLimit)
      }
    report.timings.analyze = (SuspendingClock.now - analysisBegan).milliseconds
    report.timings.total = (SuspendingClock.now - request.beganAt).milliseconds
    finish(report, request)
    return report
  }

  /// Lets go of what judging keeps in memory; for a watcher that comes to rest.
  package func releaseMemory() { analyzer.releaseMemory() }

  /// The failure behind an outcome; nil if every line was read.
  package static func failure(of outcome: RecognitionOutcome, name: String, timeout: Duration) -> ScanFailure? {
    ReportBuilder.failure(of: outcome, name: name, timeout: timeout)
  }

  /// The report on a screenshot whose bytes could not be had.
  package func report(_ failure: ScanFailure, _ request: Request, sha256: String? = nil) -> ScanReport {
    recordStart(request)
    events.record(.fetchFailed(code: failure.code), scanID: request.id)
    var report = ReportBuilder(
      subject: subject(of: request, sha256: sha256, capturedAt: nil), timeout: limits.timeout
    ).report(failure: failure)
    report.timings.total = (SuspendingClock.now - request.beganAt).milliseconds
    finish(report, request)
    return report
  }

  private func subject(of request: Request, sha256: String?, capturedAt: Date?) -> ReportBuilder.Subject {
    ReportBuilder.Subject(
      id: request.id.uuidString.lowercased(), path: request.path, name: request.name, source: request.source,
      sha256: sha256, capturedAt: capturedAt, scannedAt: Date(),
      timings: ScanReport.Timings(queue: request.announcedAt.map { (request.beganAt - $0).milliseconds } ?? 0))
  }

  private func recordStart(_ request: Request) {
    if request.hasStarted { return }
    events.record(.started(trigger: request.trigger), scanID: request.id)
    events.record(.fetchStarted, scanID: request.id)
  }

  private func record(_ outcome: RecognitionOutcome, _ request: Request) {
    if let size = outcome.size {
      events.record(.conversionSucceeded(width: size.width, height: size.height), scanID: request.id)
      events.record(.ocrTriggered(source: request.source), scanID: request.id)
    } else if let failure = ReportBuilder.failure(of: outcome, name: request.name, timeout: limits.timeout) {
      events.record(.conversionFailed(code: failure.code), scanID: request.id)
    }
  }

  private func finish(_ report: ScanReport, _ request: Request) {
    events.record(
      .complete(
        duration: SuspendingClock.now - request.beganAt, success: report.riskLevel != .unknown,
        riskLevel: report.riskLevel), scanID: request.id)
  }
}
