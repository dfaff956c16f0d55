internal import Foundation
internal import ScanModel
internal import Synchronization

/// Counts records and their times, in constant memory.
final class BulkStatistics: Sendable {
  private struct State {
    var records = 0
    var failed = 0
    var skipped = 0
    var levels: [String: Int] = [:]
    var errors: [String: Int] = [:]
    /// The number of records by time taken; each step is 5 % longer than the one before.
    var times = [Int](repeating: 0, count: BulkStatistics.steps)
  }

  private struct Line: Encodable {
    var records: Int
    var failed: Int
    var skipped: Int
    var seconds: Double
    var records_per_second: Double
    var p50_ms: Double?
    var p95_ms: Double?
    var levels: [String: Int]
    var errors: [String: Int]
  }

  /// From 1 ms to more than 60 s.
  private static let steps = 240
  private static let ratio = 1.05

  private let state = Mutex(State())
  private let began = ContinuousClock.now

  /// - Returns: The number of failures so far.
  func add(_ report: ScanReport) -> Int {
    let step = log(max(report.timings.total ?? 1, 1)) / log(Self.ratio)
    return state.withLock { state in
      state.records += 1
      state.levels[report.riskLevel.rawValue, default: 0] += 1
      if let code = report.error?.code { state.errors[code.rawValue, default: 0] += 1 }
      if report.failure != nil { state.failed += 1 }
      state.times[min(Int(step), Self.steps - 1)] += 1
      return state.failed
    }
  }

  /// Counts an input that already has a record.
  func skip() { state.withLock { $0.skipped += 1 } }

  var failed: Int { state.withLock { $0.failed } }

  var records: Int { state.withLock { $0.records } }

  /// For a person watching.
  var line: String {
    let now = summary()
    let rate = String(format: "%.1f", now.records_per_second)
    let times = [("p50", now.p50_ms), ("p95", now.p95_ms)].map { name, time in
      "\(name) \(time.map { String(format: "%.2f s", $0 / 1000) } ?? "-")"
    }.joined(separator: ", ")
    let levels = ["high", "medium", "low", "unknown"].map { "\($0) \(now.levels[$0] ?? 0)" }.joined(separator: ", ")
    return "\(now.records) done, \(now.failed) failed, \(rate) a second, \(times); \(levels)"
  }

  /// For a program.
  func jsonLine() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(summary()), as: UTF8.self)
  }

  private func summary() -> Line {
    let seconds = (ContinuousClock.now - began) / .milliseconds(1) / 1000
    return state.withLock { state in
      Line(
        records: state.records, failed: state.failed, skipped: state.skipped,
        seconds: (seconds * 1000).rounded() / 1000,
        records_per_second: (Double(state.records) / max(seconds, 0.001) * 100).rounded() / 100,
        p50_ms: Self.quantile(0.5, of: state.times), p95_ms: Self.quantile(0.95, of: state.times),
        levels: state.levels, errors: state.errors)
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
