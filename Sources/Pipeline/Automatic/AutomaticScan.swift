package import EventLog
package import ScanModel
package import ScreenshotLibrary
package import Settings
package import SystemPackage

/// What "Scan Now" does, if the settings allow it. One time limit covers fetching, decoding and recognizing.
package struct AutomaticScan: Sendable {
  package enum Phase: Sendable, Hashable, CaseIterable {
    case checkingAccess, fetching, reading, judging
  }

  /// The outcome, which always has a report.
  package struct Outcome: Sendable {
    package var report: ScanReport
    package var path: FilePath?
    /// The bytes of a screenshot were read, so the outcome is worth storing.
    package var wasFetched: Bool
  }

  private let settings: Settings
  private let folders: [ScreenshotFolders.Choice]
  /// See `AutomaticScanLock.acquire`.
  private let lockDirectories: [FilePath]
  private let events: EventLog
  /// Called only when there is something to scan; starts workers. The pipeline stays its maker's, who closes it.
  private let makePipeline: @Sendable () throws(ScanFailure) -> ScanPipeline
  private let progress: @Sendable (Phase) -> Void

  package init(
    settings: Settings, folders: [ScreenshotFolders.Choice], lockDirectories: [FilePath], events: EventLog,
    makePipeline: @escaping @Sendable () throws(ScanFailure) -> ScanPipeline,
    progress: @escaping @Sendable (Phase) -> Void = { _ in }
  ) {
    self.settings = settings
    self.folders = folders
    self.lockDirectories = lockDirectories
    self.events = events
    self.makePipeline = makePipeline
    self.progress = progress
  }

  /// Times count from `beganAt`, when this was requested. The outcome may be that of a refused or failed scan.
  package func run(_ trigger: ScanEvent.Trigger, beganAt: SuspendingClock.Instant) async -> Outcome {
    let request = ScanRequest(
      path: nil, name: "", source: .auto, trigger: trigger, beganAt: beganAt, hasStarted: true)
    let newest = NewestScreenshot(
      intake: IntakeStage(maximumBytes: Int64(settings.maximumFileMegabytes) << 20), maximumAge: settings.maximumAge,
      deadline: CallDeadline(instant: beganAt + settings.scanTimeout), timeout: settings.scanTimeout)
    let trace = ScanTrace(events: events, request: request)
    trace.record(.started(trigger: trigger))
    progress(.checkingAccess)
    guard let collection = await newest.look(into: folders) else {
      return fail(trace, newest.timedOut("Looking into the screenshots folder"))
    }
    trace.record(.permissionCheck(status: collection.access))
    guard settings.automaticScanning else {
      trace.record(.settingDisabled)
      return fail(trace, ScanFailure(.autoScanDisabled))
    }
    if let failure = collection.failure(awaited: folders) { return fail(trace, failure) }
    do throws(ScanFailure) {
      let lock = try AutomaticScanLock.acquire(in: lockDirectories, debounce: settings.debounce)
      defer { withExtendedLifetime(lock) {} }
      return await scan(newest, of: collection, trace)
    } catch {
      switch error.code {
      case .debounced: trace.record(.debounced)
      case .scanInProgress: trace.record(.alreadyRunning)
      default: break
      }
      return fail(trace, error)
    }
  }

  private func scan(_ newest: NewestScreenshot, of found: ScreenshotCollection, _ trace: ScanTrace) async -> Outcome {
    progress(.fetching)
    trace.record(.fetchStarted)
    switch await newest.fetch(from: found) {
    case .failed(let failure, let path):
      trace.record(.fetchFailed(code: failure.code), about: path)
      return fail(trace, failure, path)
    case .content(let content, let path): return await scan(content, path, trace)
    }
  }

  private func scan(_ content: ScreenshotContent, _ path: FilePath, _ trace: ScanTrace) async -> Outcome {
    progress(.reading)
    var request = trace.request
    request.path = path.displayName
    request.name = "\(path.displayFileName)"
    let pipeline: ScanPipeline
    do throws(ScanFailure) {
      pipeline = try makePipeline()
    } catch {
      trace.record(.fetchSucceeded(capturedAt: content.capturedAt, bytes: Int(clamping: content.byteCount)))
      trace.record(.conversionFailed(code: error.code))
      return fail(trace, error, path)
    }
    let result = await pipeline.run(content, request, .requested(settings)) { progress(.judging) }
    guard let report = result?.report else {
      return fail(trace, ScanFailure(.recognitionFailed, subject: request.name, detail: "it was cancelled"), path)
    }
    return Outcome(report: report, path: path, wasFetched: true)
  }

  private func fail(_ trace: ScanTrace, _ failure: ScanFailure, _ path: FilePath? = nil) -> Outcome {
    var report = ScanReport(trace.request).failed(failure).ended(trace.request)
    report.path = path?.displayName
    trace.completed(report)
    return Outcome(report: report, path: path, wasFetched: false)
  }
}
