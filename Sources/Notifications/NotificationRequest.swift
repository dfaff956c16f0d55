internal import ScanModel

/// The arguments of `Notify` for a service with the given capabilities.
///
/// Desktop Notifications Specification 1.2: https://specifications.freedesktop.org/notification-spec/
struct NotificationRequest: Equatable {
  var icon: String
  var summary: String
  var body: String
  var urgency: UInt8
  /// A name of the Sound Naming Specification; nil for silence.
  var soundName: String?
  /// Whether a service with its own sounds should be silent.
  var suppressesSound: Bool
  /// Milliseconds; 0 means that it never expires.
  var expireTimeout: Int32
  /// Alternating keys and labels, as the specification requires.
  var actions: [String]

  /// - Parameters:
  ///   - notification: What to show.
  ///   - capabilities: The service's answer to `GetCapabilities`.
  ///   - serial: Serial of the notification.
  init(_ notification: DesktopNotification, capabilities: Set<String>, serial: UInt64) {
    icon = notification.icon
    summary = NotificationText.shortened(notification.title, to: NotificationLimits.title)
    let plainBody = NotificationText.shortened(notification.body, to: NotificationLimits.body)
    // Without the capability the body is plain text, and an escaped "&" would show as "&amp;".
    body = capabilities.contains("body-markup") ? Self.markupEscaped(plainBody) : plainBody
    urgency = notification.urgency.rawValue
    let hasSound = capabilities.contains("sound")
    soundName = hasSound ? notification.sound : nil
    suppressesSound = hasSound && notification.sound == nil
    expireTimeout = notification.duration.map(Self.milliseconds) ?? 0
    actions = capabilities.contains("actions") ? Self.actions(notification.actions, serial) : []
  }

  /// Appends the arguments of `Notify`, susssasa{sv}i.
  /// - Parameters:
  ///   - message: The call.
  ///   - replacedID: The notification to replace; 0 for none.
  /// - Throws: `BusFailure` if they cannot be appended.
  func write(to message: BusMessage, replacing replacedID: UInt32) throws(BusFailure) {
    try message.append("ocr-scan")
    try message.append(replacedID)
    try message.append(icon)
    try message.append(summary)
    try message.append(body)
    try message.appendArray(of: "s") { () throws(BusFailure) in
      for text in actions { try message.append(text) }
    }
    try message.appendArray(of: "{sv}") { () throws(BusFailure) in
      try message.appendEntry("urgency", "y") { () throws(BusFailure) in try message.append(urgency) }
      try message.appendEntry("desktop-entry", "s") { () throws(BusFailure) in try message.append("ocr-scan") }
      // The notification stays in the desktop's list after its time, for a user who was away.
      try message.appendEntry("transient", "b") { () throws(BusFailure) in try message.append(false) }
      if let soundName {
        try message.appendEntry("sound-name", "s") { () throws(BusFailure) in try message.append(soundName) }
      }
      if suppressesSound {
        try message.appendEntry("suppress-sound", "b") { () throws(BusFailure) in try message.append(true) }
      }
    }
    try message.append(expireTimeout)
  }

  /// A click outside the buttons triggers the first one if it shows details.
  private static func actions(_ offered: [NotificationButton], _ serial: UInt64) -> [String] {
    let first = offered.first == .details ? [defaultKey, NotificationButton.details.label] : []
    return first + offered.flatMap { [$0.key(serial), $0.label] }
  }

  /// The specification's key for a click on the notification itself.
  static let defaultKey = "default"

  private static func markupEscaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// At least 1, because 0 would mean "never expires".
  private static func milliseconds(_ duration: Duration) -> Int32 {
    Int32(clamping: max(1, Int64(clamping: duration / .milliseconds(1))))
  }
}

extension Int64 {
  /// The nearest value in range; zero for NaN.
  fileprivate init(clamping value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value > 0 ? .max : 0)
  }
}
