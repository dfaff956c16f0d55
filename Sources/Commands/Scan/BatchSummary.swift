internal import Localization
internal import ScanModel

/// Counts what came out, and knows the exit status that follows.
struct BatchSummary {
  let failOn: FailOn
  private var scanned = 0
  private var failed: [(status: ExitStatus, name: String?)] = []
  /// Names beyond this are counted: each was told with its reason when it failed.
  private static let maximumNames = 10
  private var found = false

  init(failOn: FailOn) { self.failOn = failOn }

  mutating func add(_ report: ScanReport) {
    if failOn.isReached(by: report.riskLevel) { found = true }
    if let status = report.error?.code.exitStatus, status != .success {
      failed.append((status, report.path ?? localized("standard input")))
    } else {
      scanned += 1
    }
  }

  /// A failure without a report of its own.
  mutating func add(_ failure: ScanFailure, _ console: Console) {
    console.report(FailureCatalog.describe(failure))
    failed.append((failure.code.exitStatus, failure.subject))
  }

  /// With several inputs, some of which failed, says how many and which.
  func summarize(_ console: Console) {
    guard scanned + failed.count > 1, !failed.isEmpty else { return }
    var names = failed.prefix(Self.maximumNames).compactMap(\.name)
    if failed.count > Self.maximumNames { names.append(localized("and %1$@ more", failed.count - Self.maximumNames)) }
    let list = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
    console.note(localized("%1$@ scanned, %2$@ failed%3$@.", scanned, failed.count, list))
  }

  /// The first failure wins over what was found.
  var status: ExitStatus { failed.first?.status ?? (found ? .riskFound : .success) }
}
