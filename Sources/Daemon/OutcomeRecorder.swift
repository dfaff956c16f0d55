internal import FoundationEssentials
internal import History
internal import Pipeline
internal import ScanModel
internal import Settings
internal import SystemPackage

/// Reports the outcomes of scans, notifies the user, and stores them. What cannot be stored is kept until it can be.
@DaemonActor final class OutcomeRecorder {
  private let context: DaemonContext
  let alerts: AlertLedger
  private let didScan: @Sendable (ScanReport) -> Void
  /// When a file is gone, its outcome need not be stored any more.
  var unsaved = UnsavedOutcomes()
  /// Known verdicts of copies, which are stored together.
  private var repeated: [ReportedOutcome] = []
  private var nextPurge: ContinuousClock.Instant?

  nonisolated init(
    _ context: DaemonContext, alerts: AlertLedger, didScan: @escaping @Sendable (ScanReport) -> Void
  ) {
    self.context = context
    self.alerts = alerts
    self.didScan = didScan
  }

  func record(_ report: ScanReport, of file: KnownFile, quarantinedFrom engine: String? = nil) async {
    await store([await announce(report, of: file, quarantinedFrom: engine)])
  }

  /// Reports a verdict known from a copy; `storeRepeated()` stores it together with others.
  func recordRepeated(_ report: ScanReport, of file: KnownFile) async {
    repeated.append(await announce(report, of: file))
  }

  /// Stores what `recordRepeated` left, with a single synchronized write (fdatasync(2), 1 to 5 ms). If the daemon ends
  /// before that, the next listing finds the files again.
  func storeRepeated() async {
    guard !repeated.isEmpty else { return }
    let outcomes = repeated
    repeated = []
    await store(outcomes)
  }

  private func announce(
    _ report: ScanReport, of file: KnownFile, quarantinedFrom engine: String? = nil
  ) async -> ReportedOutcome {
    // On screen within 0.1 s of the verdict, while the history is written. Nothing waits for it.
    let alert = await alerts.raise(report, about: file.path)
    didScan(report)
    if let error = report.error, error.requiresAcknowledgment {
      Task { [notifications = context.notifications] in await notifications.show(error, isOfScreenshot: true) }
    }
    let kept = await Self.kept(report, context.settings.storedText)
    let scan = FinishedScan(kept, of: file, quarantinedFrom: engine, owesAlert: alert != nil)
    return ReportedOutcome(scan: scan, alert: alert)
  }

  /// What the history keeps of a report. Asynchronous, to leave the daemon's actor, on which the task of the alert
  /// begins: a screenshot may have 262,144 scalars to redact.
  nonisolated private static func kept(_ report: ScanReport, _ text: Settings.StoredText) async -> ScanReport {
    report.stored(as: text)
  }

  private func store(_ outcomes: [ReportedOutcome]) async {
    let number = unsaved.nextNumber
    do {
      let entries = try await context.history().finish(outcomes.map(\.scan))
      for (outcome, entry) in zip(outcomes, entries) {
        unsaved.forget(outcome.scan.file.path, keptBefore: number)
        if let alert = outcome.alert, let entry { alerts.follow(alert, of: entry) }
      }
    } catch {
      for outcome in outcomes { unsaved.keep(outcome) }
      context.health.note(error)
    }
  }

  /// Stores the outcomes, and the ends of alerts, that could not be stored before. Returns whether all of them are.
  @discardableResult
  func saveUnsaved() async -> Bool {
    for entry in unsaved.all {
      context.health.noteProgress()
      if let outcome = entry.outcome {
        guard let stored = try? await context.history().finish([outcome.scan]) else { return false }
        if let alert = outcome.alert, case let number?? = stored.first { alerts.follow(alert, of: number) }
      }
      unsaved.forget(entry.file.path, keptBefore: entry.number + 1)
    }
    return await alerts.settle() && unsaved.isEmpty
  }

  /// Stores what is left, because the daemon ends. With `isLast` the program ends, and no alert waits any more.
  func end(isLast: Bool) async {
    alerts.beginEnding()
    await saveUnsaved()
    if isLast { await alerts.waitForEnds() }
    _ = await alerts.settle()
    alerts.finishEnding()
    if !isLast { await context.notifications.release() }
  }

  /// Deletes old entries once a day, or a minute after a failure, but only when the loop is awake anyway.
  func purgeOldEntries() async {
    if let nextPurge, .now < nextPurge { return }
    nextPurge = .now + .seconds(60)
    do {
      _ = try await context.history().purge(olderThanDays: context.settings.retentionDays, now: Date())
      nextPurge = .now + .seconds(86_400)
    } catch {
      context.health.note(error)
    }
  }
}
