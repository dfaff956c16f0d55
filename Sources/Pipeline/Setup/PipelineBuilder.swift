package import EventLog
internal import FoundationEssentials
package import History
internal import LinuxSystem
package import RiskAnalysis
package import ScanModel
internal import ScreenshotLibrary
package import Settings
package import SystemPackage
internal import TextClassification
package import WorkerClient

/// Builds the pipeline from the settings and the files of the program: the one place where its parts meet.
package struct PipelineBuilder: Sendable {
  package let settings: Settings
  package let files: ProgramFiles
  package let events: EventLog
  /// The folder of the user's own rules; need not exist.
  package let userRules: FilePath

  package init(settings: Settings, files: ProgramFiles, events: EventLog, userRules: FilePath) {
    self.settings = settings
    self.files = files
    self.events = events
    self.userRules = userRules
  }

  /// Makes the analyzer from the rules in force and the encoder. It needs both.
  /// - Throws: `ScanFailure` with `invalid_configuration` or `worker_unavailable`.
  package func analyzer() throws(ScanFailure) -> RiskAnalyzer {
    RiskAnalyzer(pack: try rules(), classifier: try classifier())
  }

  /// Loads the encoder's model.
  /// - Throws: `ScanFailure` with `worker_unavailable` if the file is missing, damaged or not ours.
  package func classifier() throws(ScanFailure) -> ScamClassifier {
    let path = try files.model()
    let reason: String
    do {
      return try ScamClassifier(TextClassifier(path: path, threads: settings.workers))
    } catch let failure as ModelFileFailure {
      reason = failure.reason
    } catch let mismatch as ScamClassifier.Mismatch {
      reason = mismatch.reason
    } catch {
      reason = "\(error)"
    }
    throw ScanFailure(
      .workerUnavailable, subject: "The model that judges texts", detail: "\(path.displayName): \(reason)")
  }

  /// Loads the rules in force: those of the program, then those of the user.
  /// - Throws: `ScanFailure` with `worker_unavailable` if the program's rules cannot be used, and with
  ///   `invalid_configuration` for the user's, naming every problem with its file and line.
  package func rules() throws(ScanFailure) -> RulePack {
    let folder = try files.rules()
    let pack: RulePack
    do {
      pack = try RulePack.load(compiledIn: folder)
    } catch {
      throw ScanFailure(.workerUnavailable, subject: "The rule pack", detail: "\(error.description)")
    }
    guard (try? FileStatus(of: userRules, followingSymlinks: true))?.kind == .directory else { return pack }
    do {
      return try pack.adding(directory: userRules)
    } catch {
      let problems = error.problems.map(\.description).joined(separator: "; ")
      throw ScanFailure(.invalidConfiguration, subject: "A rule file", detail: "\(problems)")
    }
  }

  /// Starts the supervisor of workers.
  /// - Parameters:
  ///   - keepingSpare: Whether warm workers wait for the next picture; if not, only those wait that
  ///     `WorkerPool.warmUp` starts.
  ///   - minimumWorkers: Lower bound for the number of workers that may run at the same time.
  /// - Returns: A pool that has not started any worker yet.
  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func pool(keepingSpare: Bool, minimumWorkers: Int = 1) throws(ScanFailure) -> WorkerPool {
    let events = self.events
    let configuration = WorkerConfiguration(
      program: try files.worker(), languages: settings.languages,
      maximumWorkers: max(settings.workers, minimumWorkers),
      spareIdleTime: settings.workerIdleTime, replacesSpares: keepingSpare,
      observer: { event in events.record(event.logged, scanID: nil) },
      // A program outlives its last worker only if it keeps spare ones.
      didBecomeIdle: { if keepingSpare { ResidentMemory.release() } })
    do {
      return try WorkerPool(configuration)
    } catch {
      throw ScanFailure(.workerUnavailable, detail: "\(error.reason)")
    }
  }

  /// Makes the annotator. Drawing may take as long as scanning, but never gets less than the default of 5 s: a short
  /// limit for reading is not meant for drawing.
  package func annotator(pool: WorkerPool) -> Annotator {
    Annotator(
      pool: pool, maximumPixels: settings.maximumImageMegapixels * 1_000_000,
      timeout: max(settings.scanTimeout, .seconds(5)))
  }

  /// Makes the renderer, which gets as much time as the annotator.
  package func renderer(pool: WorkerPool) -> ScreenshotRenderer {
    ScreenshotRenderer(
      pool: pool, maximumPixels: settings.maximumImageMegapixels * 1_000_000,
      timeout: max(settings.scanTimeout, .seconds(5)))
  }

  /// Assembles the stages.
  /// - Parameters:
  ///   - pool: The workers.
  ///   - analyzer: Judges the text.
  ///   - history: Where known results are looked up; nil if there is none.
  ///   - persistence: Where reports are stored.
  ///   - alertLevels: Levels that raise an alert on the desktop; none if the user is looking at the report.
  /// - Returns: The pipeline, which starts no worker until it has something to read.
  package func pipeline(
    pool: WorkerPool, analyzer: RiskAnalyzer, history: HistoryStore?, persistence: PersistenceStage,
    alertLevels: Set<RiskLevel> = []
  ) -> ScanPipeline {
    ScanPipeline(
      intake: IntakeStage(maximumBytes: Int64(settings.maximumFileMegabytes) << 20),
      lookup: LookupStage(history: history),
      recognition: RecognitionStage(
        maximumPixels: settings.maximumImageMegapixels * 1_000_000,
        recognize: { content, job in await pool.recognize(content.descriptor, job) }),
      postCorrection: PostCorrectionStage(languages: settings.languages),
      riskAnalysis: RiskAnalysisStage(analyzer), persistence: persistence,
      notification: NotificationStage(levels: alertLevels, history: history), events: events)
  }
}

extension WorkerEvent {
  /// The event as the log names it.
  fileprivate var logged: ScanEvent {
    switch self {
    case .started: .workerStarted
    case .ended(_, let end):
      switch end {
      case .finished: .workerEnded(reason: .finished)
      case .idle: .workerEnded(reason: .idle)
      case .timedOut: .workerEnded(reason: .timedOut)
      case .crashed: .workerEnded(reason: .crashed)
      case .cancelled: .workerEnded(reason: .stopped)
      case .protocolViolation: .workerEnded(reason: .protocolError)
      }
    }
  }
}
