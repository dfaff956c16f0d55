internal import Localization

/// An action button of a notification. The raw value is part of the action's key on the bus.
package enum NotificationButton: String, Sendable, Hashable, CaseIterable {
  case details
  case notScam = "not-scam"
  case dismiss
  case undo
  case openSettings = "open-settings"
  case chooseManually = "choose-screenshot"
  case retry

  var label: String {
    switch self {
    case .details: localized("Details")
    case .notScam: localized("Not a scam")
    case .dismiss: localized("Dismiss")
    case .undo: localized("Undo")
    case .openSettings: localized("Open settings")
    case .chooseManually: localized("Choose a screenshot")
    case .retry: localized("Try again")
    }
  }

  /// The serial keeps a click from reaching a notification that has replaced the one clicked on.
  func key(_ serial: UInt64) -> String { "\(rawValue).\(serial)" }

  /// Returns the action of a key, and the serial of its notification; nil for anything else.
  static func read(_ key: String) -> (action: NotificationButton, serial: UInt64)? {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let action = NotificationButton(rawValue: String(parts[0])), let serial = UInt64(parts[1])
    else { return nil }
    return (action, serial)
  }
}

package struct NotificationClick: Sendable, Hashable {
  package let notification: ShownNotification
  package let action: NotificationButton
}
