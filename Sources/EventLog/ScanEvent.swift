package import FoundationEssentials
package import ScanModel

/// The importance of an event; lowest first.
package enum EventLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  case debug, info, warning, error, critical

  package static func < (left: EventLevel, right: EventLevel) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  init(_ severity: FailureSeverity) {
    switch severity {
    case .low: self = .info
    case .medium: self = .warning
    case .high: self = .error
    case .critical: self = .critical
    }
  }
}

/// A step in processing a screenshot. None takes free text, so that no text, path or message gets into the log.
package struct ScanEvent: Sendable {
  /// The value of the key `event`.
  let name: String
  /// Failures have the level of their severity; what an idle daemon does repeatedly is debug.
  let level: EventLevel
  let fields: [(key: String, value: EventLine.Value)]

  package enum Trigger: String, Sendable, Hashable, CaseIterable {
    /// A new file in a watched folder.
    case watch
    /// A file left in the queue by the daemon's last run.
    case recovery
    case latest, open, pick, file, clipboard
    case standardInput = "standard_input"
  }

  package enum RescanReason: String, Sendable, Hashable, CaseIterable {
    case start, periodic, overflow, resumed
    case folderChanged = "folder_changed"
  }

  private init(_ name: String, level: EventLevel = .info, _ fields: (key: String, value: EventLine.Value)...) {
    (self.name, self.level, self.fields) = (name, level, fields)
  }

  package static let settingDisabled = Self("setting_disabled")
  package static let fetchStarted = Self("fetch_started")
  package static let conversionStarted = Self("conversion_started")
  package static let debounced = Self("debounced")
  package static let alreadyRunning = Self("already_running")
  package static let queued = Self("queued")
  package static let alertShown = Self("alert_shown")
  package static let alertFailed = Self("alert_failed", level: .warning)
  package static let workerStarted = Self("worker_started")

  package static func started(trigger: Trigger) -> Self { Self("started", ("trigger", .string(trigger.rawValue))) }

  package static func permissionCheck(status: FolderAccess) -> Self {
    Self("permission_check", level: status == .authorized ? .info : .warning, ("status", .string(status.rawValue)))
  }

  package static func fetchSucceeded(capturedAt time: Date?, bytes: Int) -> Self {
    let time = time.map { EventLine.Value.string(ReportTime.string(from: $0)) } ?? .null
    return Self("fetch_succeeded", ("captured_at", time), ("bytes", .integer(bytes)))
  }

  package static func fetchFailed(code: ScanFailure.Code) -> Self { failed("fetch_failed", code) }

  package static func conversionSucceeded(width: Int, height: Int) -> Self {
    Self("conversion_succeeded", ("width", .integer(width)), ("height", .integer(height)))
  }

  package static func conversionFailed(code: ScanFailure.Code) -> Self { failed("conversion_failed", code) }

  package static func ocrTriggered(source: ScanSource) -> Self {
    Self("ocr_triggered", ("source", .string(source.rawValue)))
  }

  /// The folders were listed, and this many new files were found.
  package static func rescan(reason: RescanReason, found: Int) -> Self {
    Self(
      "rescan", level: found == 0 ? .debug : .info, ("reason", .string(reason.rawValue)), ("found", .integer(found)))
  }

  package static func fallbackToManual(reason: ScanFailure.Code) -> Self {
    Self("fallback_to_manual", ("reason", .string(reason.rawValue)))
  }

  package static func workerEnded(reason: WorkerEnd) -> Self {
    let isUsual = [.finished, .idle, .cancelled].contains(reason)
    return Self("worker_ended", level: isUsual ? .info : .warning, ("reason", .string(reason.rawValue)))
  }

  package static func complete(duration: Duration, success: Bool, riskLevel: RiskLevel) -> Self {
    Self(
      "complete", ("duration_ms", .integer(duration.milliseconds)), ("success", .boolean(success)),
      ("risk_level", .string(riskLevel.rawValue)))
  }

  private static func failed(_ name: String, _ code: ScanFailure.Code) -> Self {
    Self(name, level: EventLevel(FailureCatalog.severity(of: code)), ("code", .string(code.rawValue)))
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  package var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
