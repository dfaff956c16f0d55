internal import EventLog
internal import Foundation
internal import FoundationEssentials
internal import Notifications
internal import Pipeline
internal import ScanModel
internal import Settings
internal import SystemPackage

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
  private func answer(to ticket: ShownNotification) async -> NotificationButton? {
    let responses = alerter.responses
    let waiting = Task { () -> NotificationButton? in
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

/// Tells the outcome of a scan on the desktop if the program has no terminal, as when a desktop shortcut started it.
struct DesktopFallback {
  let console: Console

  /// Warns of a screenshot that looks like a scam.
  /// - Parameters:
  ///   - report: The report of the scan.
  ///   - settings: How long alerts stay, and whether they make a sound.
  ///   - answersHarmless: Also answers if there is nothing to warn of, for scans whose outcome is shown nowhere else.
  func answer(_ report: ScanReport, settings: Settings, answersHarmless: Bool = false) async {
    guard !console.hasTerminal, let address = SessionBusAddress.find(in: console.environment),
      let alerter = try? DesktopNotifier(busAddress: address)
    else { return }
    let warning = DesktopNotification(
      level: report.riskLevel, category: report.category, duration: settings.alertDuration,
      playsSound: settings.alertSound)
    let answer =
      answersHarmless
      ? NotificationText.answer(report.answer).map {
        DesktopNotification(title: $0.title, body: $0.body, duration: settings.alertDuration)
      } : nil
    guard let notification = warning ?? answer else { return }
    _ = try? await alerter.show(notification)
  }

  /// Tells the user about a failure and waits for their choice, if there is a desktop and the failure is worth telling.
  /// - Parameters:
  ///   - failure: Why the scan failed.
  ///   - scanID: The scan, if one was begun.
  ///   - settings: How long alerts stay; nil if the settings cannot be read.
  /// - Returns: Whether the user wants to try again.
  func tell(_ failure: FailureDescription, scanID: UUID?, settings: Settings?) async -> Bool {
    // The user asked twice, and the first request gets the answer.
    guard ![.debounced, .scanInProgress].contains(failure.code), !console.hasTerminal,
      let directories = try? XDGDirectories(environment: console.environment),
      let address = SessionBusAddress.find(in: console.environment),
      let alerter = try? DesktopNotifier(busAddress: address)
    else { return false }
    let folder = (try? ProgramFiles())?.folder ?? "/"
    let desktop = Self.desktop(console.environment, folder)
    let notice = FailureNotice(
      alerter: alerter, events: EventLog(directory: directories.state, minimumLevel: .info),
      duration: (settings ?? Settings(processorCount: 1)).alertDuration, desktop: desktop,
      openSettings: SettingsOpener(directories: directories, desktop: desktop).open)
    // Stored before waiting for the user, so that `ocr-scan errors` lists the failure at once.
    console.finish()
    return await notice.tell(failure, scanID: scanID)
  }

  /// Opens windows, if the process has kept a launcher.
  static func desktop(_ environment: [String: String], _ folder: FilePath) -> DesktopPrograms {
    DesktopPrograms(environment: environment, folder: folder, launcher: Confinement.launcher)
  }
}
