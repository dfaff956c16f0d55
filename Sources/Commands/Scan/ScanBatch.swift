internal import Application
internal import EventLog
internal import History
internal import Localization
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage
internal import WorkerClient

/// Scans several targets, some at the same time, and returns their reports in the order of the targets.
struct ScanBatch: Sendable {
  let pipeline: ScanPipeline
  let policy: ScanPolicy
  let jobs: Int
  /// The deadline of the first targets counts from here: when the program began, and the user to wait.
  let startedAt: SuspendingClock.Instant
  /// Whether the bytes are still needed after the scan.
  var keepsContent = false

  struct Result: Sendable {
    var target: ScanTarget
    var report: ScanReport
    /// What was scanned, if it could be read and is still needed.
    var content: ScreenshotContent?
  }

  func results(of targets: [ScanTarget]) -> AsyncStream<Result> {
    let (stream, continuation) = AsyncStream.makeStream(of: Result.self)
    let task = Task {
      await withTaskGroup(of: (Int, Result).self) { group in
        var waiting = targets.indices.makeIterator()
        var finished: [Int: Result] = [:]
        var shown = 0
        func startOne() {
          guard let index = waiting.next() else { return }
          let beganAt = index < jobs ? startedAt : .now
          group.addTask { (index, await scan(targets[index], beganAt: beganAt)) }
        }
        for _ in 0..<jobs { startOne() }
        for await (index, result) in group {
          finished[index] = result
          while let result = finished.removeValue(forKey: shown) {
            continuation.yield(result)
            shown += 1
          }
          startOne()
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func scan(_ target: ScanTarget, beganAt: SuspendingClock.Instant) async -> Result {
    let request = target.request(target.path == nil ? .standardInput : .file, beganAt: beganAt)
    let result = await pipeline.run(target.source, request, policy)
    return Result(target: target, report: result.report, content: keepsContent ? result.content : nil)
  }
}

struct SingleScan {
  let program: Program
  let settings: Settings
  let options: ReportOptions
  let console: Console
  var help: (@Sendable (RiskCategory) -> HelpSteps)?

  /// `target` finds the picture while the engine starts; nil ends without a scan. `beganAt` is when the user began to
  /// wait; nil for when the target was found.
  func run(
    _ trigger: ScanEvent.Trigger, beganAt: SuspendingClock.Instant? = nil, target: () async throws -> ScanTarget?
  ) async throws -> (report: ScanReport, status: ExitStatus)? {
    let setup = try program.setup(settings)
    let pool = try setup.pool(keepingSpare: false)
    defer { pool.shutDown() }
    pool.warmUp(settings.workers)
    guard let target = try await target() else { return nil }
    let pipeline = try program.pipeline(setup, pool: pool)
    defer { pipeline.closeHistory() }
    let request = target.request(trigger, beganAt: beganAt ?? .now)
    let progress = ProgressSpinner(console, total: 1)
    let report = await pipeline.run(target.source, request, .requested(settings)).report
    progress.stop()
    try show(report, named: localized(target.name))
    var tally = BatchSummary(failOn: options.failOn)
    tally.add(report)
    await tally.store(report, path: target.path, in: options.skipsHistory ? nil : pipeline.persistence, console)
    return (report, tally.status)
  }

  func show(_ report: ScanReport, named name: String? = nil) throws {
    let renderer = ReportRenderer(
      console: console, json: options.json, showsText: options.showText, showsFolders: false, help: help)
    try renderer.show(report, named: name)
  }
}

extension ScanFailure.Code {
  /// Some say more about a picture that was judged.
  var isFailure: Bool { exitStatus != .success }
}

extension ScanReport {
  /// Its error, unless it only says that a picture has no text, or text that is hard to read: that is no failure.
  var failure: FailureDescription? { error.flatMap { $0.code.isFailure ? $0 : nil } }
}

struct BatchSummary {
  let failOn: FailOn
  private var hasFailedToStore = false
  private var scanned = 0
  private var failed: [String?] = []
  /// Of these, and of failures beside a scan.
  private var statuses: [ExitStatus] = []
  /// Names beyond these are only counted: each failure was reported when it happened.
  private static let maximumNames = 10
  private var found = false

  init(failOn: FailOn) { self.failOn = failOn }

  mutating func add(_ report: ScanReport) {
    if failOn.isReached(by: report.riskLevel) { found = true }
    if let failure = report.failure {
      failed.append(report.path ?? localized("standard input"))
      statuses.append(failure.code.exitStatus)
    } else {
      scanned += 1
    }
  }

  /// Stores a report in the history, if there is one. If that fails, reports it once, and the scans go on.
  mutating func store(_ report: ScanReport, path: FilePath?, in history: PersistenceStage?, _ console: Console) async {
    guard let history, !hasFailedToStore else { return }
    do {
      try await history.keep(report, path: path?.absolute)
    } catch {
      hasFailedToStore = true
      add(error.scanFailure, console)
    }
  }

  /// `isOfInput`: there is no report because of it. A report that was not stored counts as scanned.
  mutating func add(_ failure: ScanFailure, isOfInput: Bool = false, _ console: Console) {
    console.report(FailureCatalog.describe(failure))
    statuses.append(failure.code.exitStatus)
    if isOfInput { failed.append(failure.subject.map { localized($0) }) }
  }

  /// If some of several inputs failed, says how many and which.
  func summarize(_ console: Console) {
    guard scanned + failed.count > 1, !failed.isEmpty else { return }
    var names = failed.prefix(Self.maximumNames).compactMap(\.self)
    if failed.count > Self.maximumNames { names.append(localized("and %1$@ more", failed.count - Self.maximumNames)) }
    let list = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
    console.note(localized("%1$@ scanned, %2$@ failed%3$@.", scanned, failed.count, list))
  }

  /// The first failure takes precedence over a risk that was found.
  var status: ExitStatus { statuses.first ?? (found ? .riskFound : .success) }
}
