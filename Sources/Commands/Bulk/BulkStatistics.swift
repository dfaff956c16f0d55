internal import Foundation
internal import ScanModel
internal import Synchronization

/// Counts records and their times, in constant memory.
final class BulkStatistics: Sendable {
  private struct State {
    var line = Line()
    /// The number of records by time taken; each step is 5 % longer than the one before.
    var times = [Int](repeating: 0, count: BulkStatistics.steps)
  }

  private struct Line: Encodable {
    var records = 0
    var failed = 0
    var skipped = 0
    var seconds = 0.0
    var records_per_second = 0.0
    var p50_ms, p95_ms: Double?
    var levels: [String: Int] = [:]
    var errors: [String: Int] = [:]
  }

  private static let steps = 240  // from 1 ms to more than 60 s
  private static let ratio = 1.05

  private let state = Mutex(State())
  private let began = ContinuousClock.now

  /// - Returns: The number of failures so far.
  func add(_ report: ScanReport) -> Int {
    let step = log(max(report.timings.total ?? 1, 1)) / log(Self.ratio)
    return state.withLock { state in
      state.line.records += 1
      state.line.levels[report.riskLevel.rawValue, default: 0] += 1
      if let code = report.error?.code { state.line.errors[code.rawValue, default: 0] += 1 }
      if report.failure != nil { state.line.failed += 1 }
      state.times[min(Int(step), Self.steps - 1)] += 1
      return state.line.failed
    }
  }

  func skip() { state.withLock { $0.line.skipped += 1 } }

  var failed: Int { state.withLock { $0.line.failed } }

  var records: Int { state.withLock { $0.line.records } }

  var line: String {
    let now = summary()
    let rate = String(format: "%.1f", now.records_per_second)
    let times = [("p50", now.p50_ms), ("p95", now.p95_ms)].map { name, time in
      "\(name) \(time.map { String(format: "%.2f s", $0 / 1000) } ?? "-")"
    }.joined(separator: ", ")
    let levels = ["high", "medium", "low", "unknown"].map { "\($0) \(now.levels[$0] ?? 0)" }.joined(separator: ", ")
    return "\(now.records) done, \(now.failed) failed, \(rate) a second, \(times); \(levels)"
  }

  func jsonLine() throws -> String { try Console.line(json: summary()) }

  private func summary() -> Line {
    let seconds = (ContinuousClock.now - began) / .milliseconds(1) / 1000
    return state.withLock { state in
      var line = state.line
      line.seconds = (seconds * 1000).rounded() / 1000
      line.records_per_second = (Double(line.records) / max(seconds, 0.001) * 100).rounded() / 100
      line.p50_ms = Self.quantile(0.5, of: state.times)
      line.p95_ms = Self.quantile(0.95, of: state.times)
      return line
    }
  }

  /// In milliseconds, off by at most 2.5 %; nil without records.
  private static func quantile(_ share: Double, of times: [Int]) -> Double? {
    var rest = Int((Double(times.reduce(0, +)) * share).rounded(.up))
    guard rest > 0 else { return nil }
    for (step, count) in times.enumerated() {
      rest -= count
      if rest <= 0 { return (pow(ratio, Double(step) + 0.5) * 10).rounded() / 10 }
    }
    return nil
  }
}
