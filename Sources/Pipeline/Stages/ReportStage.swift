package import FoundationEssentials
package import ScanModel
internal import ScreenshotLibrary

/// Builds the report: what was found, in which file, and when.
package struct ReportStage: Sendable {
  /// The screenshot that a report is about.
  package struct Subject: Sendable {
    package var request: ScanRequest
    /// Lower-case hexadecimal; nil if the bytes were not available.
    package var sha256: String?
    /// Nil if unknown.
    package var capturedAt: Date?

    package init(_ request: ScanRequest, sha256: String? = nil, capturedAt: Date? = nil) {
      self.request = request
      self.sha256 = sha256
      self.capturedAt = capturedAt
    }

    init(_ request: ScanRequest, _ content: ScreenshotContent) {
      self.init(request, sha256: content.sha256, capturedAt: content.capturedAt)
    }
  }

  package init() {}

  /// - Parameters:
  ///   - findings: What was found.
  ///   - subject: The screenshot in which it was found.
  ///   - timings: Of the stages; the total is added.
  ///   - now: The present time.
  /// - Returns: The report, with the times and the identifier of the request.
  package func run(
    _ findings: Findings, about subject: Subject, _ timings: ScanReport.Timings, at now: Date = Date()
  ) -> ScanReport {
    let request = subject.request
    var timings = timings
    timings.total = (SuspendingClock.now - request.beganAt).milliseconds
    var report = ScanReport(
      id: request.id.uuidString.lowercased(), path: request.path, sha256: subject.sha256, source: request.source,
      capturedAt: subject.capturedAt, scannedAt: now, image: nil, riskLevel: .unknown, confidence: nil,
      scamProbability: nil, category: .unknown, explanation: "", advice: "", evidence: [], text: nil, ocr: nil,
      requiresReview: false, timings: timings, error: nil)
    report.findings = findings
    return report
  }
}
