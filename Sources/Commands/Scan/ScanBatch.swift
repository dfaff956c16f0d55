internal import EventLog
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary

/// Scans several targets, some at the same time, and returns their reports in the order of the targets.
struct ScanBatch: Sendable {
  let pipeline: ScanPipeline
  let policy: ScanPolicy
  /// How many to scan at the same time, at least 1.
  let jobs: Int
  /// When the program began: the deadline of the first targets counts from here, because that is when the user began to
  /// wait.
  let startedAt: SuspendingClock.Instant
  /// What asked for the scans, for the event log.
  var trigger = ScanEvent.Trigger.file
  /// Whether the bytes are still needed after the scan.
  var keepsContent = false

  /// A target that was tried.
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
        var next = 0
        var finished: [Int: Result] = [:]
        var shown = 0
        func startOne() {
          guard next < targets.count else { return }
          let index = next
          next += 1
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
    let request = ScanRequest(
      path: target.path?.displayName, name: target.name, source: .manual,
      trigger: target.isStandardInput ? .standardInput : trigger, beganAt: beganAt)
    let result = await pipeline.run(target.source, request, policy)
    return Result(target: target, report: result.report, content: keepsContent ? result.content : nil)
  }
}
