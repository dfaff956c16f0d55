internal import FoundationEssentials
package import ScanModel
internal import ScreenshotLibrary

extension ScanReport {
  /// A report on a screenshot of which nothing is known yet.
  /// - Parameters:
  ///   - request: Which screenshot it is, and who asked for it.
  ///   - sha256: Of its bytes, in lower-case hexadecimal; nil if they are not available.
  package init(_ request: ScanRequest, sha256: String? = nil) {
    self.init(
      id: request.id.uuidString.lowercased(), path: request.path, sha256: sha256, source: request.source,
      timings: Timings(queue: request.queueTime))
  }

  /// The same findings in another copy of a screenshot.
  func repeated(in content: ScreenshotContent, _ request: ScanRequest) -> ScanReport {
    let new = ScanReport(request, sha256: content.sha256)
    var report = self
    report.id = new.id
    report.path = new.path
    report.sha256 = new.sha256
    report.source = new.source
    report.capturedAt = content.capturedAt
    report.timings = new.timings
    return report
  }

  /// The same report at the end of its scan.
  func ended(_ request: ScanRequest) -> ScanReport {
    var report = self
    report.scannedAt = Date()
    report.timings.total = (SuspendingClock.now - request.beganAt).milliseconds
    return report
  }
}
