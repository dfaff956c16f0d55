internal import FoundationEssentials
internal import History
internal import Notifications
internal import Pipeline
internal import ScanModel

// What the user does with alerts.
extension ScanDaemon {
  func handle(_ answer: DesktopNotificationQueue.Answer) async {
    switch answer {
    case .details(let scanID): await showDetails(scanID)
    case .notScam(let scanID): await verify(scanID, as: .notScam)
    case .undo(let scanID): await verify(scanID, as: nil)
    case .openSettings: if !parts.openSettings() { await tellWhereSettingsAre() }
    case .chooseManually:
      if !parts.desktop.chooseScreenshot() {
        await parts.alerts.answer(title: NotificationText.chooseTitle, body: NotificationText.chooseBody)
      }
    case .retry: await retryAll()
    }
  }

  /// In a window, or, where none can be opened, in another notification: the reasons are words of ours.
  private func showDetails(_ scanID: UUID?) async {
    if parts.desktop.showDetails(scanID) { return }
    var report: ScanReport?
    if let scanID { report = try? await parts.history.entry(scanID.uuidString).report() }
    await parts.alerts.answer(
      title: NotificationText.detailsTitle,
      body: report.map { "\($0.explanation) \($0.advice)" } ?? NotificationText.severalKinds)
  }

  private func verify(_ scanID: UUID, as verdict: UserVerdict?) async {
    do {
      let number = try await parts.history.entry(scanID.uuidString).number
      try await parts.history.verify(number, as: verdict)
      let words = verdict == nil ? NotificationText.unmarked : NotificationText.marked
      await parts.alerts.answer(
        title: words.title, body: words.body, about: scanID, offering: verdict == nil ? [] : [.undo, .dismiss])
    } catch {
      let failure = FailureCatalog.describe(error.scanFailure)
      parts.didFail(failure)
      await parts.alerts.answer(title: failure.title, body: "\(failure.message) \(failure.recoverySuggestion)")
    }
  }

  private func tellWhereSettingsAre() async {
    await parts.alerts.answer(title: NotificationText.settingsTitle, body: NotificationText.settingsBody)
  }

  /// Has everything tried again that did not work: screenshots that were set aside, workers, the history, the folders.
  private func retryAll() async {
    do {
      _ = try await parts.history.releaseQuarantine()
    } catch {
      noteHistory(error)
    }
    inbox.yield(.reload(.requested))
  }
}
