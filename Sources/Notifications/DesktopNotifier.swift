package import LinuxSystem

/// Shows desktop notifications through `org.freedesktop.Notifications`.
///
/// Nothing here blocks the caller's thread: one dedicated thread talks to the bus. A notification takes at most one
/// second, and at most one more if it has to wait for another. Only the newest waiting one is kept.
package final class DesktopNotifier: Sendable {
  /// Yields when a notification service appears on the bus, for notifications that failed with `.noService` and are
  /// still worth showing. Active from the first notification on; for one reader.
  package let serviceAppearances: AsyncStream<Void>
  /// Yields when the user clicks on an action of a notification, which has then left the screen; for one reader.
  package let responses: AsyncStream<NotificationClick>
  private let thread: NotificationThread

  /// - Parameter busAddress: From `SessionBusAddress.find`. With nil every notification fails with `.noBus`.
  /// - Throws: `SystemError` if the system refuses a socket or a thread.
  package init(busAddress: String?) throws(SystemError) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    serviceAppearances = stream
    // Users do not click faster than that.
    let (clicks, clicked) = AsyncStream.makeStream(of: NotificationClick.self, bufferingPolicy: .bufferingNewest(64))
    responses = clicks
    thread = try NotificationThread(address: busAddress, serviceAppeared: continuation, responded: clicked)
    try thread.start()
  }

  deinit {
    thread.mailbox.postEnd()
    thread.wake()
  }

  /// Shows a notification in place of the last one of its kind.
  /// - Returns: The handle for `close`. A notification overtaken by a newer one gets the newer one's handle.
  @discardableResult
  package func show(_ notification: DesktopNotification) async throws(NotificationFailure) -> ShownNotification {
    try await withCheckedContinuation { waiter in
      thread.mailbox.postShow(notification, waiter)
      thread.wake()
    }.get()
  }

  /// Withdraws a notification, for example because its screenshot was deleted. Does nothing if it is gone or was
  /// replaced.
  package func close(_ notification: ShownNotification) async {
    await withCheckedContinuation { waiter in
      thread.mailbox.postClose(notification, waiter)
      thread.wake()
    }
  }

  /// Asks the notification service for its identity and capabilities, which shows whether notifications work.
  package func probe() async throws(NotificationFailure) -> NotificationServer {
    try await withCheckedContinuation { waiter in
      thread.mailbox.postProbe(waiter)
      thread.wake()
    }.get()
  }
}
