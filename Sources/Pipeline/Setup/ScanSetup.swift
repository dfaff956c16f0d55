package import EventLog
internal import LinuxSystem
package import RiskAnalysis
package import ScanModel
package import Settings
package import SystemPackage
internal import TextClassification
package import WorkerClient

/// What every command that scans puts together, in one place.
package struct ScanSetup: Sendable {
  package let settings: Settings
  package let files: ProgramFiles
  package let events: EventLog
  /// Where the user keeps rules of their own; need not exist.
  package let userRules: FilePath

  package init(settings: Settings, files: ProgramFiles, events: EventLog, userRules: FilePath) {
    self.settings = settings
    self.files = files
    self.events = events
    self.userRules = userRules
  }

  /// What judges texts: the rules in force and the encoder. Without either nothing is judged.
  /// - Throws: `ScanFailure` with `invalid_configuration` or `worker_unavailable`.
  package func analyzer() throws(ScanFailure) -> RiskAnalyzer {
    RiskAnalyzer(pack: try rules(), classifier: try classifier())
  }

  /// Loads the encoder's model.
  /// - Throws: `ScanFailure` with `worker_unavailable`, for a missing, damaged or foreign file: the installation is at fault.
  package func classifier() throws(ScanFailure) -> ScamClassifier {
    let path = try files.model()
    let reason: String
    do {
      return try ScamClassifier(TextClassifier(path: path))
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

  /// The rules in force: those of the program, then those of the user.
  /// - Throws: `ScanFailure` with `worker_unavailable` where the program's own cannot be used, and with
  ///   `invalid_configuration` for the user's, naming every problem with its file and line.
  package func rules() throws(ScanFailure) -> RulePack {
    let folder = try files.rules()
    let pack: RulePack
    do {
      pack = try RulePack.load(compiledIn: folder)
    } catch {
      throw ScanFailure(.workerUnavailable, subject: "The rule pack", detail: error.description)
    }
    guard (try? FileStatus(of: userRules, followingSymlinks: true))?.kind == .directory else { return pack }
    do {
      return try pack.adding(directory: userRules)
    } catch {
      let problems = error.problems.map(\.description).joined(separator: "; ")
      throw ScanFailure(.invalidConfiguration, subject: "A rule file", detail: problems)
    }
  }

  /// Starts the supervisor of workers.
  /// - Parameters:
  ///   - keepingSpare: Whether warm workers wait for the next picture; otherwise only those wait that are asked for
  ///     (`WorkerPool.warmUp`).
  ///   - minimumWorkers: At least so many may be at work.
  /// - Returns: A pool without any worker yet.
  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func pool(keepingSpare: Bool, minimumWorkers: Int = 1) throws(ScanFailure) -> WorkerPool {
    let events = self.events
    let configuration = WorkerConfiguration(
      program: try files.worker(), languages: settings.languages,
      maximumWorkers: max(settings.workers, minimumWorkers),
      spareIdleTime: settings.workerIdleTime, replacesSpares: keepingSpare,
      observer: { event in events.record(event.logged, scanID: nil) },
      // Only who keeps spares goes on living when the last one leaves.
      didBecomeIdle: { if keepingSpare { ResidentMemory.release() } })
    do {
      return try WorkerPool(configuration)
    } catch {
      throw ScanFailure(.workerUnavailable, detail: error.reason)
    }
  }

  /// Draws as long as scanning may take again, and at least as long as scanning may take by default: who allows little
  /// time for the text wants the picture all the same.
  package func annotator(pool: WorkerPool) -> Annotator {
    Annotator(
      pool: pool, maximumPixels: settings.maximumImageMegapixels * 1_000_000,
      timeout: max(settings.scanTimeout, .seconds(5)))
  }

  package func scanner(pool: WorkerPool, analyzer: RiskAnalyzer) -> Scanner {
    Scanner(
      pool: pool, analyzer: analyzer, languages: settings.languages,
      limits: Scanner.Limits(
        timeout: settings.scanTimeout, maximumPixels: settings.maximumImageMegapixels * 1_000_000,
        maximumBytes: Int64(settings.maximumFileMegabytes) << 20), events: events)
  }
}

extension WorkerEvent {
  /// The event in the words of the log.
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
