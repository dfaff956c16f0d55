/// The texts for every failure: title, message, way out and severity. Tests enforce the wording rules: name the
/// subject, say what is so, then one thing to do. No blame, no jargon, no exclamation marks.
package enum FailureCatalog {
  package static func describe(_ failure: ScanFailure) -> FailureDescription {
    let code = failure.code
    let (title, severity, _, actions) = traits(of: code)
    return FailureDescription(
      code: code, title: title, message: message(for: failure), recoverySuggestion: suggestion(for: failure),
      recoveryActions: actions, severity: severity,
      recoverable: ![.deletedBeforeScan, .unsupportedFormat, .corruptImage, .recordNotFound].contains(code),
      requiresAcknowledgment: severity == .high || severity == .critical)
  }

  fileprivate typealias Traits = (
    title: Message, severity: FailureSeverity, exit: ExitStatus, actions: [RecoveryAction]
  )

  /// What is so of every failure with a code.
  fileprivate static func traits(of code: ScanFailure.Code) -> Traits {
    switch code {
    case .permissionDenied:
      ("Screenshots Access Required", .high, .permissionDenied, [.fixPermissions, .openSettings, .chooseManually])
    case .limitedAccess:
      ("Limited Screenshots Access", .medium, .permissionDenied, [.fixPermissions, .openSettings, .chooseManually])
    case .folderNotFound: ("No Screenshots Folder", .high, .unavailable, [.openSettings, .chooseManually])
    case .notFound: ("Screenshot Not Found", .low, .notFound, [.chooseManually, .dismiss])
    case .deletedBeforeScan: ("Screenshot Was Deleted", .low, .notFound, [.chooseManually, .dismiss])
    case .tooOld: ("Screenshot Too Old", .low, .notFound, [.chooseManually, .dismiss])
    case .timedOut: ("Scan Timed Out", .medium, .tryAgain, [.retry, .chooseManually])
    case .debounced: ("Scan Already Requested", .low, .tryAgain, [.retry, .dismiss])
    case .scanInProgress: ("Scan In Progress", .low, .tryAgain, [.retry, .dismiss])
    case .autoScanDisabled: ("Automatic Scanning Is Off", .low, .unavailable, [.openSettings, .chooseManually])
    case .unsupportedFormat, .truncated, .corruptImage, .imageTooLarge:
      ("Can't Read This Image", .medium, .badImage, [.chooseManually, .dismiss])
    case .noTextFound: ("No Text Found", .low, .success, [.retry, .chooseManually, .dismiss])
    case .lowConfidence: ("Text Recognition Uncertain", .medium, .success, [.retry, .chooseManually, .dismiss])
    case .unsupportedLanguage: ("Language Not Installed", .high, .unavailable, [.installLanguage, .openSettings])
    case .recognitionFailed, .workerCrashed: ("Text Recognition Failed", .medium, .internalError, [.retry, .reportBug])
    case .workerUnavailable: ("Text Recognition Failed", .high, .unavailable, [.retry, .reportBug])
    case .quarantined: ("Screenshot Set Aside", .medium, .internalError, [.retry, .reportBug, .dismiss])
    case .saveFailed: ("Couldn't Save History", .high, .storage, [.freeSpace, .retry])
    case .fetchFailed: ("Couldn't Read History", .medium, .storage, [.retry, .restoreHistory])
    case .deleteFailed: ("Couldn't Delete From History", .medium, .storage, [.retry, .restoreHistory])
    case .recordNotFound: ("Couldn't Find This Entry", .low, .notFound, [.dismiss])
    case .corruptData: ("History Is Damaged", .critical, .storage, [.restoreHistory, .reportBug])
    case .notificationUnavailable: ("Couldn't Show An Alert", .low, .success, [.dismiss])
    case .watchLimitReached: ("Too Many Watches", .high, .unavailable, [.openSettings, .retry])
    case .invalidConfiguration: ("Settings Not Understood", .high, .badConfiguration, [.openSettings])
    case .invalidInput: ("Can't Read This Text", .low, .badImage, [.retry, .dismiss])
    case .outputFailed: ("Couldn't Write The File", .medium, .cannotWrite, [.fixPermissions, .freeSpace, .retry])
    case .annotationFailed: ("Couldn't Mark The Picture", .medium, .internalError, [.retry, .reportBug])
    case .clipboardUnavailable: ("Couldn't Read The Clipboard", .medium, .unavailable, [.retry, .chooseManually])
    }
  }

  package static func title(of code: ScanFailure.Code) -> Message { traits(of: code).title }

  package static func severity(of code: ScanFailure.Code) -> FailureSeverity { traits(of: code).severity }

  /// One sentence that names the subject and what is wrong.
  package static func message(for failure: ScanFailure) -> Message {
    let subject = failure.subject
    let insideSentence: Message? = subject == ScanFailure.clipboard ? "the clipboard" : subject
    let cause: Message = failure.detail.map { ": \($0)" } ?? ""
    return switch failure.code {
    case .permissionDenied:
      subject.map { "\($0) cannot be read\(cause)." } ?? "The screenshots folder cannot be read\(cause)."
    case .limitedAccess:
      subject.map { "The folder can be listed, but \($0) cannot be read\(cause)." }
        ?? "The folder can be listed, but the newest screenshot cannot be read\(cause)."
    case .folderNotFound:
      switch (subject, failure.detail) {
      case (let subject?, let detail?): "\(subject) does not exist yet; \(detail)."
      case (let subject?, nil): "\(subject) does not exist yet."
      case (nil, _): "No screenshots folder is set, and none of the usual ones exists\(cause)."
      }
    case .notFound:
      switch failure.detail {
      case nil, ScanFailure.noFile: subject.map { "\($0) does not exist." } ?? "The screenshot does not exist."
      case ScanFailure.noPicture: subject.map { "\($0) holds no picture." } ?? "The folder holds no picture."
      case ScanFailure.noScreenshot: subject.map { "\($0) holds no screenshot." } ?? "The folder holds no screenshot."
      case ScanFailure.noScreenshots: subject.map { "\($0) hold no screenshot." } ?? "The folders hold no screenshot."
      case let detail?: subject.map { "\($0) was not found: \(detail)." } ?? "The screenshot was not found: \(detail)."
      }
    case .deletedBeforeScan:
      subject.map { "\($0) was deleted before it could be read." }
        ?? "The screenshot was deleted before it could be read."
    case .tooOld:
      switch (subject, failure.detail) {
      case (let subject?, let detail?): "The newest screenshot, \(subject), is \(detail)."
      case (let subject?, nil): "The newest screenshot, \(subject), is too old."
      case (nil, let detail?): "The newest screenshot is \(detail)."
      case (nil, nil): "The newest screenshot is too old."
      }
    case .timedOut:
      switch (subject, failure.detail) {
      case (let subject?, let detail?): "\(subject) took longer than \(detail)."
      case (let subject?, nil): "\(subject) took longer than 5 s to read."
      case (nil, let detail?): "The screenshot took longer than \(detail)."
      case (nil, nil): "The screenshot took longer than 5 s to read."
      }
    case .debounced:
      failure.detail.map { "An automatic scan was requested less than \($0) ago." }
        ?? "An automatic scan was requested less than 2 s ago."
    case .scanInProgress: failure.detail.map { "\($0)." } ?? "Another automatic scan is running."
    case .autoScanDisabled: "Automatic scanning is switched off in the settings."
    case .unsupportedFormat:
      subject.map { "\($0) is of a kind that cannot be scanned\(cause)." }
        ?? "The file is of a kind that cannot be scanned\(cause)."
    case .truncated: subject.map { "\($0) is incomplete\(cause)." } ?? "The picture is incomplete\(cause)."
    case .corruptImage: subject.map { "\($0) is damaged\(cause)." } ?? "The picture is damaged\(cause)."
    case .imageTooLarge:
      subject.map { "\($0) is too large to scan\(cause)." } ?? "The picture is too large to scan\(cause)."
    case .noTextFound:
      insideSentence.map { "No text was found in \($0), so it could not be judged." }
        ?? "No text was found in the picture, so it could not be judged."
    case .lowConfidence:
      insideSentence.map { "The text in \($0) is hard to read, so the result may be wrong." }
        ?? "The text in the picture is hard to read, so the result may be wrong."
    case .unsupportedLanguage:
      subject.map { "The text recognition data for \($0) are not installed." }
        ?? "The text recognition data for this language are not installed."
    case .recognitionFailed:
      insideSentence.map { "The text in \($0) could not be recognized\(cause)." }
        ?? "The text in the picture could not be recognized\(cause)."
    case .workerCrashed:
      insideSentence.map { "Reading \($0) ended unexpectedly\(cause)." }
        ?? "Reading the picture ended unexpectedly\(cause)."
    case .workerUnavailable:
      subject.map { "\($0) cannot be used\(cause)." } ?? "The program that reads pictures could not be started\(cause)."
    case .quarantined:
      subject.map { "\($0) was set aside, because reading it failed twice." }
        ?? "The screenshot was set aside, because reading it failed twice."
    case .saveFailed: "The history could not be saved\(cause)."
    case .fetchFailed: subject.map { "\($0) could not be read\(cause)." } ?? "The history could not be read\(cause)."
    case .deleteFailed: "The history entry could not be deleted\(cause)."
    case .recordNotFound where failure.detail == ScanFailure.ambiguous:
      subject.map { "More than one history entry begins with \($0)." }
        ?? "More than one history entry begins with this."
    case .recordNotFound:
      subject.map { "There is no history entry \($0)\(cause)." } ?? "There is no history entry with this name\(cause)."
    case .corruptData where failure.detail == ScanFailure.damagedEntry:
      subject.map { "Entry \($0) of the history is damaged." } ?? "An entry of the history is damaged."
    case .corruptData:
      subject.map { "The history file \($0) is damaged\(cause)." } ?? "The history file is damaged\(cause)."
    case .notificationUnavailable: "The desktop did not take an alert\(cause)."
    case .watchLimitReached: "The system's limit on watched folders is reached\(cause)."
    case .invalidConfiguration:
      subject.map { "\($0) could not be understood\(cause)." } ?? "The settings file could not be understood\(cause)."
    case .invalidInput:
      subject.map { "\($0) could not be understood\(cause)." } ?? "The text could not be understood\(cause)."
    case .outputFailed:
      subject.map { "\($0) could not be written\(cause)." } ?? "The file could not be written\(cause)."
    case .annotationFailed:
      insideSentence.map { "The risky lines of \($0) could not be marked\(cause)." }
        ?? "The risky lines of the picture could not be marked\(cause)."
    case .clipboardUnavailable: "The clipboard cannot be read\(cause)."
    }
  }

  /// One sentence: what to do next, with the exact command if there is one.
  package static func suggestion(for failure: ScanFailure) -> Message {
    switch failure.code {
    case .permissionDenied where failure.detail == ScanFailure.silentDisk:
      "It is watched as soon as it answers."
    case .permissionDenied, .limitedAccess:
      // X: folders need search permission too, but files must not become executable (chmod(1)).
      failure.subject.map { "Allow reading it with: chmod u+rX \(shellQuoted($0.english))." }
        ?? "Allow reading it, then check with: ocr-scan doctor."
    case .folderNotFound where failure.subject != nil:
      "Take a screenshot, or set another folder with: ocr-scan settings set directories DIR."
    case .folderNotFound:
      "Set the folder with: ocr-scan settings set directories DIR."
    case .notFound where failure.subject == ScanFailure.clipboard:
      "Copy a picture first, then try again; or scan a file with: ocr-scan FILE."
    case .notFound where failure.detail == ScanFailure.noFile: "Check the name, then try again."
    case .notFound where failure.detail != nil: "Take a screenshot first, or name another folder."
    case .notFound: "Check the name, or choose a screenshot with: ocr-scan pick."
    case .deletedBeforeScan: "Take the screenshot again if you still need it checked."
    case .tooOld:
      "Take a new screenshot, or allow older ones, here up to an hour, with: ocr-scan latest --max-age 3600."
    case .timedOut: "Try again, crop the screenshot to the message, or allow more time in the settings."
    case .scanInProgress where failure.detail != nil:
      "Screenshots are being watched already; see how with: ocr-scan doctor."
    case .debounced, .scanInProgress: "Wait a moment, then try again."
    case .autoScanDisabled:
      "Switch it on with: ocr-scan settings set automatic_scanning true; or choose a screenshot with: ocr-scan pick."
    case .unsupportedFormat:
      "Open it, take a screenshot of what it shows, and scan that; or save it as PNG, JPEG or WebP."
    case .truncated: "Wait until it is saved completely, or take the screenshot again."
    case .corruptImage: "Take the screenshot again."
    case .imageTooLarge:
      "Crop it to the message, or raise \"max_image_megapixels\" or \"max_file_megabytes\" in the settings."
    case .noTextFound: "Take a sharper or larger screenshot of the message if you are worried about it."
    case .lowConfidence: "Zoom in on the message, take the screenshot again, and check the result yourself."
    case .unsupportedLanguage:
      failure.subject.map { "Install it with: sudo apt install \(debianPackage(forLanguage: $0.english))." }
        ?? "Check the installation with: ocr-scan doctor."
    case .workerUnavailable where failure.subject != nil:
      "Install ocr-scan again; check the installation with: ocr-scan doctor."
    case .workerUnavailable: "Check the installation with: ocr-scan doctor."
    case .quarantined: "Have it tried again with: ocr-scan scan --retry."
    case .saveFailed where failure.isOfWriting, .deleteFailed where failure.isOfWriting:
      "Allow writing to it, then check with: ocr-scan doctor."
    case .fetchFailed where failure.detail == ScanFailure.fullDisk,
      .deleteFailed where failure.detail == ScanFailure.fullDisk,
      .saveFailed where failure.detail != ScanFailure.inUse && failure.detail != ScanFailure.silentDisk:
      "Make room on the disk, then check with: ocr-scan doctor."
    case .recognitionFailed, .workerCrashed, .annotationFailed, .saveFailed, .fetchFailed, .deleteFailed:
      "Try again; if it happens again, check with: ocr-scan doctor."
    case .recordNotFound where failure.detail == ScanFailure.ambiguous:
      "Give more of its identifier, or its number; list the entries with: ocr-scan history list."
    case .recordNotFound: "List the entries with: ocr-scan history list."
    case .corruptData where failure.detail == ScanFailure.damagedEntry:
      "Delete it with: ocr-scan history delete ID."
    case .corruptData: "Repair it with: ocr-scan history repair; the damaged file is kept beside it."
    case .notificationUnavailable: "See the result with: ocr-scan history list."
    case .watchLimitReached:
      "Raise it with: sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512."
    case .invalidConfiguration: "Correct it, then try again."
    case .invalidInput where failure.isOfMessage:
      "Name a file with the text of a message; scan a picture or a folder with: ocr-scan FILE."
    case .invalidInput:
      "Give one JSON object a line, with \"id\" and \"text\", or, for pictures, \"path\" or \"bytes\"."
    case .outputFailed where failure.detail == ScanFailure.alreadyThere:
      "Replace it with --force, or name another file with --output."
    case .outputFailed: "Name a file in a folder that exists and that you may write to, with room for it."
    case .clipboardUnavailable:
      failure.subject.map { "Install the program with: sudo apt install \($0)." }
        ?? "Run it in a graphical session, or save the picture and scan it with: ocr-scan FILE."
    }
  }

  /// The name as one shell word, quoted unless it has only plain characters.
  static func shellQuoted(_ name: String) -> String {
    let plain = name.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || "/._-+@".unicodeScalars.contains($0)
    }
    if plain, !name.hasPrefix("-") { return name }
    return "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Debian's package of a language's data: "tesseract-ocr-chi-sim" for "chi_sim", as names have no underscores.
  private static func debianPackage(forLanguage language: String) -> String {
    "tesseract-ocr-" + language.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
  }
}

extension ScanFailure.Code {
  /// The exit status for this failure; success for one that only informs.
  package var exitStatus: ExitStatus { FailureCatalog.traits(of: self).exit }
}
