internal import EventLog
internal import FoundationEssentials
internal import Notifications
internal import ScanModel

/// Tells on the desktop why a command has failed that runs where nobody sees what it writes, started by a key for one, and
/// does what the user chooses there.
///
/// Unlike the watcher's alerts it waits for no bus and no service: a moment later the answer to a key press is worth
/// nothing.
struct FailureNotice: Sendable {
  /// After that the user has long done something else, and the program ends.
  private static let patience = Duration.seconds(600)

  private let alerter: DesktopNotifier
  private let events: EventLog?
  private let duration: Duration
  private let desktop: DesktopPrograms
  private let openSettings: @Sendable () -> Bool

  /// - Parameters:
  ///   - alerter: Talks to the bus.
  ///   - events: Where it is noted that the user was told; nil where there is no place for it.
  ///   - duration: How long a failure stays that need not be acknowledged.
  ///   - desktop: Opens windows.
  ///   - openSettings: Opens the settings file; false if that cannot be done.
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

  /// Shows a failure and, where it has buttons, waits until it leaves the screen, ten minutes at most.
  /// - Returns: Whether the user wants it tried again.
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

  /// What the user has clicked on; nil if they have not.
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

  /// Says where no window can be opened what the user can do instead.
  private func say(_ title: String, _ body: String) async {
    _ = try? await alerter.show(DesktopNotification(title: title, body: body, duration: duration))
  }
}
