internal import Localization
package import ScanModel

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

  /// Limits on what is sent, in characters. A choice: longer than any text of ours. Services may cut earlier.
  static let maximumTitle = 100
  static let maximumBody = 300

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
}

extension DesktopNotification {
  /// A notification about a screenshot that looks like a scam; nil for levels that are never shown.
  /// The category is nil for several screenshots of different kinds.
  package init?(
    level: RiskLevel, category: RiskCategory?, duration: Duration, playsSound: Bool = false,
    actions: [NotificationButton] = []
  ) {
    guard let title = NotificationText.title(level) else { return nil }
    let isHigh = level == .high
    self.init(
      kind: .risk, title: title, body: category.map(NotificationText.body) ?? NotificationText.severalKinds,
      urgency: isHigh ? .critical : .normal,
      // Icon Naming Specification: an amber and a red shield in common themes ("security-high" is the green one).
      icon: isHigh ? "security-low" : "security-medium", duration: duration,
      sound: playsSound ? (isHigh ? "dialog-warning" : "dialog-information") : nil, actions: actions)
  }

  /// A confirmation of something the user did with another notification.
  package init(title: String, body: String, duration: Duration, actions: [NotificationButton] = []) {
    self.init(
      kind: .answer, title: title, body: body, urgency: .normal, icon: "dialog-information", duration: duration,
      sound: nil, actions: actions)
  }

  /// A notification about a failure: until the user dismisses it if it needs acknowledgment, else for `duration`.
  package init(failure: FailureDescription, duration: Duration) {
    let failure = failure.localized
    let isUrgent = failure.requiresAcknowledgment
    // A long message is shortened instead of the last sentence, which says what to do.
    let room = Self.maximumBody - failure.recoverySuggestion.english.count - 1
    let message = NotificationText.shortened("\(failure.message)", to: max(room, 50))
    let offered = failure.recoveryActions.compactMap(NotificationButton.init)
    self.init(
      kind: .failure, title: "\(failure.title)", body: "\(message) \(failure.recoverySuggestion)",
      urgency: isUrgent ? .critical : .normal, icon: isUrgent ? "dialog-error" : "dialog-warning",
      duration: isUrgent ? nil : duration, sound: nil,
      actions: offered + (offered.contains(.dismiss) ? [] : [.dismiss]))
  }
}

extension DesktopNotification {
  /// The specification's key for a click on the notification itself.
  static let defaultKey = "default"

  /// The arguments of `Notify`, susssasa{sv}i (https://specifications.freedesktop.org/notification-spec/, version 1.2);
  /// `replacedID` is 0 if it replaces no other one.
  func arguments(replacing replacedID: UInt32, serial: UInt64, for capabilities: Set<String>) -> [BusValue] {
    let plainBody = NotificationText.shortened(body, to: Self.maximumBody)
    // Alternating keys and labels. A click outside the buttons triggers the first one if it shows details.
    let first = actions.first == .details ? [Self.defaultKey, NotificationButton.details.label] : []
    let buttons = first + actions.flatMap { [$0.key(serial), $0.label] }
    var hints: [(key: String, type: String, value: BusValue)] = [
      ("urgency", "y", .byte(urgency.rawValue)), ("desktop-entry", "s", .string("ocr-scan")),
      // The notification stays in the desktop's list after its time, for a user who was away.
      ("transient", "b", .bool(false)),
    ]
    if capabilities.contains("sound") {
      hints.append(sound.map { ("sound-name", "s", .string($0)) } ?? ("suppress-sound", "b", .bool(true)))
    }
    // At least a millisecond, because 0 means "never expires".
    let milliseconds = duration.map { max(1, Int32(exactly: ($0 / .milliseconds(1)).rounded()) ?? .max) }
    return [
      .string("ocr-scan"), .uint32(replacedID), .string(icon),
      .string(NotificationText.shortened(title, to: Self.maximumTitle)),
      // Without the capability the body is plain text, and an escaped "&" would show as "&amp;".
      .string(capabilities.contains("body-markup") ? Self.markupEscaped(plainBody) : plainBody),
      .strings(capabilities.contains("actions") ? buttons : []), .dictionary(hints), .int32(milliseconds ?? 0),
    ]
  }

  private static func markupEscaped(_ text: String) -> String {
    let entities: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
    return text.unicodeScalars.map { entities[$0] ?? String($0) }.joined()
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

/// What happens on the bus without being asked for.
package enum NotificationEvent: Sendable, Hashable {
  /// The user clicked on an action of a notification, which has then left the screen.
  case clicked(NotificationClick)
  /// This is on the screen after all, although `show` threw `.timedOut` with `NotificationFailure.call`; nil if the
  /// service has refused it.
  case answeredLate(ShownNotification?, call: UInt64)
}
