internal import Notifications

/// Shows notifications on the desktop; the real one is `DesktopNotifier`.
protocol NotificationPresenter: Sendable {
  /// Yields when a notification service appears; for one reader.
  var serviceAppearances: AsyncStream<Void> { get }
  /// Yields when the user clicks on a notification; for one reader.
  var responses: AsyncStream<NotificationClick> { get }
  /// Yields what is on the screen after all, although `show` threw `.timedOut`; for one reader.
  var lateAnswers: AsyncStream<LateAnswer> { get }

  func show(_ notification: DesktopNotification) async throws(NotificationFailure) -> ShownNotification
  func close(_ alert: ShownNotification) async
}

extension DesktopNotifier: NotificationPresenter {}
