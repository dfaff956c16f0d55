internal import Application
internal import History
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import SystemPackage

/// Writes reports to the history. If that fails, reports it once, and the scans go on.
struct HistoryRecorder {
  private let isOn: Bool
  private let persistence: PersistenceStage
  private var hasFailed = false

  init(isOn: Bool, _ persistence: PersistenceStage) {
    self.isOn = isOn
    self.persistence = persistence
  }

  /// Stores a report.
  /// - Returns: The failure, if this is the first one.
  mutating func record(_ report: ScanReport, path: FilePath?) async -> ScanFailure? {
    guard isOn, !hasFailed else { return nil }
    do {
      try await persistence.run(.requested(report, path: path?.absolute))
      return nil
    } catch {
      hasFailed = true
      return error.scanFailure
    }
  }
}
