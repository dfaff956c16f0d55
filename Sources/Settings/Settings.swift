package import ScanModel
package import SystemPackage

/// The user's choices. Values that come from `SettingsLoader` are always allowed ones.
package struct Settings: Sendable, Hashable {
  package enum StoredText: String, Sendable, Hashable, CaseIterable {
    case redacted, full, none
  }

  package var automaticScanning = true
  /// Absolute paths of the folders to watch; empty means the usual ones of the desktop.
  package var directories: [FilePath] = []
  /// Tesseract's names of languages, most important first; never empty.
  package var languages = ["eng"]
  /// Where the user lives, which determines the help shown; nil for the territory of the locale.
  package var country: CountryCode?
  /// Time limit from fetching a screenshot to having its text.
  package var scanTimeout = Duration.seconds(5)
  /// How old the newest screenshot may be for `ocr-scan latest` and `open`.
  package var maximumAge = Duration.seconds(60)
  /// Automatic scans requested within this time of the last one are refused.
  package var debounce = Duration.seconds(2)
  package var alertDuration = Duration.seconds(10)
  /// The lowest level that raises an alert: medium or high.
  package var alertLevel = RiskLevel.medium
  package var alertSound = false
  package var retentionDays = 30
  package var storedText = StoredText.redacted
  /// In millions of pixels.
  package var maximumImageMegapixels = 64
  /// In units of 1,048,576 bytes.
  package var maximumFileMegabytes = 64
  package var workers: Int
  package var workerIdleTime = Duration.seconds(60)

  /// The defaults for so many processors, of which at most four are used.
  package init(processorCount: Int) { workers = min(4, max(1, processorCount)) }
}
