internal import FoundationEssentials
internal import History
internal import ScanModel
internal import SystemPackage

/// Shows the outcomes of scans, notifies the user, and stores them. What cannot be stored now is kept until it can be.
@DaemonActor final class OutcomeRecorder {
  /// What becomes of an outcome.
  struct Policy: Sendable {
    /// Whether a report raises a notification.
    var mustNotify: @Sendable (ScanReport) async -> Bool
    /// Stores outcomes as the history may keep them.
    var persist: @Sendable ([FinishedScan]) async throws(HistoryFailure) -> [Recorded]
    /// A report as the history may keep it.
    var storable: @Sendable (ScanReport) -> ScanReport
    /// Entries older than this are deleted, at the start and then once a day when there is something to do anyway.
    var retentionDays: Int
  }

  /// An outcome that was shown and is to be stored.
  private struct Announced {
    var scan: FinishedScan
    /// Whether its notification was shown, once that is known; nil without one.
    var notification: Task<Bool, Never>?
  }

  private let store: any OutcomeStore
  private let notifications: NotificationCenter
  private let health: HealthMonitor
  private let policy: Policy
  private let didScan: @Sendable (ScanReport) -> Void
  private var unsaved = UnsavedOutcomes()
  /// Verdicts that are known from other copies of their pictures, and are stored at the end of a turn.
  private var repeated: [Announced] = []
  /// Notifications whose end is yet to be noted in the history.
  private var openNotifications: [Int64: Task<Void, Never>] = [:]
  private var lastPurge: SuspendingClock.Instant?

  /// - Parameters:
  ///   - store: Where outcomes are kept.
  ///   - notifications: Where the user is warned.
  ///   - health: Hears of failures of the store.
  ///   - policy: What becomes of an outcome.
  ///   - didScan: Called with every report, before it is stored.
  nonisolated init(
    store: any OutcomeStore, notifications: NotificationCenter, health: HealthMonitor, policy: Policy,
    didScan: @escaping @Sendable (ScanReport) -> Void
  ) {
    self.store = store
    self.notifications = notifications
    self.health = health
    self.policy = policy
    self.didScan = didScan
  }

  /// Whether anything could not be stored.
  var hasUnsaved: Bool { !unsaved.isEmpty }

  /// Whether the file has an outcome that could not be stored.
  func holds(_ path: FilePath) -> Bool { unsaved.holds(path) }

  /// The same, of the file in exactly this state.
  func holds(_ file: KnownFile) -> Bool { unsaved.holds(file) }

  /// The file is gone, and with it the need to store its outcome.
  func forget(_ path: FilePath) { unsaved.forget(path) }

  func withdrawNotification(of path: FilePath) async { await notifications.withdraw(path) }

  // MARK: Recording

  /// Shows an outcome, notifies if it must be, and stores it.
  func record(_ report: ScanReport, of file: KnownFile, quarantinedFrom engine: String? = nil) async {
    await store([await announce(report, of: file, quarantinedFrom: engine)])
  }

  /// Shows a verdict that is known from another copy of the picture; `storeRepeated()` stores it together with others.
  func recordRepeated(_ report: ScanReport, of file: KnownFile) async {
    repeated.append(await announce(report, of: file, quarantinedFrom: nil))
  }

  /// Stores what `recordRepeated` has left. One synchronized write (fdatasync(2), 1 to 5 ms) does for all of them; files
  /// whose outcome is not stored when the daemon ends are found by the next listing.
  func storeRepeated() async {
    guard !repeated.isEmpty else { return }
    let outcomes = repeated
    repeated = []
    await store(outcomes)
  }

  private func announce(
    _ report: ScanReport, of file: KnownFile, quarantinedFrom engine: String?
  ) async -> Announced {
    didScan(report)
    // On its way while the history is written, because it must be on screen within 0.1 s of the verdict; and nothing
    // waits for it, because the service that shows it may not answer.
    let notification = await notify(report, file.path)
    if let error = report.error, error.requiresAcknowledgment {
      Task { [notifications] in await notifications.show(error, isOfScreenshot: true) }
    }
    return Announced(
      scan: FinishedScan(report, of: file, quarantinedFrom: engine), notification: notification)
  }

  private func store(_ outcomes: [Announced]) async {
    let number = unsaved.nextNumber
    do {
      let recorded = try await policy.persist(outcomes.map(\.scan))
      for (outcome, recorded) in zip(outcomes, recorded) {
        unsaved.forget(outcome.scan.file.path, keptBefore: number)
        if let notification = outcome.notification, let entry = recorded.number { note(notification, entry) }
      }
    } catch {
      for outcome in outcomes {
        unsaved.keep(
          UnsavedOutcomes.Outcome(
            file: outcome.scan.file, report: policy.storable(outcome.scan.report),
            wasNotified: outcome.notification != nil, quarantinedFrom: outcome.scan.quarantinedFrom))
      }
      health.note(error)
    }
  }

  // MARK: Notifications

  /// Begins to show the notification that a report asks for; nil if it asks for none, or the same picture has had one.
  private func notify(_ report: ScanReport, _ path: FilePath) async -> Task<Bool, Never>? {
    guard await policy.mustNotify(report) else { return nil }
    let notification = RiskNotification(
      scanID: UUID(uuidString: report.id), path: path, sha256: report.sha256, level: report.riskLevel,
      category: report.category)
    return Task { [notifications] in await notifications.show(notification) }
  }

  /// Notes in the history that a notification was shown, whenever that is.
  private func note(_ notification: Task<Bool, Never>, _ number: Int64) {
    openNotifications[number] = Task {
      if await notification.value { try? await store.markAlerted(number) }
      openNotifications[number] = nil
    }
  }

  /// Waits until it is known of every notification whether it was shown.
  func finishNotifications() async {
    for task in openNotifications.values { await task.value }
  }

  // MARK: Storing later

  /// Writes what could not be written.
  /// - Returns: Whether there is nothing left to write.
  @discardableResult
  func saveUnsaved() async -> Bool {
    for outcome in unsaved.all {
      if let report = outcome.report {
        let scan = FinishedScan(
          report, of: outcome.file, wasAlerted: outcome.wasNotified, quarantinedFrom: outcome.quarantinedFrom)
        guard (try? await store.finish([scan])) != nil else { return false }
      }
      unsaved.forget(outcome.file.path, keptBefore: outcome.number + 1)
    }
    return unsaved.isEmpty
  }

  /// Deletes old entries once a day, but only when the loop is awake anyway: keeping days is no reason to wake an idle
  /// machine.
  func purgeOldEntries() async {
    if let lastPurge, SuspendingClock.now - lastPurge < .seconds(86_400) { return }
    lastPurge = .now
    do {
      _ = try await store.purge(olderThanDays: policy.retentionDays, now: Date())
    } catch {
      health.note(error)
    }
  }
}
