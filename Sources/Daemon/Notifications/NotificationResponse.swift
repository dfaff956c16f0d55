internal import FoundationEssentials
internal import Notifications

/// What the user chose on a notification.
enum NotificationResponse: Sendable, Hashable {
  /// Show the reasons; nil for a notification about several screenshots.
  case details(UUID?)
  case notScam(UUID)
  /// Take back their verdict.
  case undo(UUID)
  case openSettings
  case chooseManually
  case retry
}

/// Finds the scans that a click refers to.
struct NotificationResponseRouter {
  static let maximumSubjects = 64
  /// Notifications that may still be clicked, by serial number, newest last.
  private var subjects: [(serial: UInt64, scanIDs: [UUID])] = []

  /// A notification is on the screen.
  mutating func note(_ alert: ShownNotification, about scanIDs: [UUID]) {
    subjects = subjects.suffix(Self.maximumSubjects - 1) + [(alert.serial, scanIDs)]
  }

  /// - Returns: What to do; nil for nothing.
  func response(to click: NotificationClick) -> NotificationResponse? {
    let scanIDs = subjects.last { $0.serial == click.notification.serial }?.scanIDs ?? []
    let scanID = scanIDs.count == 1 ? scanIDs.first : nil
    switch click.action {
    case .details: return .details(scanID)
    case .notScam: return scanID.map { .notScam($0) }
    case .undo: return scanID.map { .undo($0) }
    case .openSettings: return .openSettings
    case .chooseManually: return .chooseManually
    case .retry: return .retry
    case .dismiss: return nil
    }
  }
}
