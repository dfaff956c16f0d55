package import ScanModel
package import SystemPackage

/// What the user can choose. A value of this type holds only allowed values if it came from `SettingsLoader`.
package struct Settings: Sendable, Hashable {
  /// What the history keeps of the recognized text.
  package enum StoredText: String, Sendable, Hashable, CaseIterable {
    case redacted, full, none
  }

  /// Screenshots are scanned as they are saved.
  package var automaticScanning = true
  /// Absolute paths of the folders to watch; empty means the usual ones of the desktop.
  package var directories: [FilePath] = []
  /// Tesseract's names of languages, most important first; never empty.
  package var languages = ["eng"]
  /// Where the user lives, for whom to turn to; nil for the territory of the locale.
  package var country: CountryCode?
  /// The time from fetching a screenshot to its text.
  package var scanTimeout = Duration.seconds(5)
  /// How old the newest screenshot may be for `ocr-scan latest` and `open`.
  package var maximumAge = Duration.seconds(60)
  /// Automatic scans requested within this time of the last one are refused.
  package var debounce = Duration.seconds(2)
  /// How long an alert stays on screen.
  package var alertDuration = Duration.seconds(10)
  /// The lowest level that is shown: medium or high.
  package var alertLevel = RiskLevel.medium
  /// Alerts may play a sound.
  package var alertSound = false
  /// History entries older than this are deleted.
  package var retentionDays = 30
  package var storedText = StoredText.redacted
  /// In millions of pixels.
  package var maximumImageMegapixels = 64
  /// In units of 1,048,576 bytes.
  package var maximumFileMegabytes = 64
  /// How many worker processes share the work on one screenshot.
  package var workers: Int
  /// How long a worker that has nothing to do is kept.
  package var workerIdleTime = Duration.seconds(60)

  /// The defaults.
  /// - Parameter processorCount: Processors that the program may use; at most four are.
  package init(processorCount: Int) {
    workers = min(4, max(1, processorCount))
  }
}
