/// Why a D-Bus call failed.
enum BusFailure: Error, Equatable {
  /// The bus cannot be reached, or the connection was lost.
  case unreachable(String)
  /// The deadline passed. The cookie is that of the unanswered call, nil while connecting.
  case timedOut(cookie: UInt64?)
  /// The called program left the bus before it replied.
  case vanished
  /// The reply is an error with this D-Bus error name.
  case refused(String)
  /// A message could not be built or read.
  case malformed(String)
}

/// The error names that matter, from the D-Bus Specification and the message bus.
enum BusErrorName {
  /// Sent by the bus when the called program leaves without a reply.
  static let noReply = "org.freedesktop.DBus.Error.NoReply"

  /// Whether the name has no owner, or the program that should own it could not be started.
  static func meansNoService(_ name: String) -> Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown" || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
      || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
  }
}

/// The deadline of one notification.
struct Deadline {
  // SuspendingClock is CLOCK_MONOTONIC on Linux, the clock of sd-bus. Time asleep does not count against the service.
  private let instant: SuspendingClock.Instant

  init(after duration: Duration) {
    instant = SuspendingClock.now.advanced(by: duration)
  }

  var hasPassed: Bool { SuspendingClock.now >= instant }

  /// The remaining time, at least 1: sd-bus takes 0 for "the default of 25 s".
  var remainingMicroseconds: UInt64 {
    let microseconds = (instant - SuspendingClock.now) / .microseconds(1)
    return microseconds > 1 ? UInt64(microseconds) : 1
  }
}
