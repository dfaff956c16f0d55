package import EventLog
internal import FoundationEssentials
internal import ImageContainers
internal import LinuxSystem
package import ScanModel
package import ScreenshotLibrary
package import Settings
internal import Synchronization
package import SystemPackage

/// What "Scan Now" does: finds the newest screenshot, if that is allowed and wanted now, and scans it. Fetching,
/// decoding and recognizing share one clock.
package struct AutomaticScan: Sendable {
  /// What is being done, for whoever waits.
  package enum Phase: Sendable, Hashable, CaseIterable {
    case checkingAccess, fetching, reading, judging
  }

  /// What came out. There always is a report.
  package struct Outcome: Sendable {
    package var report: ScanReport
    /// Nil if there is no screenshot that it is about.
    package var path: FilePath?
    /// The bytes of a screenshot were had, so that the outcome is worth keeping.
    package var wasFetched: Bool
  }

  private let settings: Settings
  private let folders: [ScreenshotFolders.Choice]
  private let lockDirectories: [FilePath]
  private let events: EventLog
  private let makeScanner: @Sendable () throws(ScanFailure) -> Scanner
  private let knowledge: UserFeedback?
  private let progress: @Sendable (Phase) -> Void

  /// - Parameters:
  ///   - settings: `automaticScanning`, `maximumAge`, `debounce`, `scanTimeout` and `workers` count.
  ///   - folders: Where screenshots are.
  ///   - lockDirectories: See `AutomaticScanTurn.take`.
  ///   - events: Where every step is noted.
  ///   - makeScanner: Called when there is something to scan; starts workers.
  ///   - knowledge: What the user has said before; nil where nothing is known.
  ///   - progress: Called at the beginning of each phase.
  package init(
    settings: Settings, folders: [ScreenshotFolders.Choice], lockDirectories: [FilePath], events: EventLog,
    makeScanner: @escaping @Sendable () throws(ScanFailure) -> Scanner, knowledge: UserFeedback?,
    progress: @escaping @Sendable (Phase) -> Void = { _ in }
  ) {
    self.settings = settings
    self.folders = folders
    self.lockDirectories = lockDirectories
    self.events = events
    self.makeScanner = makeScanner
    self.knowledge = knowledge
    self.progress = progress
  }

  /// Scans the newest screenshot.
  /// - Parameters:
  ///   - trigger: What asked for it.
  ///   - beganAt: When it was asked for; all times count from here.
  /// - Returns: The report, always.
  package func run(_ trigger: ScanEvent.Trigger, beganAt: SuspendingClock.Instant) async -> Outcome {
    let attempt = Attempt(id: UUID(), trigger: trigger, beganAt: beganAt)
    events.record(.started(trigger: trigger), scanID: attempt.id)
    progress(.checkingAccess)
    guard let collection = await beforeDeadline(attempt, { ScreenshotCollection(folders) }) else {
      return fail(attempt, timedOut("Looking into the screenshots folder"))
    }
    events.record(.permissionCheck(status: collection.access.event), scanID: attempt.id)
    guard settings.automaticScanning else {
      events.record(.settingDisabled, scanID: attempt.id)
      return fail(attempt, ScanFailure(.autoScanDisabled))
    }
    if let failure = collection.failure(awaited: folders) { return fail(attempt, failure) }
    do throws(ScanFailure) {
      let turn = try AutomaticScanTurn.take(in: lockDirectories, debounce: settings.debounce)
      defer { withExtendedLifetime(turn) {} }
      return await scan(collection, attempt)
    } catch {
      switch error.code {
      case .debounced: events.record(.debounced, scanID: attempt.id)
      case .scanInProgress: events.record(.alreadyRunning, scanID: attempt.id)
      default: break
      }
      return fail(attempt, error)
    }
  }

  /// Whoever asks for a scan may be faster than the tool that saves the screenshot.
  private static let maximumRetries = 3

  private var maximumBytes: Int64 { Int64(settings.maximumFileMegabytes) << 20 }

  private struct Attempt: Sendable {
    var id: UUID
    var trigger: ScanEvent.Trigger
    var beganAt: SuspendingClock.Instant
  }

  private func scan(_ collection: ScreenshotCollection, _ attempt: Attempt) async -> Outcome {
    progress(.fetching)
    events.record(.fetchStarted, scanID: attempt.id)
    let newest = await beforeDeadline(attempt) { Found(collection.newest { ScreenshotMetadata.areIn($0) }) }
    guard let newest else { return failFetch(attempt, timedOut("Looking for the newest screenshot")) }
    guard let file = newest.file else { return failFetch(attempt, collection.nothingFound) }
    let name = file.path.displayFileName
    let age = Duration.seconds(Date().timeIntervalSince1970) - .nanoseconds(file.createdNanoseconds)
    guard age <= settings.maximumAge else {
      let failure = ScanFailure(
        .tooOld, subject: name, detail: "\(age.roughly) old; the limit is \(settings.maximumAge.roughly)")
      return failFetch(attempt, failure, file.path)
    }
    let fetched = await fetch(file.path, attempt)
    switch fetched {
    case nil: return failFetch(attempt, timedOut("Fetching \(name)"), file.path)
    case .failure(let error):
      let failure =
        error.code == .permissionDenied
        ? ScanFailure(.limitedAccess, subject: file.path.displayName)
        : error.scanFailure(name: name, wasAnnounced: true, maximumBytes: maximumBytes)
      return failFetch(attempt, failure, file.path)
    case .success(let content): return await scan(content, file.path, attempt)
    }
  }

  /// Reads a file, and reads it again while it is being written; nil if that took too long.
  private func fetch(_ path: FilePath, _ attempt: Attempt) async -> Result<ScreenshotContent, IntakeFailure>? {
    var pauses = Backoff(first: .milliseconds(200), longest: .seconds(1))
    let maximumBytes = self.maximumBytes
    for _ in 0..<Self.maximumRetries {
      let fetched = await beforeDeadline(attempt) { read(path, maximumBytes) }
      let pause = pauses.pause()
      guard let fetched, fetched.isUnfinished, pause < rest(of: attempt) else { return fetched }
      try? await Task.sleep(for: pause)
    }
    return await beforeDeadline(attempt) { read(path, maximumBytes) }
  }

  private func read(_ path: FilePath, _ maximumBytes: Int64) -> Result<ScreenshotContent, IntakeFailure> {
    do throws(IntakeFailure) {
      return .success(try ScreenshotIntake.read(path, maximumBytes: maximumBytes, followSymlinks: false))
    } catch {
      return .failure(error)
    }
  }

  private func scan(_ content: ScreenshotContent, _ path: FilePath, _ attempt: Attempt) async -> Outcome {
    progress(.reading)
    let name = path.displayFileName
    let scanner: Scanner
    do throws(ScanFailure) {
      scanner = try makeScanner()
    } catch {
      events.record(
        .fetchSucceeded(capturedAt: content.capturedAt, bytes: Int(clamping: content.byteCount)), scanID: attempt.id)
      events.record(.conversionFailed(code: error.code), scanID: attempt.id)
      return fail(attempt, error, path)
    }
    let request = Scanner.Request(
      id: attempt.id, path: path.displayName, name: name, source: .auto, trigger: attempt.trigger,
      beganAt: attempt.beganAt, hasStarted: true)
    let report = await UserFeedback.scan(
      content, request, by: scanner, shares: settings.workers, knowing: knowledge
    ) { progress(.judging) }
    guard let report else {
      return fail(attempt, ScanFailure(.recognitionFailed, subject: name, detail: "it was cancelled"), path)
    }
    return Outcome(report: report, path: path, wasFetched: true)
  }

  // MARK: Failures

  private func timedOut(_ what: String) -> ScanFailure {
    ScanFailure(.timedOut, subject: what, detail: "\(settings.scanTimeout.secondsText) s")
  }

  private func failFetch(_ attempt: Attempt, _ failure: ScanFailure, _ path: FilePath? = nil) -> Outcome {
    events.record(.fetchFailed(code: failure.code), scanID: attempt.id, about: path)
    return fail(attempt, failure, path)
  }

  private func fail(_ attempt: Attempt, _ failure: ScanFailure, _ path: FilePath? = nil) -> Outcome {
    let subject = ReportBuilder.Subject(
      id: attempt.id.uuidString.lowercased(), path: path?.displayName, name: "", source: .auto, scannedAt: Date(),
      timings: ScanReport.Timings(queue: 0))
    var report = ReportBuilder(subject: subject, timeout: settings.scanTimeout).report(failure: failure)
    let duration = SuspendingClock.now - attempt.beganAt
    report.timings.total = duration.milliseconds
    events.record(.complete(duration: duration, success: false, riskLevel: .unknown), scanID: attempt.id)
    return Outcome(report: report, path: path, wasFetched: false)
  }

  // MARK: The clock

  private func rest(of attempt: Attempt) -> Duration {
    max(.zero, settings.scanTimeout - (SuspendingClock.now - attempt.beganAt))
  }

  /// A folder on a network may not answer: then the call is left behind on its thread.
  private func beforeDeadline<Value: Sendable>(
    _ attempt: Attempt, _ body: @escaping @Sendable () -> Value
  ) async -> Value? {
    let rest = rest(of: attempt)
    return await withCheckedContinuation { continuation in
      let answer = FirstAnswer(continuation)
      let timer = Task {
        try? await Task.sleep(for: rest, clock: .suspending)
        if !Task.isCancelled { answer.give(nil) }
      }
      let work: @Sendable () -> Void = {
        answer.give(body())
        timer.cancel()
      }
      // Without a thread to leave behind, it is done here.
      if (try? DedicatedThread.start(name: "fetching", work)) == nil { work() }
    }
  }
}

/// Resumes a task with the first of several answers.
private final class FirstAnswer<Value: Sendable>: Sendable {
  private let waiting: Mutex<CheckedContinuation<Value?, Never>?>

  init(_ continuation: CheckedContinuation<Value?, Never>) { waiting = Mutex(continuation) }

  func give(_ value: Value?) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: value)
  }
}

extension Result<ScreenshotContent, IntakeFailure> {
  /// The file is still being written, as far as one can tell.
  fileprivate var isUnfinished: Bool {
    switch self {
    case .success(let content): (try? content.withBytes { PNGContainer.completeness(of: $0) }) == .incomplete
    case .failure(let failure): failure.code == .changedWhileReading
    }
  }
}

/// Tells "there is none" from "no answer in time".
private struct Found: Sendable {
  var file: ListedScreenshot?

  init(_ file: ListedScreenshot?) { self.file = file }
}

extension ScreenshotCollection {
  /// Tells why nothing can be fetched from any of the folders.
  /// - Parameter awaited: Which folders were looked into, and why.
  /// - Returns: The failure; nil if something can be fetched.
  package func failure(awaited: [ScreenshotFolders.Choice]) -> ScanFailure? {
    switch access {
    case .authorized, .limited: nil
    case .denied: ScanFailure(.permissionDenied, subject: folders.first { $0.access == .denied }?.path.displayName)
    // The usual names are of no use to anybody who has none of them.
    case .notDetermined:
      ScanFailure(.folderNotFound, subject: awaited.first { $0.origin == .configured }?.folder.displayName)
    }
  }

  /// There are folders, and no screenshots.
  package var nothingFound: ScanFailure {
    let names = folders.filter { $0.access != .notDetermined }.map(\.path.displayName)
    return ScanFailure(
      .notFound, subject: names.joined(separator: ", "), detail: names.count == 1 ? "holds no screenshot" : "hold none")
  }
}

extension FolderAccess {
  /// The state in the words of the event log.
  package var event: ScanEvent.Access {
    switch self {
    case .authorized: .authorized
    case .limited: .limited
    case .denied: .denied
    case .notDetermined: .notDetermined
    }
  }
}

extension Duration {
  /// In the unit that a person would use: "60 s", "5 min", "3 h", "12 days".
  var roughly: String {
    let seconds = Int((self / .seconds(1)).rounded())
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7_200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3_600) h"
    default: return "\(seconds / 86_400) days"
    }
  }
}
