internal import Application
internal import EventLog
internal import FoundationEssentials
internal import LinuxSystem
internal import Notifications
internal import Pipeline
internal import ScanModel
internal import Settings
internal import SystemPackage

/// Tells the outcome of a scan on the desktop if the program has no terminal, as when a desktop shortcut started it.
/// Does not wait for the bus or the notification service: an answer to a key press is worthless a moment later.
struct DesktopFallback {
  /// By then the user has moved on, so the program ends.
  private static let patience = Duration.seconds(600)

  let console: Console

  private func connect() -> DesktopNotifier? {
    guard !Console.hasTerminal, let address = SessionBusAddress.find(in: console.environment) else { return nil }
    return try? DesktopNotifier(busAddress: address)
  }

  /// Warns of a scam; with `answersHarmless`, for outcomes that are shown nowhere else, also tells that there is none.
  func answer(_ report: ScanReport, settings: Settings, answersHarmless: Bool = false) async {
    guard let alerter = connect() else { return }
    let warning = DesktopNotification(
      level: report.riskLevel, category: report.category, duration: settings.alertDuration,
      playsSound: settings.alertSound)
    let answer = NotificationText.answer(report.answer).map {
      DesktopNotification(title: $0.title, body: $0.body, duration: settings.alertDuration)
    }
    guard let notification = warning ?? (answersHarmless ? answer : nil) else { return }
    _ = try? await alerter.show(notification)
  }

  /// Tells of a failure that is worth telling, and does what the user chooses, for which it waits ten minutes at most.
  /// - Returns: Whether the user wants to try again.
  func tell(_ failure: FailureDescription, scanID: UUID?) async -> Bool {
    // The user asked twice, and the first request gets the answer.
    guard ![.debounced, .scanInProgress].contains(failure.code),
      let directories = try? XDGDirectories(environment: console.environment), let alerter = connect()
    else { return false }
    let events = EventLog(directory: directories.state, minimumLevel: .info)
    let settings = try? Program(environment: console.environment).settings
    let duration = (settings ?? Settings(processorCount: 1)).alertDuration
    // Stored before waiting for the user, so that `ocr-scan errors` lists the failure at once.
    console.finish()
    // Without a notification service there is nobody to tell.
    guard let service = try? await alerter.probe() else { return false }
    guard let ticket = try? await alerter.show(DesktopNotification(failure: failure, duration: duration)) else {
      events.record(.alertFailed, scanID: scanID)
      return false
    }
    events.record(.alertShown, scanID: scanID)
    guard service.capabilities.contains("actions") else { return false }
    /// Says what the user can do if no window could be opened.
    func say(_ title: String, _ body: String, unless isOpen: Bool) async {
      if !isOpen { _ = try? await alerter.show(DesktopNotification(title: title, body: body, duration: duration)) }
    }
    let desktop = Self.desktop(console.environment, (try? ProgramFiles())?.folder ?? "/")
    switch await Self.answer(to: ticket, alerter) {
    case .retry: return true
    case .chooseManually:
      await say(NotificationText.chooseTitle, NotificationText.chooseBody, unless: desktop.chooseScreenshot())
    case .openSettings:
      await say(
        NotificationText.settingsTitle, NotificationText.settingsBody, unless: desktop.openSettings(directories))
    case nil: if !failure.requiresAcknowledgment { await alerter.close(ticket) }
    case .details, .notScam, .undo, .dismiss: break
    }
    return false
  }

  private static func answer(to ticket: ShownNotification, _ alerter: DesktopNotifier) async -> NotificationButton? {
    let events = alerter.events
    let waiting = Task { () -> NotificationButton? in
      for await case .clicked(let click) in events where click.notification == ticket { return click.action }
      return nil
    }
    let timer = Task {
      try? await Task.sleep(for: patience, clock: .suspending)
      waiting.cancel()
    }
    defer { timer.cancel() }
    return await waiting.value
  }

  static func desktop(_ environment: [String: String], _ folder: FilePath) -> DesktopPrograms {
    DesktopPrograms(environment: environment, folder: folder, launcher: ProgramSandbox.launcher)
  }
}

extension DesktopPrograms {
  /// Opens the settings file in an editor, and first makes one that explains every setting; false if nothing opened.
  func openSettings(_ directories: XDGDirectories) -> Bool {
    let file = directories.settingsFile
    if file.fileKind == nil {
      _ = try? PrivateDirectory.open(directories.configuration)
      try? Program.loader(directories).createExample(at: file)
    }
    return open(file)
  }
}
