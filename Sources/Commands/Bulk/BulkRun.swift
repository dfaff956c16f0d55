internal import EventLog
internal import Foundation
internal import Pipeline
internal import ScanModel

/// Scans the pictures of a feed, several at a time with one worker each, and writes a record for each.
struct BulkRun: Sendable {
  let pipeline: ScanPipeline
  let policy: ScanPolicy
  /// How many pictures to scan at the same time, at least 1.
  let jobs: Int
  let feed: BulkFeed
  let output: BulkOutput
  let statistics: BulkStatistics
  /// Stops after more failures than this; nil for no limit.
  let maximumFailures: Int?

  /// Runs until the feed ends.
  /// - Throws: `OutputFailure` if a record cannot be written.
  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<jobs {
        group.addTask {
          while let item = await feed.next() {
            let report = await report(on: item)
            do {
              try output.write(report)
            } catch {
              feed.stop()
              throw error
            }
            if statistics.add(report) > maximumFailures ?? .max { feed.stop() }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func report(on item: BulkItem) async -> ScanReport {
    var report: ScanReport
    switch item.picture {
    case .file(let path): report = await scan(.named(path), path: path.displayName, name: path.displayName)
    case .bytes(let bytes): report = await scan(.bytes(bytes), path: nil, name: item.id.text)
    case .malformed(let reason):
      report = ScanReport(id: item.id.text)
        .failed(ScanFailure(.invalidInput, subject: item.id.text, detail: reason))
    }
    report.id = item.id.text
    report.hasNumericID = item.id.isNumeric
    return report
  }

  /// Tries again as after a crash: when memory is short, the kernel may also kill a worker before it is ready.
  private func scan(_ source: IntakeStage.Source, path: String?, name: String) async -> ScanReport {
    await RetryPolicy.retrying(while: { $0.error?.code == .workerUnavailable }) {
      await scanOnce(source, path: path, name: name)
    }
  }

  private func scanOnce(_ source: IntakeStage.Source, path: String?, name: String) async -> ScanReport {
    let request = ScanRequest(
      path: path, name: TerminalEscaping.escaped(name), source: .manual, trigger: path == nil ? .standardInput : .file)
    return await pipeline.run(source, request, policy).report
  }
}
