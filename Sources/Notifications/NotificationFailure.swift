package import ScanModel

/// Why a notification could not be shown.
package struct NotificationFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// No session bus is known, or it refuses connections.
    case noBus
    case noService
    /// The notification service received it and did not reply within the limit. It may yet show it.
    case timedOut
    /// The bus or the service did not reply within the limit before the notification was sent.
    case notSent
    /// The notification service replied with an error, and may take it later: it has not begun yet, or gets too many.
    case refusedForNow
    /// The notification service finds fault with it, or replied with something malformed.
    case refused
  }

  package var code: Code
  /// With `.timedOut`, the call that may be answered late.
  package var call: UInt64?

  package init(_ code: Code, call: UInt64? = nil) {
    self.code = code
    self.call = call
  }

  /// The failure for users and reports: `notification_unavailable`.
  package var scanFailure: ScanFailure {
    let clause: Message =
      switch code {
      case .noBus: "there is no desktop session to show it in"
      case .noService: "no notification service is running"
      case .timedOut, .notSent: "the notification service did not answer in time"
      case .refusedForNow, .refused: "the notification service refused it"
      }
    return ScanFailure(.notificationUnavailable, detail: clause)
  }
}

extension NotificationFailure {
  /// Classifies a failed D-Bus call by who has to act.
  init(_ failure: BusFailure) {
    switch failure {
    case .unreachable: self.init(.noBus)
    case .timedOut(cookie: nil): self.init(.notSent)
    case .timedOut(let cookie): self.init(.timedOut, call: cookie)
    case .vanished: self.init(.noService)
    case .refused(let name?, byBus: true) where Self.meansNoService(name): self.init(.noService)
    case .refused("org.freedesktop.DBus.Error.InvalidArgs", byBus: false), .malformed: self.init(.refused)
    case .refused: self.init(.refusedForNow)
    }
  }

  /// Whether an error of the bus says that a name has no owner (D-Bus Specification), or that the bus or systemd could
  /// not start the program that should own it.
  private static func meansNoService(_ error: String) -> Bool {
    let prefix = "org.freedesktop.DBus.Error."
    return [prefix + "ServiceUnknown", prefix + "NameHasNoOwner"].contains(error)
      || [prefix + "Spawn.", "org.freedesktop.systemd1."].contains { error.hasPrefix($0) }
  }
}
