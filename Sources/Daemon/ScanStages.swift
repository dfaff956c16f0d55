internal import History
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage
internal import WorkerClient

/// What the daemon has done with a screenshot. Tests put other stages in.
struct ScanStages: Sendable {
  /// Reads a file; blocks.
  var read: @Sendable (FilePath) throws(IntakeFailure) -> ScreenshotContent
  /// The report on a screenshot whose result is known from other bytes that are the same; nil if it has to be read.
  var known: @Sendable (ScreenshotContent, ScanRequest) async throws(HistoryFailure) -> ScanReport?
  /// Scans; nil if the task was cancelled.
  var scan: @Sendable (ScreenshotContent, ScanRequest) async -> ScanResult?
  /// The report on a screenshot that is not scanned; with its SHA-256, if that is known.
  var report: @Sendable (ScanFailure, ScanRequest, String?) -> ScanReport
  /// Has a worker read a picture with known words; nil if that works.
  var selfTest: @Sendable () async -> ScanFailure?
  /// Makes workers ready for a screenshot that is being written.
  var warmUp: @Sendable () -> Void
  /// Ends all workers.
  var shutDown: @Sendable () -> Void
}

extension ScanStages {
  /// The real stages.
  /// - Parameters:
  ///   - pipeline: The way of a screenshot.
  ///   - policy: What the daemon wants of it.
  ///   - pool: The workers.
  ///   - selfTest: Has a worker read a picture with known words.
  init(
    _ pipeline: ScanPipeline, _ policy: ScanPolicy, pool: WorkerPool,
    selfTest: @escaping @Sendable () async throws(ScanFailure) -> Void
  ) {
    self.init(
      read: { path throws(IntakeFailure) in try pipeline.intake.run(.found(path)) },
      known: { content, request throws(HistoryFailure) in try await pipeline.knownReport(content, request, policy) },
      scan: { content, request in await pipeline.run(content, request, policy) },
      report: { failure, request, sha256 in pipeline.report(failure, request, sha256: sha256) },
      selfTest: {
        do throws(ScanFailure) {
          try await selfTest()
          return nil
        } catch {
          return error
        }
      },
      warmUp: { pool.warmUp(min(policy.shares, 2)) }, shutDown: { pool.shutDown() })
  }
}
