package import ScanModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The importance of an event; lowest first.
package enum EventLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  case debug, info, warning, error, critical

  package static func < (left: EventLevel, right: EventLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    case .critical: 4
    }
  }

  init(_ severity: FailureSeverity) {
    switch severity {
    case .low: self = .info
    case .medium: self = .warning
    case .high: self = .error
    case .critical: self = .critical
    }
  }
}

/// One step in the processing of a screenshot, as written to the event log.
///
/// No case takes free text, so recognized text, paths and messages cannot get into the log even by mistake.
package enum ScanEvent: Sendable, Hashable {
  /// What triggered a scan.
  package enum Trigger: String, Sendable, Hashable, CaseIterable {
    /// A new file in a watched folder.
    case watch
    /// A file left in the queue by the daemon's last run.
    case recovery
    case latest, open, pick, file, clipboard
    case standardInput = "standard_input"
  }

  /// What access the screenshots folder allows.
  package enum Access: String, Sendable, Hashable, CaseIterable {
    case authorized, limited, denied
    case notDetermined = "not_determined"
  }

  package enum RescanReason: String, Sendable, Hashable, CaseIterable {
    case start, periodic, overflow, resumed
    case folderChanged = "folder_changed"
    case watchFailed = "watch_failed"
  }

  package enum WorkerEnd: String, Sendable, Hashable, CaseIterable {
    case finished, idle, stopped, crashed
    case timedOut = "timed_out"
    case protocolError = "protocol_error"
  }

  case started(trigger: Trigger)
  case permissionCheck(status: Access)
  case settingDisabled
  case fetchStarted
  case fetchSucceeded(capturedAt: Date?, bytes: Int)
  case fetchFailed(code: ScanFailure.Code)
  case conversionStarted
  /// Width and height in pixels.
  case conversionSucceeded(width: Int, height: Int)
  case conversionFailed(code: ScanFailure.Code)
  case ocrTriggered(source: ScanSource)
  case debounced
  case alreadyRunning
  case queued
  /// The folders were listed, and this many new files were found.
  case rescan(reason: RescanReason, found: Int)
  case alertShown
  case alertFailed
  case fallbackToManual(reason: ScanFailure.Code)
  case workerStarted
  case workerEnded(reason: WorkerEnd)
  case complete(duration: Duration, success: Bool, riskLevel: RiskLevel)
}

extension ScanEvent {
  /// The value of the key `event`.
  package var name: String {
    switch self {
    case .started: "started"
    case .permissionCheck: "permission_check"
    case .settingDisabled: "setting_disabled"
    case .fetchStarted: "fetch_started"
    case .fetchSucceeded: "fetch_succeeded"
    case .fetchFailed: "fetch_failed"
    case .conversionStarted: "conversion_started"
    case .conversionSucceeded: "conversion_succeeded"
    case .conversionFailed: "conversion_failed"
    case .ocrTriggered: "ocr_triggered"
    case .debounced: "debounced"
    case .alreadyRunning: "already_running"
    case .queued: "queued"
    case .rescan: "rescan"
    case .alertShown: "alert_shown"
    case .alertFailed: "alert_failed"
    case .fallbackToManual: "fallback_to_manual"
    case .workerStarted: "worker_started"
    case .workerEnded: "worker_ended"
    case .complete: "complete"
    }
  }

  /// Failures have the level of their severity; what an idle daemon does repeatedly is debug.
  package var level: EventLevel {
    switch self {
    case .permissionCheck(let status): status == .authorized ? .info : .warning
    case .fetchFailed(let code), .conversionFailed(let code): EventLevel(FailureCatalog.severity(of: code))
    case .rescan(_, let found): found == 0 ? .debug : .info
    case .alertFailed: .warning
    case .workerEnded(let reason):
      switch reason {
      case .finished, .idle, .stopped: .info
      case .crashed, .timedOut, .protocolError: .warning
      }
    case .started, .settingDisabled, .fetchStarted, .fetchSucceeded, .conversionStarted, .conversionSucceeded,
      .ocrTriggered, .debounced, .alreadyRunning, .queued, .alertShown, .fallbackToManual, .workerStarted, .complete:
      .info
    }
  }

  /// The event's own keys and values.
  var fields: [(key: String, value: EventLine.Value)] {
    switch self {
    case .started(let trigger): [("trigger", .string(trigger.rawValue))]
    case .permissionCheck(let status): [("status", .string(status.rawValue))]
    case .fetchSucceeded(let capturedAt, let bytes):
      [("captured_at", capturedAt.map { .string(ReportTime.string(from: $0)) } ?? .null), ("bytes", .integer(bytes))]
    case .fetchFailed(let code), .conversionFailed(let code): [("code", .string(code.rawValue))]
    case .conversionSucceeded(let width, let height): [("width", .integer(width)), ("height", .integer(height))]
    case .ocrTriggered(let source): [("source", .string(source.rawValue))]
    case .rescan(let reason, let found): [("reason", .string(reason.rawValue)), ("found", .integer(found))]
    case .fallbackToManual(let reason): [("reason", .string(reason.rawValue))]
    case .workerEnded(let reason): [("reason", .string(reason.rawValue))]
    case .complete(let duration, let success, let riskLevel):
      [
        ("duration_ms", .integer(duration.milliseconds)), ("success", .boolean(success)),
        ("risk_level", .string(riskLevel.rawValue)),
      ]
    case .settingDisabled, .fetchStarted, .conversionStarted, .debounced, .alreadyRunning, .queued, .alertShown,
      .alertFailed, .workerStarted:
      []
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  package var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
