internal import EventLog
internal import Foundation
internal import Notifications
internal import Pipeline
internal import ScanModel
internal import Settings
internal import SystemPackage

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
