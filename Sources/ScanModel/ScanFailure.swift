/// The program's one error for users: a code, a subject, and what is known about the cause. The pipeline translates the
/// error types of modules into it. `FailureCatalog` has the texts.
package struct ScanFailure: Error, Sendable, Hashable {
  /// The raw value is the `code` of reports, events and scripts.
  package enum Code: String, Sendable, Hashable, CaseIterable, Codable {
    case permissionDenied = "permission_denied"
    case limitedAccess = "limited_access"
    case folderNotFound = "folder_not_found"
    case notFound = "not_found"
    case deletedBeforeScan = "deleted_before_scan"
    case tooOld = "too_old"
    case timedOut = "timed_out"
    case debounced
    case scanInProgress = "scan_in_progress"
    case autoScanDisabled = "auto_scan_disabled"
    case unsupportedFormat = "unsupported_format"
    case truncated
    case corruptImage = "corrupt_image"
    case imageTooLarge = "image_too_large"
    case noTextFound = "no_text_found"
    case lowConfidence = "low_confidence"
    case unsupportedLanguage = "unsupported_language"
    case recognitionFailed = "recognition_failed"
    case workerCrashed = "worker_crashed"
    case workerUnavailable = "worker_unavailable"
    case quarantined
    case saveFailed = "save_failed"
    case fetchFailed = "fetch_failed"
    case deleteFailed = "delete_failed"
    case recordNotFound = "record_not_found"
    case corruptData = "corrupt_data"
    case notificationUnavailable = "notification_unavailable"
    case watchLimitReached = "watch_limit_reached"
    case invalidConfiguration = "invalid_configuration"
    case invalidInput = "invalid_input"
    case outputFailed = "output_failed"
    case annotationFailed = "annotation_failed"
    case clipboardUnavailable = "clipboard_unavailable"

    /// Accepts "not_png", which histories and logs of earlier versions contain.
    package init(from decoder: any Decoder) throws {
      let name = try decoder.singleValueContainer().decode(String.self)
      guard let code = Self(rawValue: name == "not_png" ? Self.unsupportedFormat.rawValue : name) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "unknown code"))
      }
      self = code
    }
  }

  package var code: Code
  /// The subject, safe to display: a file name, a language, a setting. Nil if the code says everything.
  package var subject: Message?
  /// The cause as a clause that completes the message ("is a directory", "No space left on device").
  package var detail: Message?

  /// The details of failures to read a text.
  package static let noText: Message = "it is not a text"
  package static let folderForText: Message = "it is a folder"
  package static let noWords: Message = "it holds no words"

  /// The detail of `not_found` if it is about a file that is no screenshot.
  package static let noFile: Message = "there is no such file"

  /// The detail of `output_failed` if the file would be replaced.
  package static let alreadyThere: Message = "it is there already"

  /// The detail of `record_not_found` if the beginning of an identifier fits several entries.
  package static let ambiguous: Message = "several begin so"

  /// Details of `not_found`: what is there holds nothing to scan.
  package static let noPicture: Message = "holds no picture"
  package static let noScreenshot: Message = "holds no screenshot"
  /// The same, said of several folders.
  package static let noScreenshots: Message = "hold no screenshot"

  /// The subject of failures to read a picture from there.
  package static let clipboard: Message = "The clipboard"

  /// The detail of a screenshots folder that is waited for.
  package static let silentDisk: Message = "its disk or server does not answer"

  /// Details of failures of the history, which decide what helps.
  package static let fullDisk: Message = "the disk is full"
  package static let damagedEntry: Message = "the report of this entry cannot be read"
  package static let inUse: Message = "another program is using it"
  package static let readOnly: Message = "it is read-only"
  package static let accessDenied: Message = "access is denied"

  /// Whether it is about a file or folder that may not be written.
  var isOfWriting: Bool { detail == Self.readOnly || detail == Self.accessDenied }

  /// Whether it is about a file that should hold the text of a message.
  var isOfMessage: Bool { detail == Self.noText || detail == Self.folderForText || detail == Self.noWords }

  package init(_ code: Code, subject: Message? = nil, detail: Message? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }
}

/// Determines whether a notification stays until it is dismissed.
package enum FailureSeverity: String, Sendable, Hashable, Codable, CaseIterable {
  case low, medium, high, critical
}

/// What the user can do about a failure.
package enum RecoveryAction: String, Sendable, Hashable, Codable, CaseIterable {
  case retry
  case chooseManually = "choose_manually"
  case openSettings = "open_settings"
  case fixPermissions = "fix_permissions"
  case installLanguage = "install_language"
  case freeSpace = "free_space"
  case restoreHistory = "restore_history"
  case reportBug = "report_bug"
  case dismiss
}

/// A failure in the texts and fields of reports, terminals and notifications.
package struct FailureDescription: Sendable, Hashable, Codable {
  package var code: ScanFailure.Code
  package var title: Message
  package var message: Message
  package var recoverySuggestion: Message
  package var recoveryActions: [RecoveryAction]
  package var severity: FailureSeverity
  /// Whether trying again, or following the suggestion, can succeed.
  package var recoverable: Bool
  /// Whether a notification about it stays until dismissed: high and critical.
  package var requiresAcknowledgment: Bool

  enum CodingKeys: String, CodingKey {
    case code, title, message, severity, recoverable
    case recoverySuggestion = "recovery_suggestion"
    case recoveryActions = "recovery_actions"
    case requiresAcknowledgment = "requires_acknowledgment"
  }

  package func mapMessages(_ change: (Message) -> Message) -> FailureDescription {
    var failure = self
    failure.title = change(title)
    failure.message = change(message)
    failure.recoverySuggestion = change(recoverySuggestion)
    return failure
  }
}

/// Exit statuses, after sysexits.h, as the user documentation lists them.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  case riskFound = 1
  case usage = 64
  case badImage = 65
  case notFound = 66
  case unavailable = 69
  case internalError = 70
  case cannotWrite = 73
  case storage = 74
  case tryAgain = 75
  case permissionDenied = 77
  case badConfiguration = 78
}
