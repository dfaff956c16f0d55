import ScanModel
import Testing

struct FailureCatalogTests {
  /// The statuses promised in the user documentation; `success` for failures that only inform.
  private static let statuses: [(ScanFailure.Code, Int32)] = [
    (.permissionDenied, 77), (.limitedAccess, 77), (.folderNotFound, 69), (.notFound, 66), (.deletedBeforeScan, 66),
    (.tooOld, 66), (.timedOut, 75), (.debounced, 75), (.scanInProgress, 75), (.autoScanDisabled, 69),
    (.unsupportedFormat, 65),
    (.truncated, 65), (.corruptImage, 65), (.imageTooLarge, 65), (.noTextFound, 0), (.lowConfidence, 0),
    (.unsupportedLanguage, 69), (.recognitionFailed, 70), (.workerCrashed, 70), (.workerUnavailable, 69),
    (.quarantined, 70), (.saveFailed, 74), (.fetchFailed, 74), (.deleteFailed, 74), (.recordNotFound, 66),
    (.corruptData, 74), (.notificationUnavailable, 0), (.watchLimitReached, 69), (.invalidConfiguration, 78),
    (.invalidInput, 65), (.outputFailed, 73), (.annotationFailed, 70), (.clipboardUnavailable, 69),
  ]

  @Test func `every code has the promised exit status`() {
    for (code, status) in Self.statuses { #expect(code.exitStatus.rawValue == status, "\(code.rawValue)") }
    #expect(Self.statuses.count == ScanFailure.Code.allCases.count)
  }

  @Test(arguments: ScanFailure.Code.allCases)
  func `no failure is a dead end`(code: ScanFailure.Code) {
    let description = FailureCatalog.describe(ScanFailure(code, subject: "shot.png", detail: "of a reason"))
    #expect(!description.recoveryActions.isEmpty)
    #expect(description.recoverySuggestion.english.hasSuffix("."))
    #expect(description.code == code)
  }

  @Test(arguments: ScanFailure.Code.allCases)
  func `messages are calm, whole sentences with or without subject`(code: ScanFailure.Code) {
    for failure in [ScanFailure(code), ScanFailure(code, subject: "shot.png"), ScanFailure(code, detail: "a reason")] {
      let words = FailureCatalog.describe(failure)
      for text in [words.message.english, words.recoverySuggestion.english] {
        #expect(text.hasSuffix("."), "\(text)")
        #expect(!text.contains("!"), "\(text)")
        #expect(!text.contains("..") && !text.contains("  ") && !text.contains("nil"), "\(text)")
        // Names of programs and files may be in capitals, words may not.
        let shouted = text.split(whereSeparator: { !$0.isLetter }).filter {
          $0.count > 4 && $0.allSatisfy(\.isUppercase)
        }
        #expect(shouted.isEmpty, "\(text)")
      }
      #expect(!words.title.english.hasSuffix("."))
    }
  }

  @Test(arguments: ScanFailure.Code.allCases)
  func `high and critical must be acknowledged, and nothing else`(code: ScanFailure.Code) {
    let description = FailureCatalog.describe(ScanFailure(code))
    let isSevere = description.severity == .high || description.severity == .critical
    #expect(description.requiresAcknowledgment == isSevere)
  }

  @Test func `a command to copy holds the name as one word for a shell`() {
    let failure = ScanFailure(.permissionDenied, subject: "my $(shot).png")
    #expect(FailureCatalog.describe(failure).recoverySuggestion.english.contains("chmod u+rX 'my $(shot).png'"))
    #expect(
      FailureCatalog.describe(ScanFailure(.permissionDenied, subject: "it's.png")).recoverySuggestion
        .english.contains(#"chmod u+rX 'it'\''s.png'"#))
  }

  @Test(arguments: [ScanFailure.Code.permissionDenied, .limitedAccess, .unsupportedLanguage])
  func `without a subject there is no command with a part missing`(code: ScanFailure.Code) {
    let suggestion = FailureCatalog.suggestion(for: ScanFailure(code)).english
    #expect(suggestion.hasSuffix("with: ocr-scan doctor."))
    #expect(!suggestion.contains("chmod") && !suggestion.contains("apt"))
  }

  @Test func `what helps is for everybody, who may have no command line`() {
    #expect(!FailureCatalog.suggestion(for: ScanFailure(.timedOut, subject: "shot.png")).english.contains("--"))
  }

  @Test func `an entry of which there are several is not said to be missing`() {
    let described = FailureCatalog.describe(
      ScanFailure(.recordNotFound, subject: "0fa3", detail: ScanFailure.ambiguous))
    #expect(described.message == "More than one history entry begins with 0fa3.")
    #expect(described.recoverySuggestion.english.hasPrefix("Give more of its identifier"))
  }

  @Test(arguments: [("eng", "tesseract-ocr-eng"), ("chi_sim", "tesseract-ocr-chi-sim"), ("Deu", "tesseract-ocr-deu")])
  func `a missing language names its package`(language: String, package: String) {
    let failure = ScanFailure(.unsupportedLanguage, subject: "\(language)")
    #expect(FailureCatalog.describe(failure).recoverySuggestion == "Install it with: sudo apt install \(package).")
  }
}
