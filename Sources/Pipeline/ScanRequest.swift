package import EventLog
package import FoundationEssentials
package import History
package import ScanModel
package import ScreenshotLibrary
package import Settings

/// What to scan, and on whose behalf.
package struct ScanRequest: Sendable {
  package let id = UUID()
  /// The file's path for display; nil for standard input.
  package var path: String?
  package var name: Message
  package var source: ScanSource
  /// What triggered the scan, for the event log.
  package var trigger: ScanEvent.Trigger
  /// When the file was announced; nil if it did not wait.
  package var announcedAt: SuspendingClock.Instant?
  /// When fetching began; the deadline counts from here.
  package var beganAt: SuspendingClock.Instant
  /// The start of the scan is already in the event log.
  package var hasStarted: Bool

  package init(
    path: String?, name: Message, source: ScanSource, trigger: ScanEvent.Trigger,
    announcedAt: SuspendingClock.Instant? = nil, beganAt: SuspendingClock.Instant = .now, hasStarted: Bool = false
  ) {
    self.path = path
    self.name = name
    self.source = source
    self.trigger = trigger
    self.announcedAt = announcedAt
    self.beganAt = beganAt
    self.hasStarted = hasStarted
  }

  /// Milliseconds between the announcement and the beginning; 0 if it did not wait.
  var queueTime: Double { announcedAt.map { (beganAt - $0).milliseconds } ?? 0 }
}

package struct ScanResult: Sendable {
  package var report: ScanReport
  /// The bytes that were scanned; nil if they were not available.
  package var content: ScreenshotContent?
  /// Why the history could not be asked; nil if it could.
  package var historyFailure: HistoryFailure?
}

/// What differs between callers of the pipeline.
package struct ScanPolicy: Sendable, Hashable {
  package var timeout: Duration
  /// How many workers share the lines of one picture, at least 1.
  package var shares: Int
  /// What to do when a worker ends without an answer: try twice more, after pauses, then read the plain picture; or
  /// give up, because the caller scans again later, and sets the screenshot aside after the second crash.
  package var retriesCrashes: Bool

  /// For a scan that a user is waiting for: the picture is read now.
  package static func requested(_ settings: Settings, shares: Int? = nil) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: shares ?? settings.workers, retriesCrashes: true)
  }

  /// For many pictures, several at a time: sharing a picture finishes it sooner but takes more processor time in total.
  package static func bulk(_ settings: Settings) -> ScanPolicy {
    requested(settings, shares: 1)
  }

  /// For the daemon, which has a queue to retry from.
  package static func unattended(_ settings: Settings) -> ScanPolicy {
    ScanPolicy(timeout: settings.scanTimeout, shares: settings.workers, retriesCrashes: false)
  }
}

extension ScanReport {
  /// A report on a screenshot of which nothing is known yet but the hash of its bytes, if they are available.
  package init(_ request: ScanRequest, sha256: String? = nil) {
    self.init(id: request.id.uuidString.lowercased())
    self.sha256 = sha256
    path = request.path
    source = request.source
    timings.queue = request.queueTime
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

  func ended(_ request: ScanRequest) -> ScanReport {
    var report = self
    report.scannedAt = Date()
    report.timings.total = (SuspendingClock.now - request.beganAt).milliseconds
    return report
  }
}
