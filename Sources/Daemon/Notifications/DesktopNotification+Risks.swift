internal import Notifications
internal import ScanModel

extension DesktopNotification {
  /// One notification for one or several screenshots; nil if none of them calls for one.
  init?(_ risks: [RiskNotification], _ style: NotificationDispatcher.Style) {
    let categories = Set(risks.map(\.category))
    self.init(
      level: risks.contains { $0.level == .high } ? .high : .medium,
      category: categories.count == 1 ? categories.first : nil, duration: style.duration,
      playsSound: style.playsSound,
      // Each of several screenshots has to be looked at separately.
      actions: risks.count == 1 && risks.first?.scanID != nil
        ? [.details, .notScam, .dismiss] : [.details, .dismiss])
  }
}
