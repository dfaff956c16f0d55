internal import FoundationEssentials
internal import Glibc
internal import History
internal import LinuxSystem
internal import ScanModel
internal import Settings
internal import SystemPackage

/// An alert that is being shown, or waits for that.
struct RaisedAlert: Sendable {
  var sha256: String?
  var end: Task<NotificationEnd, Never>
}

/// Raises alerts about screenshots, each once. The history owes one from the transaction that stores its outcome until
/// the one that notes its end: what waits when the program ends is shown by the next one. `shownFile` has what was
/// shown and is not noted yet.
@DaemonActor final class AlertLedger {
  private enum Phase {
    case running
    /// What is to be noted is collected for a last try.
    case ending
    /// What waits still is followed by the next daemon.
    case ended
  }

  /// A disk may not answer.
  private static let disk = BlockingIOPool(label: "owed-alerts", lanes: 4)

  private let context: DaemonContext
  /// Outlives a history that cannot be written.
  private let shownFile: ShownAlertsFile
  private var phase = Phase.running
  private var hasResumed = false
  /// Pictures whose alert was shown, and which the history may not know as such.
  private lazy var shown = shownFile.read()
  private var raised: [UUID: Task<NotificationEnd, Never>] = [:]
  /// Alerts whose end is not known, by the numbers of their entries.
  private var open: [Int64: Task<Void, Never>] = [:]
  /// Ends that the history has not taken note of.
  private var unsettled: [Int64: (sha256: String?, wasShown: Bool)] = [:]

  nonisolated init(_ context: DaemonContext, shownFile: ShownAlertsFile) {
    self.context = context
    self.shownFile = shownFile
  }

  /// Shows what earlier runs owe, once, without waiting for it. To be called again if it throws.
  func resume() async throws(HistoryFailure) {
    guard !hasResumed else { return }
    let owed = try await context.history().owedAlerts()
    hasResumed = true
    for entry in owed { Task { await self.resume(entry) } }
  }

  private func resume(_ entry: HistoryEntry) async {
    let report = try? entry.report()
    guard let path = entry.path, let report, entry.verified == nil, await Self.isThere(path) else {
      return await end(entry.number, report?.sha256, wasShown: false)
    }
    guard phase == .running else { return }
    guard let alert = await raise(report, about: path) else {
      return await end(entry.number, report.sha256, wasShown: false)
    }
    follow(alert, of: entry.number)
  }

  /// Whether a screenshot exists, as far as can be told: its alert goes with it.
  private static func isThere(_ path: FilePath) async -> Bool {
    let status = await disk.run(within: .seconds(5)) {
      do throws(SystemError) {
        _ = try FileStatus(of: path, followingSymlinks: false)
        return true
      } catch {
        return error.errno != ENOENT
      }
    }
    return status ?? true
  }

  /// Starts showing the alert for a report, without waiting for it; nil if none is due.
  func raise(_ report: ScanReport, about path: FilePath) async -> RaisedAlert? {
    guard await isDue(report) else { return nil }
    let sha256 = report.sha256
    if let sha256, shown.contains(sha256) { return RaisedAlert(sha256: sha256, end: Task { .shown }) }
    let notification = RiskNotification(
      scanID: UUID(uuidString: report.id), path: path, sha256: sha256, level: report.riskLevel,
      category: report.category)
    let number = UUID()
    let end = Task { [notifications = context.notifications] in
      let end = await notifications.show(notification)
      if end == .shown, let sha256 { self.noteShown(sha256) }
      raised[number] = nil
      return end
    }
    raised[number] = end
    return RaisedAlert(sha256: sha256, end: end)
  }

  /// Whether a report calls for an alert: once for a picture, whatever its copies are named.
  private func isDue(_ report: ScanReport) async -> Bool {
    guard report.riskLevel == .high || report.riskLevel == context.settings.alertLevel else { return false }
    guard let sha256 = report.sha256 else { return true }
    return (try? await context.history().hasAlerted(sha256: sha256)) != true
  }

  private func noteShown(_ sha256: String) {
    guard phase != .ended, shown.insert(sha256).inserted else { return }
    shownFile.write(shown)
  }

  /// Has the history note how an alert ends, in a transaction of its own: an outcome is stored without waiting for the
  /// notification service, and a note made before the alert is on the screen could lose the alert to a crash.
  func follow(_ alert: RaisedAlert, of number: Int64) {
    open[number] = Task {
      let end = await alert.end.value
      if end != .postponed { await self.end(number, alert.sha256, wasShown: end == .shown) }
      open[number] = nil
    }
  }

  private func end(_ number: Int64, _ sha256: String?, wasShown: Bool) async {
    unsettled[number] = (sha256, wasShown)
    guard phase == .running else { return }
    do throws(HistoryFailure) {
      try await settle([number: (sha256, wasShown)])
    } catch {
      // It may have been closed for the next daemon in the meantime.
      guard phase == .running else { return }
      context.health.note(error)
      context.events.send(.due)
    }
  }

  /// Has the history note the ends of which it knows nothing yet, and returns whether it knows all of them.
  func settle() async -> Bool {
    if unsettled.isEmpty { return true }
    return (try? await settle(unsettled)) != nil
  }

  private func settle(_ ends: [Int64: (sha256: String?, wasShown: Bool)]) async throws(HistoryFailure) {
    try await context.history().settleAlerts(ends.mapValues(\.wasShown))
    for number in ends.keys { unsettled[number] = nil }
    let known = Set(ends.values.filter(\.wasShown).compactMap(\.sha256))
    guard phase != .ended, !shown.isDisjoint(with: known) else { return }
    shown.subtract(known)
    shownFile.write(shown)
  }

  /// Has everything that ends from now on collected for a last `settle()`.
  func beginEnding() { phase = .ending }

  func waitForEnds() async {
    for task in raised.values { _ = await task.value }
    for task in open.values { await task.value }
  }

  /// Leaves what still waits to the next daemon, whose `resume()` finds it.
  func finishEnding() { phase = .ended }
}

/// The pictures whose alert was shown although the history does not know it, by the SHA-256 of their bytes: the disk
/// was full, or the program ended between the two. The session's runtime folder has room, and outlives the program.
struct ShownAlertsFile: Sendable {
  /// A choice: 65 kB. Beyond it some may be told of twice.
  private static let maximumCount = 1_000
  private static let hashLength = 64

  private let path: FilePath

  /// - Parameter directory: The folder of the daemon's lock, to which only the user can write.
  init(in directory: FilePath) { path = directory.appending("shown-alerts") }

  func read() -> Set<String> {
    StatusFile.writes.finish(within: .seconds(1))
    let limit = Self.maximumCount * (Self.hashLength + 1)
    let bytes = try? OwnedDescriptor.contents(of: path, followingSymlinks: false, upTo: limit)
    let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    return Set(lines.lazy.map(String.init).filter { $0.utf8.count == Self.hashLength })
  }

  /// Replaces it soon, whole or not at all. Without it an alert may be shown twice, which is better than none.
  func write(_ hashes: Set<String>) {
    let lines = hashes.prefix(Self.maximumCount).map { $0 + "\n" }
    StatusFile.writes.add { [path] in
      try? AtomicFile.replace(path, with: Array(lines.joined().utf8), isDurable: false)
    }
  }
}
