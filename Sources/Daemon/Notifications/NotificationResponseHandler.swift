internal import FoundationEssentials
internal import History
internal import LinuxSystem
internal import Localization
internal import Notifications
internal import ScanModel

/// What the user chose on a notification.
enum NotificationResponse: Sendable, Hashable {
  /// Show the reasons; nil for a notification about several screenshots.
  case details(UUID?)
  case notScam(UUID)
  case undo(UUID)
  case openSettings
  case chooseManually
  case retry
}

/// Finds the scans that a click refers to.
struct NotificationResponseRouter {
  static let maximumSubjects = 64
  /// Notifications that may still be clicked, by serial number, newest last.
  private var subjects: [(serial: UInt64, scanIDs: [UUID])] = []

  mutating func note(_ alert: ShownNotification, about scanIDs: [UUID]) {
    subjects = subjects.suffix(Self.maximumSubjects - 1) + [(alert.serial, scanIDs)]
  }

  func response(to click: NotificationClick) -> NotificationResponse? {
    let scanIDs = subjects.last { $0.serial == click.notification.serial }?.scanIDs ?? []
    let scanID = scanIDs.count == 1 ? scanIDs.first : nil
    switch click.action {
    case .details: return .details(scanID)
    case .notScam: return scanID.map { .notScam($0) }
    case .undo: return scanID.map { .undo($0) }
    case .openSettings: return .openSettings
    case .chooseManually: return .chooseManually
    case .retry: return .retry
    case .dismiss: return nil
    }
  }
}

/// Opens windows for the user; each call returns false if none could be opened.
struct DesktopWindows: Sendable {
  /// Shows an entry with its reasons; if nil, the entries to review.
  var showDetails: @Sendable (UUID?) -> Bool
  var chooseScreenshot: @Sendable () -> Bool
  var openSettings: @Sendable () -> Bool
}

/// Does what the user chose on a notification. If no window can be opened, another notification shows or explains it.
struct NotificationResponseHandler: Sendable {
  let history: @Sendable () throws(HistoryFailure) -> HistoryStore
  let notifications: NotificationDispatcher
  let windows: DesktopWindows
  /// Called if that fails.
  let report: @Sendable (FailureDescription) -> Void
  /// How long the daemon waits for a window.
  var limit = Duration.seconds(5)
  /// A folder of the search path, or the disk of a program, may not answer.
  private let desktop = BlockingIOPool(label: "windows")

  /// - Throws: `HistoryFailure` if quarantined screenshots cannot be released.
  func handle(_ response: NotificationResponse) async throws(HistoryFailure) {
    switch response {
    case .details(let scanID): await showDetails(scanID)
    case .notScam(let scanID): await verify(scanID, as: .notScam)
    case .undo(let scanID): await verify(scanID, as: nil)
    case .openSettings:
      if await !opens(windows.openSettings) {
        await notifications.reply(title: NotificationText.settingsTitle, body: NotificationText.settingsBody)
      }
    case .chooseManually:
      if await !opens(windows.chooseScreenshot) {
        await notifications.reply(title: NotificationText.chooseTitle, body: NotificationText.chooseBody)
      }
    // Everything that did not work is tried again; the rest of it is done by a reload.
    case .retry: _ = try await history().releaseQuarantine()
    }
  }

  /// - Returns: False also while an earlier window is still being opened.
  private func opens(_ window: @escaping @Sendable () -> Bool) async -> Bool {
    guard desktop.hasFreeLane else { return false }
    return await desktop.run(within: limit, window) ?? false
  }

  private func showDetails(_ scanID: UUID?) async {
    if await opens({ windows.showDetails(scanID) }) { return }
    var report: ScanReport?
    if let scanID { report = try? await history().entry(scanID.uuidString).report() }
    await notifications.reply(
      title: NotificationText.detailsTitle,
      body: report.map { "\(localized($0.explanation)) \(localized($0.advice))" } ?? NotificationText.severalKinds)
  }

  private func verify(_ scanID: UUID, as verdict: UserVerdict?) async {
    do {
      let history = try history()
      let number = try await history.entry(scanID.uuidString).number
      try await history.verify(number, as: verdict)
      let words = verdict == nil ? NotificationText.unmarked : NotificationText.marked
      await notifications.reply(
        title: words.title, body: words.body, about: scanID, offering: verdict == nil ? [] : [.undo, .dismiss])
    } catch {
      let failure = FailureCatalog.describe(error.scanFailure)
      report(failure)
      let words = failure.localized
      await notifications.reply(title: "\(words.title)", body: "\(words.message) \(words.recoverySuggestion)")
    }
  }
}
