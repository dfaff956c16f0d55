package import ScanModel

/// Limits on what is sent. A choice: longer than any text of ours; services cut at fewer.
enum AlertLimit {
  static let title = 100
  static let body = 300
}

/// One alert for the desktop: the words and how insistently to show them.
package struct DesktopNotification: Sendable, Hashable {
  /// Alerts of one kind replace each other; the kinds do not, so that a risk alert never wipes away a failure
  /// that the user has yet to acknowledge, or the other way round.
  package enum Kind: Sendable, Hashable, CaseIterable {
    case risk, failure
    /// The answer to something that the user did.
    case answer
  }

  /// The raw value is the urgency byte of the notification specification.
  package enum Urgency: UInt8, Sendable, Hashable {
    case normal = 1
    case critical = 2
  }

  package let kind: Kind
  package let title: String
  /// Plain text; escaped for services that read markup only when it is sent.
  package let body: String
  package let urgency: Urgency
  /// A name of the Icon Naming Specification.
  package let icon: String
  /// How long it stays, nil until it is dismissed.
  package let duration: Duration?
  /// A name of the Sound Naming Specification, where the user wants a sound and the notification service has them.
  package let sound: String?
  /// What the user is offered to do, where the notification service can; the most useful first.
  package let actions: [NotificationAction]

  /// The alert about a screenshot that looks like a scam; nil for levels that are never shown.
  /// - Parameters:
  ///   - level: How worried the user should be.
  ///   - category: What kind of scam it looks like; nil for several screenshots of different kinds.
  ///   - duration: How long it stays; the setting `alert_duration`.
  ///   - playsSound: The setting `alert_sound`.
  ///   - actions: What the user is offered to do.
  package init?(
    level: RiskLevel, category: RiskCategory?, duration: Duration, playsSound: Bool = false,
    actions: [NotificationAction] = []
  ) {
    guard let title = NotificationText.title(level) else { return nil }
    kind = .risk
    self.title = title
    body = category.map(NotificationText.body) ?? NotificationText.severalKinds
    urgency = level == .high ? .critical : .normal
    // Icon Naming Specification: an amber and a red shield in the usual themes ("security-high" is the green one).
    icon = level == .high ? "security-low" : "security-medium"
    self.duration = duration
    sound = playsSound ? (level == .high ? "dialog-warning" : "dialog-information") : nil
    self.actions = actions
  }

  /// The answer to something that the user did with another alert.
  package init(title: String, body: String, duration: Duration, actions: [NotificationAction] = []) {
    kind = .answer
    self.title = title
    self.body = body
    urgency = .normal
    icon = "dialog-information"
    self.duration = duration
    sound = nil
    self.actions = actions
  }

  /// The alert about a failure. One that asks for acknowledgment stays until the user dismisses it.
  /// - Parameters:
  ///   - failure: The failure in the words for users.
  ///   - duration: How long any other one stays.
  package init(failure: FailureDescription, duration: Duration) {
    kind = .failure
    title = failure.title
    // A long message gives way: the last sentence is what to do.
    let room = AlertLimit.body - failure.recoverySuggestion.count - 1
    body = "\(NotificationText.shortened(failure.message, to: max(room, 50))) \(failure.recoverySuggestion)"
    urgency = failure.requiresAcknowledgment ? .critical : .normal
    icon = failure.requiresAcknowledgment ? "dialog-error" : "dialog-warning"
    self.duration = failure.requiresAcknowledgment ? nil : duration
    sound = nil
    let offered = failure.recoveryActions.compactMap(NotificationAction.init)
    actions = offered + (offered.contains(.dismiss) ? [] : [.dismiss])
  }
}

extension NotificationAction {
  /// Nil for what is done outside the desktop; the words of the failure say how.
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

/// An alert that was handed to the notification service; the ticket for closing it again.
package struct ShownAlert: Sendable, Hashable {
  /// The service's number for it. A newer alert that replaces this one has the same number.
  package let id: UInt32
  /// Counts the alerts of this process, so that closing an alert never closes the one that replaced it.
  package let serial: UInt64
  package let kind: DesktopNotification.Kind
}
