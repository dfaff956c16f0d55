internal import Localization
package import ScanModel

/// Limits on what is sent, in characters. A choice: longer than any text of ours. Services may cut earlier.
enum NotificationLimits {
  static let title = 100
  static let body = 300
}

/// One desktop notification: its texts and how insistently to show them.
package struct DesktopNotification: Sendable, Hashable {
  /// Notifications of one kind replace each other; different kinds do not, so that a risk never removes a failure that
  /// the user has yet to acknowledge, or vice versa.
  package enum Kind: Sendable, Hashable, CaseIterable {
    case risk, failure
    /// Confirms something the user did.
    case answer
  }

  /// The raw value is the urgency byte of the Desktop Notifications Specification.
  package enum Urgency: UInt8, Sendable, Hashable {
    case normal = 1
    case critical = 2
  }

  package let kind: Kind
  package let title: String
  /// Plain text. Escaped on sending for services that read markup.
  package let body: String
  package let urgency: Urgency
  /// A name of the Icon Naming Specification.
  package let icon: String
  /// How long it stays; nil until it is dismissed.
  package let duration: Duration?
  /// A name of the Sound Naming Specification; nil for silence.
  package let sound: String?
  /// Buttons, if the notification service has them, the most useful first.
  package let actions: [NotificationButton]

  /// A notification about a screenshot that looks like a scam; nil for levels that are never shown.
  /// - Parameters:
  ///   - level: How worried the user should be.
  ///   - category: The kind of scam; nil for several screenshots of different kinds.
  ///   - duration: How long it stays (setting `alert_duration`).
  ///   - playsSound: Setting `alert_sound`.
  ///   - actions: Buttons.
  package init?(
    level: RiskLevel, category: RiskCategory?, duration: Duration, playsSound: Bool = false,
    actions: [NotificationButton] = []
  ) {
    guard let title = NotificationText.title(level) else { return nil }
    kind = .risk
    self.title = title
    body = category.map(NotificationText.body) ?? NotificationText.severalKinds
    urgency = level == .high ? .critical : .normal
    // Icon Naming Specification: an amber and a red shield in common themes ("security-high" is the green one).
    icon = level == .high ? "security-low" : "security-medium"
    self.duration = duration
    sound = playsSound ? (level == .high ? "dialog-warning" : "dialog-information") : nil
    self.actions = actions
  }

  /// A confirmation of something the user did with another notification.
  package init(title: String, body: String, duration: Duration, actions: [NotificationButton] = []) {
    kind = .answer
    self.title = title
    self.body = body
    urgency = .normal
    icon = "dialog-information"
    self.duration = duration
    sound = nil
    self.actions = actions
  }

  /// A notification about a failure. One that needs acknowledgment stays until the user dismisses it.
  /// - Parameters:
  ///   - failure: The failure in texts for users.
  ///   - duration: How long it stays if it needs no acknowledgment.
  package init(failure: FailureDescription, duration: Duration) {
    let failure = failure.localized
    kind = .failure
    title = "\(failure.title)"
    // A long message is shortened instead of the last sentence, which says what to do.
    let room = NotificationLimits.body - failure.recoverySuggestion.english.count - 1
    body = "\(NotificationText.shortened("\(failure.message)", to: max(room, 50))) \(failure.recoverySuggestion)"
    urgency = failure.requiresAcknowledgment ? .critical : .normal
    icon = failure.requiresAcknowledgment ? "dialog-error" : "dialog-warning"
    self.duration = failure.requiresAcknowledgment ? nil : duration
    sound = nil
    let offered = failure.recoveryActions.compactMap(NotificationButton.init)
    actions = offered + (offered.contains(.dismiss) ? [] : [.dismiss])
  }
}

extension NotificationButton {
  /// Nil for actions outside the desktop, which the failure's text explains.
  init?(_ action: RecoveryAction) {
    switch action {
    case .retry: self = .retry
    case .chooseManually: self = .chooseManually
    case .openSettings: self = .openSettings
    case .dismiss: self = .dismiss
    case .fixPermissions, .installLanguage, .freeSpace, .restoreHistory, .reportBug: return nil
    }
  }
}

/// A notification that was passed to the service, for closing it later.
package struct ShownNotification: Sendable, Hashable {
  /// The service's number for it. A notification that replaces this one has the same number.
  package let id: UInt32
  /// Counts the notifications of this process, so that closing one never closes its replacement.
  package let serial: UInt64
  package let kind: DesktopNotification.Kind
}

/// What is on the screen after all, although `show` threw `.timedOut`.
package struct LateAnswer: Sendable, Hashable {
  /// As `NotificationFailure.call` named it.
  package var call: UInt64
  package var notification: ShownNotification

  package init(call: UInt64, notification: ShownNotification) {
    self.call = call
    self.notification = notification
  }
}
