internal import History
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import Settings
internal import SystemPackage

/// Writes reports to the history; a history that does not work is reported once and the scans go on.
struct HistoryRecorder {
  private let isOn: Bool
  private let program: Program
  private var store: HistoryStore?
  private var hasFailed = false

  init(isOn: Bool, program: Program) {
    self.isOn = isOn
    self.program = program
  }

  /// Stores a report with its text as the settings have it; returns the first failure to do so.
  mutating func record(_ report: ScanReport, path: FilePath?) async -> ScanFailure? {
    // What is not there cannot be listed later.
    guard isOn, !hasFailed, report.error?.code != .notFound else { return nil }
    do {
      let store = try self.store ?? program.history()
      self.store = store
      try await store.append(report.stored(as: program.settings.storedText), path: path?.absolute, alerted: false)
      return nil
    } catch {
      hasFailed = true
      return (error as? HistoryFailure)?.scanFailure ?? (error as? ScanFailure)
    }
  }
}

extension FilePath {
  /// The path from the root, so that the history knows the file after the working directory has changed.
  var absolute: FilePath {
    isAbsolute ? self : ((try? FilePath.workingDirectory())?.pushing(self).lexicallyNormalized() ?? self)
  }
}
