package import EventLog
package import FoundationEssentials
package import History
package import ScanModel
package import ScreenshotLibrary

/// What to scan, and on whose behalf.
package struct ScanRequest: Sendable {
  package var id: UUID
  /// The file's path for display; nil for standard input.
  package var path: String?
  /// Its name in messages.
  package var name: String
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

  /// Milliseconds between the announcement and the beginning; 0 if it did not wait.
  var queueTime: Double { announcedAt.map { (beganAt - $0).milliseconds } ?? 0 }
}

/// The outcome of one scan.
package struct ScanResult: Sendable {
  package var report: ScanReport
  /// The bytes that were scanned; nil if they were not available.
  package var content: ScreenshotContent?
  /// Why the history could not be asked; nil if it could.
  package var historyFailure: HistoryFailure?
}
