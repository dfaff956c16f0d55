internal import EventLog
internal import FoundationEssentials
internal import Notifications
internal import ScanModel

/// Tells on the desktop why a command failed that nobody watches, for example one started by a key, and does what the
/// user chooses there.
///
/// Unlike the watcher's alerts, it does not wait for the bus or the notification service: an answer to a key press is
/// worthless a moment later.
struct FailureNotice: Sendable {
  /// By then the user has moved on, so the program ends.
  private static let patience = Duration.seconds(600)

  private let alerter: DesktopNotifier
  private let events: EventLog?
  private let duration: Duration
  private let desktop: DesktopPrograms
  private let openSettings: @Sendable () -> Bool

  /// - Parameters:
  ///   - alerter: Talks to the bus.
  ///   - events: Where to note that the user was told; nil if there is no place for it.
  ///   - duration: How long a failure stays that the user need not acknowledge.
  ///   - desktop: Opens windows.
  ///   - openSettings: Opens the settings file; returns false if that fails.
  init(
    alerter: DesktopNotifier, events: EventLog?, duration: Duration, desktop: DesktopPrograms,
    openSettings: @escaping @Sendable () -> Bool
  ) {
    self.alerter = alerter
    self.events = events
    self.duration = duration
    self.desktop = desktop
    self.openSettings = openSettings
  }

  /// Shows a failure. If it has buttons, waits until it leaves the screen, ten minutes at most.
  /// - Returns: Whether the user wants to try again.
  func tell(_ failure: FailureDescription, scanID: UUID?) async -> Bool {
    // Without a notification service there is nobody to tell.
    guard let service = try? await alerter.probe() else { return false }
    let ticket: ShownNotification
    do {
      ticket = try await alerter.show(DesktopNotification(failure: failure, duration: duration))
    } catch {
      events?.record(.alertFailed, scanID: scanID)
      return false
    }
    events?.record(.alertShown, scanID: scanID)
    guard service.capabilities.contains("actions") else { return false }
    switch await answer(to: ticket) {
    case .retry: return true
    case .chooseManually:
      if !desktop.chooseScreenshot() { await say(NotificationText.chooseTitle, NotificationText.chooseBody) }
    case .openSettings:
      if !openSettings() { await say(NotificationText.settingsTitle, NotificationText.settingsBody) }
    case nil: if !failure.requiresAcknowledgment { await alerter.close(ticket) }
    case .details, .notScam, .undo, .dismiss: break
    }
    return false
  }

  /// The button the user clicked; nil if none.
  private func answer(to ticket: ShownNotification) async -> NotificationAction? {
    let responses = alerter.responses
    let waiting = Task { () -> NotificationAction? in
      for await response in responses where response.notification == ticket { return response.action }
      return nil
    }
    let timer = Task {
      try? await Task.sleep(for: Self.patience, clock: .suspending)
      waiting.cancel()
    }
    defer { timer.cancel() }
    return await waiting.value
  }

  /// Says what the user can do when no window can be opened.
  private func say(_ title: String, _ body: String) async {
    _ = try? await alerter.show(DesktopNotification(title: title, body: body, duration: duration))
  }
}
