internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage
internal import WorkerClient

/// What the daemon does with a screenshot. Tests use other stages.
struct ScanStages: Sendable {
  /// Reads a file; blocks.
  var read: @Sendable (FilePath) throws(IntakeFailure) -> ScreenshotContent
  /// Makes a report on these bytes, with the user's verdict on the picture, into one on another copy.
  var repeated: @Sendable (ScanReport, FeedbackItem?, ScreenshotContent, ScanRequest) -> ScanReport
  /// Scans; nil if the task was cancelled.
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
  /// The real stages.
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
