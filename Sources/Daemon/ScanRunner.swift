internal import EventLog
internal import History
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage
internal import WorkerClient

/// Scans one screenshot at a time, with all workers together, and decides what happens to the result: record it, try
/// again, or set the screenshot aside. Scans nothing while workers cannot read even a test picture.
@DaemonActor final class ScanRunner {
  private let context: DaemonContext
  /// Version of everything that reads pictures: what one version set aside, another may be able to read.
  let engine: String
  private let queue: ScanQueue
  private let outcomes: OutcomeRecorder
  private let reader: ScreenshotReader
  /// The scan that `stop` ended has gone back to the queue.
  private var isReturned = false
  /// The running scan, to be cancelled when the daemon stops.
  private var running: (path: FilePath, task: Task<Void, Never>)?
  private var circuit = WorkerCircuitState()
  private let isReplaced: @Sendable () -> Bool
  /// Workers cannot read any more because the programs were updated: those that start now are of another version.
  private(set) var isOutdated = false
  private var hasRecovered = false

  nonisolated init(
    _ context: DaemonContext, engine: String, queue: ScanQueue, outcomes: OutcomeRecorder, reader: ScreenshotReader,
    isReplaced: @escaping @Sendable () -> Bool
  ) {
    self.context = context
    self.engine = engine
    self.queue = queue
    self.outcomes = outcomes
    self.reader = reader
    self.isReplaced = isReplaced
  }

  var isScanning: Bool { running != nil }

  var isCircuitOpen: Bool { circuit.isOpen }

  var canStart: Bool { running == nil && !circuit.isOpen }

  /// When to try the test picture; nil if no trial is planned or it has to wait for a scan.
  var nextDeadline: Instant? { running == nil ? circuit.nextTrial : nil }

  /// A screenshot is being written, so workers get ready.
  func warmUp() {
    if !circuit.isOpen { context.stages.warmUp() }
  }

  func start(_ content: ScreenshotContent, _ file: KnownFile, _ request: ScanRequest, attempt: Int) {
    let task = Task { [events = context.events] in
      await self.scan(content, file, request, attempt)
      events.send(.scanEnded)
    }
    running = (file.path, task)
  }

  func noteEnd() { running = nil }

  private func scan(_ content: ScreenshotContent, _ file: KnownFile, _ request: ScanRequest, _ attempt: Int) async {
    if attempt > RetryPolicy.maximumAttempts { return await setAside(file, sha256: content.sha256) }
    guard let result = await context.stages.scan(content, request) else { return }
    if let failure = result.historyFailure { context.health.note(failure) }
    // In a separate task, so that the result is recorded even if the scan is cancelled now.
    await Task { await self.settle(result.report, of: file, attempts: attempt) }.value
  }

  /// Decides whether the outcome of a scan is final, and if so records it.
  private func settle(_ report: ScanReport, of file: KnownFile, attempts: Int) async {
    var failure = report.error?.code
    // A verdict on the text that was read in time stands.
    if failure == .timedOut, report.riskLevel != .unknown || report.ocr?.words ?? 0 > 0 { failure = nil }
    switch queue.decide(after: failure, of: file.path, attempts: attempts) {
    case .final: await record(report, of: file)
    case .retry(let forgiven): await queue.requeue(file.path, forgiven: forgiven)
    case .test(let blame):
      if let failure = await context.stages.selfTest() {
        // The daemon is ending. The next one scans it again and can test, so that this attempt does not count.
        if failure == SelfTest.cancelled {
          isReturned = true
          return await queue.requeue(file.path, forgiven: 1)
        }
        // This picture is not to blame, and no other is scanned until the test picture can be read.
        openCircuit(failure)
        queue.retries.forget(file.path)
        return await queue.requeue(file.path, forgiven: RetryPolicy.maximumAttempts)
      }
      switch blame {
      case .setAside: await setAside(file, sha256: report.sha256)
      case .record: await record(report, of: file)
      }
    }
  }

  /// Records that this engine must not get the picture again.
  func setAside(_ file: KnownFile, sha256 known: String? = nil) async {
    context.health.noteProgress()
    var sha256 = known
    if sha256 == nil { sha256 = await reader.sha256(of: file.path) }
    let request = ScanRequest(
      path: file.path.displayName, name: "\(file.path.displayFileName)", source: .auto, trigger: .recovery)
    let failure = ScanFailure(.quarantined, subject: "\(file.path.displayFileName)")
    queue.retries.forget(file.path)
    await outcomes.record(
      context.stages.report(failure, request, sha256), of: file, quarantinedFrom: sha256 == nil ? nil : engine)
  }

  private func record(_ report: ScanReport, of file: KnownFile) async {
    queue.retries.forget(file.path)
    await outcomes.record(report, of: file)
  }

  func tryCircuit() {
    guard running == nil, circuit.beginTrial(now: context.time.now()) else { return }
    Task { [context] in context.events.send(.trialEnded(await context.stages.selfTest())) }
  }

  /// The test picture was tried; nil if it could be read.
  func noteTrial(_ failure: ScanFailure?) {
    if let failure {
      openCircuit(failure)
    } else {
      circuit.close()
      context.health.clear(\.reading)
    }
  }

  private func openCircuit(_ failure: ScanFailure) {
    circuit.open(now: context.time.now())
    // Starting again helps, and nobody has to do anything about it.
    if isReplaced() { isOutdated = true } else { context.health.note(\.reading, failure) }
  }

  /// Continues where the last run ended, and sets aside what crashed it twice. Later calls, after the history has
  /// failed, return to the queue what was scanned in the meantime.
  /// - Throws: `HistoryFailure`; to be called again then.
  func recover() async throws(HistoryFailure) {
    if hasRecovered { return try await queue.requeueUnfinished(except: running?.path) }
    for file in try await queue.recover(except: running?.path, engine: engine) { await setAside(file) }
    hasRecovered = true
  }

  /// Ends the workers and the running scan, which stays in the history's queue for the next start.
  func stop() async {
    running?.task.cancel()
    // Done first, so that the scan does not wait for a worker any more.
    context.stages.shutDown()
    guard let running else { return }
    await running.task.value
    // This attempt was not ended by the picture.
    if !isReturned { await queue.release(running.path) }
  }
}

/// What the daemon does with a screenshot. Tests use other stages.
struct ScanStages: Sendable {
  /// Reads a file; blocks.
  var read: @Sendable (FilePath) throws(IntakeFailure) -> ScreenshotContent
  /// Makes a report on these bytes, with the user's verdict on the picture, into one on another copy.
  var repeated: @Sendable (ScanReport, FeedbackItem?, ScreenshotContent, ScanRequest) -> ScanReport
  var scan: @Sendable (ScreenshotContent, ScanRequest) async -> ScanResult?
  /// Reports on a screenshot that is not scanned; the last argument is its SHA-256, if known.
  var report: @Sendable (ScanFailure, ScanRequest, String?) -> ScanReport
  /// Has a worker read a picture with known words; returns nil if that works.
  var selfTest: @Sendable () async -> ScanFailure?
  /// Prepares workers for a screenshot that is being written.
  var warmUp: @Sendable () -> Void
  var shutDown: @Sendable () -> Void
}

extension ScanStages {
  init(_ pipeline: ScanPipeline, pool: WorkerPool, settings: Settings) {
    let policy = ScanPolicy.unattended(settings)
    self.init(
      // A file that does not answer keeps what is captured here.
      read: { [intake = pipeline.intake] path throws(IntakeFailure) in try intake.run(.found(path)) },
      repeated: { pipeline.repeated($0, $1, in: $2, $3) },
      scan: { content, request in await pipeline.run(content, request, policy) },
      report: { failure, request, sha256 in pipeline.report(failure, request, sha256: sha256) },
      selfTest: {
        do throws(ScanFailure) {
          _ = try await SelfTest.run(pool, settings)
          return nil
        } catch {
          return error
        }
      },
      warmUp: { pool.warmUp(min(policy.shares, 2)) }, shutDown: { pool.shutDown() })
  }
}
