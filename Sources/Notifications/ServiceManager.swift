internal import CSystemd
internal import LinuxSystem
internal import ScanModel

/// Reports the daemon's state to the service manager (sd_notify(3)).
///
/// Without a service manager, that is without `NOTIFY_SOCKET` in the process's environment, all methods do nothing. A
/// message that cannot be sent is lost: the manager will miss the watchdog ping, and the daemon can do nothing about
/// it. Nothing waits for a manager that does not read.
package struct ServiceManager: Sendable {
  private static let queue = WriteQueue(label: "service-manager", capacity: 64)

  package init() {}

  /// The interval within which the manager expects `ping()`; nil if it does not watch this process
  /// (sd_watchdog_enabled(3)). Ping at half of it.
  package var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// Start-up, or reloading, is complete.
  package func ready() { send("READY=1") }

  /// The settings are being reloaded; `ready()` ends it.
  package func reloading() {
    // The time lets the manager distinguish this from an older request (systemd.service(5), Type=notify-reload).
    let now = SuspendingClock().systemEpoch.duration(to: SuspendingClock.now)
    send("RELOADING=1\nMONOTONIC_USEC=\(Int64(now / .microseconds(1)))")
  }

  /// The daemon has begun to shut down.
  package func stopping() { send("STOPPING=1") }

  /// The daemon is alive. Send this only from where the work is done, or it proves nothing.
  package func ping() { send("WATCHDOG=1") }

  /// Shows one line in `systemctl status`.
  /// - Parameter text: Control characters are escaped, because a line break would start another message.
  package func status(_ text: String) { send("STATUS=\(TerminalEscaping.escaped(text))") }

  private func send(_ message: String) {
    // 0: NOTIFY_SOCKET stays in the environment for the next message. The worker gets its own environment.
    Self.queue.add { unsafe sd_notify(0, message) }
  }

  /// Waits until the messages so far are sent, or until the limit.
  package static func finish(within limit: Duration) { queue.finish(within: limit) }
}
