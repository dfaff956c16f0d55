/// What the user can do about an alert without leaving it. The raw value is the action's key on the bus.
package enum NotificationAction: String, Sendable, Hashable, CaseIterable {
  case details
  case notScam = "not-scam"
  case dismiss
  case undo
  case openSettings = "open-settings"
  case chooseManually = "choose-screenshot"
  case retry

  /// The words on the button.
  var label: String {
    switch self {
    case .details: "Details"
    case .notScam: "Not a scam"
    case .dismiss: "Dismiss"
    case .undo: "Undo"
    case .openSettings: "Open settings"
    case .chooseManually: "Choose a screenshot"
    case .retry: "Try again"
    }
  }

  /// The key for one alert: its serial keeps a click from reaching an alert that has taken the place of the one that was
  /// clicked on.
  func key(_ serial: UInt64) -> String { "\(rawValue).\(serial)" }

  /// Reads a key.
  /// - Returns: The action, and the serial of its alert; nil for anything else.
  static func read(_ key: String) -> (action: NotificationAction, serial: UInt64)? {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let action = NotificationAction(rawValue: String(parts[0])), let serial = UInt64(parts[1])
    else {
      return nil
    }
    return (action, serial)
  }
}

/// A click on an alert.
package struct AlertResponse: Sendable, Hashable {
  package let alert: ShownAlert
  package let action: NotificationAction
}
