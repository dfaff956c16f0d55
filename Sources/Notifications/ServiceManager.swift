internal import CSystemd
internal import LinuxSystem
internal import ScanModel

/// Reports the daemon's state to the service manager (sd_notify(3)); without `NOTIFY_SOCKET` in the environment, all
/// methods do nothing. Nothing waits for a manager that does not read, and a message that cannot be sent is lost.
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

  package func ready() { send("READY=1") }

  /// The settings are being reloaded; `ready()` ends it.
  package func reloading() {
    // The time lets the manager distinguish this from an older request (systemd.service(5), Type=notify-reload).
    let now = SuspendingClock().systemEpoch.duration(to: SuspendingClock.now)
    send("RELOADING=1\nMONOTONIC_USEC=\(Int64(now / .microseconds(1)))")
  }

  package func stopping() { send("STOPPING=1") }

  /// The daemon is alive. Send this only from where the work is done, or it proves nothing.
  package func ping() { send("WATCHDOG=1") }

  /// Shows one line in `systemctl status`. Escaped, because a line break would start another message.
  package func status(_ text: String) { send("STATUS=\(TerminalEscaping.escaped(text))") }

  private func send(_ message: String) {
    // 0: NOTIFY_SOCKET stays in the environment for the next message. The worker gets its own environment.
    Self.queue.add { unsafe sd_notify(0, message) }
  }

  package static func finish(within limit: Duration) { queue.finish(within: limit) }
}
