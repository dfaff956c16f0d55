package import LinuxSystem

/// Shows alerts on the desktop through `org.freedesktop.Notifications`.
///
/// Nothing here blocks a thread of the caller: one thread of its own talks to the bus. An alert takes at most one
/// second; one that has to wait for another takes at most one second more. While one is on its way, only the
/// newest of those behind it is kept.
package final class DesktopNotifier: Sendable {
  /// Yields when a notification service appears on the bus, for alerts that failed with `.noService` and are
  /// still worth showing. Watched from the first alert on; for one reader.
  package let serviceAppearances: AsyncStream<Void>
  /// Yields when the user clicks on an action of an alert, which has left the screen then; for one reader.
  package let responses: AsyncStream<AlertResponse>
  private let thread: NotificationThread

  /// - Parameter busAddress: What `SessionBusAddress.find` gives; nil makes every alert fail with `.noBus`.
  /// - Throws: `SystemError` if the system refuses a socket or a thread.
  package init(busAddress: String?) throws(SystemError) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    serviceAppearances = stream
    // A user does not click faster than that.
    let (clicks, clicked) = AsyncStream.makeStream(of: AlertResponse.self, bufferingPolicy: .bufferingNewest(64))
    responses = clicks
    thread = try NotificationThread(address: busAddress, serviceAppeared: continuation, responded: clicked)
    try thread.start()
  }

  deinit {
    thread.mailbox.postEnd()
    thread.wake()
  }

  /// Shows an alert in the place of the last one of its kind.
  /// - Returns: The ticket for `close`. An alert that was overtaken by a newer one gets the ticket of that one.
  @discardableResult
  package func show(_ alert: DesktopNotification) async throws(NotificationFailure) -> ShownAlert {
    try await withCheckedContinuation { waiter in
      thread.mailbox.postShow(alert, waiter)
      thread.wake()
    }.get()
  }

  /// Withdraws an alert, for example because its screenshot was deleted. Does nothing if it is gone, or if a newer
  /// alert has taken its place.
  package func close(_ alert: ShownAlert) async {
    await withCheckedContinuation { waiter in
      thread.mailbox.postClose(alert, waiter)
      thread.wake()
    }
  }

  /// Asks the notification service who it is, which shows whether alerts would work.
  package func probe() async throws(NotificationFailure) -> NotificationServer {
    try await withCheckedContinuation { waiter in
      thread.mailbox.postProbe(waiter)
      thread.wake()
    }.get()
  }
}
