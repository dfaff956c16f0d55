package import EventLog
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

  /// - Throws: `ScanFailure` with `invalid_configuration` or `worker_unavailable`.
  package func analyzer() throws(ScanFailure) -> RiskAnalyzer {
    RiskAnalyzer(pack: try rules(), classifier: try classifier())
  }

  /// - Throws: `ScanFailure` with `worker_unavailable` if the file is missing, damaged or not ours.
  package func classifier() throws(ScanFailure) -> ScamClassifier {
    let path = try files.model()
    do {
      return try ScamClassifier(TextClassifier(path: path, threads: settings.workers))
    } catch {
      let reason = (error as? ModelFileFailure)?.reason ?? (error as? ScamClassifier.Mismatch)?.reason ?? "\(error)"
      throw ScanFailure(
        .workerUnavailable, subject: "The model that judges texts", detail: "\(path.displayName): \(reason)")
    }
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
    guard userRules.fileKind == .directory else { return pack }
    do {
      return try pack.adding(directory: userRules)
    } catch {
      let problems = error.problems.map(\.description).joined(separator: "; ")
      throw ScanFailure(.invalidConfiguration, subject: "A rule file", detail: "\(problems)")
    }
  }

  /// Makes a pool that has not started any worker yet, of as many as the settings or `minimumWorkers` say. Without
  /// `keepingSpare`, only those wait for the next picture that `WorkerPool.warmUp` starts.
  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func pool(keepingSpare: Bool, minimumWorkers: Int = 1) throws(ScanFailure) -> WorkerPool {
    let events = events
    let configuration = WorkerConfiguration(
      program: try files.worker(), languages: settings.languages,
      maximumWorkers: max(settings.workers, minimumWorkers),
      spareIdleTime: settings.workerIdleTime, replacesSpares: keepingSpare,
      observer: { event in
        switch event {
        case .started: events.record(.workerStarted, scanID: nil)
        case .ended(_, let end): events.record(.workerEnded(reason: end), scanID: nil)
        // A program outlives its last worker only if it keeps spare ones.
        case .becameIdle: if keepingSpare { ResidentMemory.release() }
        }
      })
    do {
      return try WorkerPool(configuration)
    } catch {
      throw ScanFailure(.workerUnavailable, detail: "\(error.reason)")
    }
  }

  private var maximumPixels: Int { settings.maximumImageMegapixels * 1_000_000 }
  /// As long as scanning, but never less than the default of 5 s: a short limit for reading is not meant for drawing.
  private var drawingTime: Duration { max(settings.scanTimeout, .seconds(5)) }

  package func renderer(pool: WorkerPool) -> ScreenshotRenderer {
    ScreenshotRenderer(pool: pool, maximumPixels: maximumPixels, timeout: drawingTime)
  }

  /// Assembles the stages. Starts no worker until there is something to read.
  package func pipeline(
    pool: WorkerPool, analyzer: RiskAnalyzer, history: HistoryStore?, persistence: PersistenceStage
  ) -> ScanPipeline {
    ScanPipeline(
      intake: IntakeStage(maximumBytes: Int64(settings.maximumFileMegabytes) << 20),
      lookup: LookupStage(history: history),
      recognition: RecognitionStage(
        maximumPixels: maximumPixels,
        recognize: { content, job in await pool.recognize(content.descriptor, job) }),
      postCorrection: PostCorrectionStage(languages: settings.languages),
      riskAnalysis: RiskAnalysisStage(analyzer), persistence: persistence, events: events)
  }
}
