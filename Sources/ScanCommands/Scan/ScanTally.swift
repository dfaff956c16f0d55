internal import ScanModel

/// Counts what came out, and knows the exit status that follows.
struct ScanTally {
  let failOn: FailOn
  private var scanned = 0
  private var failed: [ExitStatus] = []
  private var found = false

  init(failOn: FailOn) { self.failOn = failOn }

  mutating func add(_ report: ScanReport) {
    if failOn.isReached(by: report.riskLevel) { found = true }
    if let status = report.error?.code.exitStatus, status != .success {
      failed.append(status)
    } else {
      scanned += 1
    }
  }

  /// A failure without a report of its own.
  mutating func add(_ failure: ScanFailure, _ console: Console) {
    console.report(FailureCatalog.describe(failure))
    failed.append(failure.code.exitStatus)
  }

  /// With several inputs, some of which failed, says how many.
  func summarize(_ console: Console) {
    guard scanned + failed.count > 1, !failed.isEmpty else { return }
    console.note("\(scanned) scanned, \(failed.count) failed.")
  }

  /// The first failure wins over what was found.
  var status: ExitStatus { failed.first ?? (found ? .riskFound : .success) }
}
