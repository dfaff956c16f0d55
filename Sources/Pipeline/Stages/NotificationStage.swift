package import History
package import ScanModel

/// Decides whether a report raises an alert on the desktop.
package struct NotificationStage: Sendable {
  private let levels: Set<RiskLevel>
  private let history: HistoryStore?

  /// - Parameters:
  ///   - levels: Those that raise an alert; none if the user is looking at the report.
  ///   - history: Tells which pictures have already raised one.
  package init(levels: Set<RiskLevel>, history: HistoryStore?) {
    self.levels = levels
    self.history = history
  }

  /// - Returns: Whether an alert is due: once for a picture, whatever its copies are named.
  package func run(_ report: ScanReport) async -> Bool {
    guard levels.contains(report.riskLevel) else { return false }
    guard let sha256 = report.sha256, let history else { return true }
    return (try? await history.hasAlerted(sha256: sha256)) != true
  }
}
