package import LinuxSystem
internal import Synchronization

/// Shows desktop notifications through `org.freedesktop.Notifications`, without blocking the caller's thread: one
/// dedicated thread talks to the bus, and sleeps until a caller or the bus has a message. A notification takes at most
/// one second, and one more if it has to wait for another. Only the newest waiting one is kept.
package final class DesktopNotifier: Sendable {
  /// What the user and the service do with notifications; for one reader.
  package let events: AsyncStream<NotificationEvent>
  /// Yields when a notification service appears on the bus; active from the first notification on, for one reader.
  /// Apart from `events`, of which a program that takes and leaves the name again and again would push out a click.
  package let serviceAppearances: AsyncStream<Void>
  private let requests: Requests

  /// - Parameter busAddress: From `SessionBusAddress.find`. With nil every notification fails with `.noBus`.
  /// - Throws: `SystemError` if the system refuses a socket or a thread.
  package init(busAddress: String?) throws(SystemError) {
    // Users do not click faster than that.
    let (events, sent) = AsyncStream.makeStream(of: NotificationEvent.self, bufferingPolicy: .bufferingNewest(64))
    self.events = events
    let (appearances, appeared) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    serviceAppearances = appearances
    requests = try Requests()
    try DedicatedThread.start { [requests] in
      var client = NotificationClient(address: busAddress)
      while true {
        requests.wakeUp.clear()
        let turn = client.receiveEvents()
        for event in turn.events { sent.yield(event) }
        if turn.hasServiceAppeared { appeared.yield() }
        let (request, hasEnded) = requests.waiting.withLock { ($0.next(), $0.hasEnded) }
        if let request {
          request(&client)
        } else if hasEnded {
          break
        } else if !turn.hasMore {
          // No time limit: notifications do not wake an idle daemon. Without memory for it, the loop tries again.
          _ = try? Readiness.wait(first: requests.wakeUp.descriptor.raw, second: client.descriptor ?? -1)
        }
      }
      sent.finish()
      appeared.finish()
    }
  }

  deinit { requests.post { $0.hasEnded = true } }

  /// Shows a notification in place of the last one of its kind.
  /// - Returns: The handle for `close`. A notification overtaken by a newer one gets the newer one's handle.
  @discardableResult
  package func show(_ notification: DesktopNotification) async throws(NotificationFailure) -> ShownNotification {
    try await withCheckedContinuation { waiter in
      requests.post {
        let earlier = $0.shows[notification.kind]?.waiters ?? []
        $0.shows[notification.kind] = (notification, earlier + [waiter])
      }
    }.get()
  }

  /// Withdraws a notification, unless it is gone or was replaced.
  package func close(_ notification: ShownNotification) async {
    await withCheckedContinuation { waiter in
      requests.post {
        let earlier = $0.closes[notification.kind]
        // Only the newest notification can still be on the screen.
        let newest = earlier.map { $0.notification.serial > notification.serial ? $0.notification : notification }
        $0.closes[notification.kind] = (newest ?? notification, (earlier?.waiters ?? []) + [waiter])
      }
    }
  }

  package func probe() async throws(NotificationFailure) -> NotificationServer {
    try await withCheckedContinuation { waiter in requests.post { $0.probes.append(waiter) } }.get()
  }
}

/// What the thread has still to do. Of each kind of notification only the newest waits, and callers of older ones are
/// answered together with it. The same applies to closing and probing.
private final class Requests: Sendable {
  struct Waiting: Sendable {
    typealias Waiter<Answer> = CheckedContinuation<Result<Answer, NotificationFailure>, Never>

    var closes:
      [DesktopNotification.Kind: (notification: ShownNotification, waiters: [CheckedContinuation<Void, Never>])] = [:]
    var shows: [DesktopNotification.Kind: (notification: DesktopNotification, waiters: [Waiter<ShownNotification>])] =
      [:]
    var probes: [Waiter<NotificationServer>] = []
    var hasEnded = false

    /// The next request; nil if there is none. Closing goes first, because it makes room for what is shown next.
    mutating func next() -> (@Sendable (inout NotificationClient) -> Void)? {
      for kind in DesktopNotification.Kind.allCases {
        guard let (notification, waiters) = closes.removeValue(forKey: kind) else { continue }
        return { client in
          client.close(notification)
          for waiter in waiters { waiter.resume() }
        }
      }
      for kind in DesktopNotification.Kind.allCases {
        guard let (notification, waiters) = shows.removeValue(forKey: kind) else { continue }
        return { client in
          let answer = Result { () throws(NotificationFailure) in try client.show(notification) }
          for waiter in waiters { waiter.resume(returning: answer) }
        }
      }
      guard !probes.isEmpty else { return nil }
      defer { probes = [] }
      return { [probes] client in
        let answer = Result { () throws(NotificationFailure) in try client.probe() }
        for waiter in probes { waiter.resume(returning: answer) }
      }
    }
  }

  let wakeUp: EventDescriptor
  let waiting = Mutex(Waiting())

  init() throws(SystemError) { wakeUp = try EventDescriptor() }

  func post(_ change: (inout Waiting) -> Void) {
    waiting.withLock { change(&$0) }
    wakeUp.signal()
  }
}

/// The notification service, for `ocr-scan doctor`. Its texts are escaped for display.
package struct NotificationServer: Sendable, Hashable {
  package let name: String
  /// Sorted, for example "body", "body-markup", "sound".
  package let capabilities: [String]
}

package enum SessionBusAddress {
  /// The address from an environment: `DBUS_SESSION_BUS_ADDRESS`, or else the socket of systemd's user bus in
  /// `XDG_RUNTIME_DIR`, as in sd_bus_default_user(3); nil if neither is set.
  package static func find(in environment: [String: String]) -> String? {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
    return "unix:path=\(escaped(directory))/bus"
  }

  /// D-Bus Specification, "Server Addresses": any other byte is written as %xx.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "-", "_", "*", "\\": String(Unicode.Scalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }.joined()
  }
}
