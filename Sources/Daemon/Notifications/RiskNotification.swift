internal import FoundationEssentials
internal import Notifications
internal import ScanModel
internal import Settings
internal import SystemPackage

/// A notification about one screenshot that looks like a scam.
struct RiskNotification: Sendable {
  var scanID: UUID?
  var path: FilePath
  var sha256: String?
  var level: RiskLevel
  var category: RiskCategory
}

extension DesktopNotification {
  /// One notification for one or several screenshots; nil if none of them calls for one.
  init?(_ risks: [RiskNotification], _ settings: Settings) {
    let categories = Set(risks.map(\.category))
    self.init(
      level: risks.contains { $0.level == .high } ? .high : .medium,
      category: categories.count == 1 ? categories.first : nil, duration: settings.alertDuration,
      playsSound: settings.alertSound,
      // Each of several screenshots has to be looked at separately.
      actions: risks.count == 1 && risks.first?.scanID != nil
        ? [.details, .notScam, .dismiss] : [.details, .dismiss])
  }
}
