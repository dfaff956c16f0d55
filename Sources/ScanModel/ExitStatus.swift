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

extension ScanFailure.Code {
  /// The exit status for this failure; success for one that only informs.
  package var exitStatus: ExitStatus {
    switch self {
    case .permissionDenied, .limitedAccess: .permissionDenied
    case .folderNotFound, .autoScanDisabled, .unsupportedLanguage, .workerUnavailable, .watchLimitReached,
      .clipboardUnavailable:
      .unavailable
    case .notFound, .deletedBeforeScan, .tooOld, .recordNotFound: .notFound
    case .timedOut, .debounced, .scanInProgress: .tryAgain
    case .unsupportedFormat, .truncated, .corruptImage, .imageTooLarge, .invalidInput: .badImage
    case .noTextFound, .lowConfidence, .notificationUnavailable: .success
    case .recognitionFailed, .workerCrashed, .quarantined, .annotationFailed: .internalError
    case .outputFailed: .cannotWrite
    case .saveFailed, .fetchFailed, .deleteFailed, .corruptData: .storage
    case .invalidConfiguration: .badConfiguration
    }
  }
}
