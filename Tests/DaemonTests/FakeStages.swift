import FoundationEssentials
import Glibc
import LinuxSystem
import ScreenshotLibrary
import Synchronization
import SystemPackage

@testable import Daemon
@testable import Pipeline
@testable import ScanModel

/// Stages that answer at once, as the test wants.
final class FakeStages: Sendable {
  private struct State {
    var outcomes: [String: [ScanFailure.Code?]] = [:]
    var risk: [String: RiskLevel] = [:]
    var unreadable: [String: Int] = [:]
    var selfTest: ScanFailure?
    var selfTests = 0
    var scanned: [String] = []
    var isHolding = false
    var held: [CheckedContinuation<Void, Never>] = []
    var warmUps = 0
    var hasShutDown = false
  }

  private let state = Mutex(State())

  /// Names in the order they were scanned.
  var scanned: [String] { state.withLock { $0.scanned } }
  var selfTests: Int { state.withLock { $0.selfTests } }
  var warmUps: Int { state.withLock { $0.warmUps } }
  var hasShutDown: Bool { state.withLock { $0.hasShutDown } }

  /// Sets how the next scans of a file fail; later ones succeed.
  func fail(_ name: String, _ codes: ScanFailure.Code...) { state.withLock { $0.outcomes[name] = codes } }
  func setRisk(_ name: String, _ level: RiskLevel) { state.withLock { $0.risk[name] = level } }
  /// How often the disk fails when a file is read from here on.
  func failReading(_ name: String, times: Int) { state.withLock { $0.unreadable[name] = times } }
  func failSelfTest(_ failure: ScanFailure?) { state.withLock { $0.selfTest = failure } }

  /// Scans do not end before `release()`, unless they are cancelled.
  func hold() { state.withLock { $0.isHolding = true } }

  func release() {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held
    }
    for scan in held { scan.resume() }
  }

  var stages: ScanStages {
    ScanStages(
      read: { path throws(IntakeFailure) in
        if self.failsReading(path.lastComponent?.string ?? "") {
          throw IntakeFailure(.readFailed, cause: SystemError("read", errno: EIO))
        }
        return try ScreenshotIntake.read(path, maximumBytes: 1 << 20, followSymlinks: false)
      },
      repeated: { earlier, _, content, request in
        Self.report(request, sha256: content.sha256, failure: nil, risk: earlier.riskLevel)
      },
      scan: { content, request in await self.scan(content, request) },
      report: { Self.report($1, sha256: $2, failure: $0) },
      selfTest: {
        self.state.withLock { state in
          state.selfTests += 1
          return state.selfTest
        }
      },
      warmUp: { self.state.withLock { $0.warmUps += 1 } },
      shutDown: {
        self.state.withLock { $0.hasShutDown = true }
        self.release()
      })
  }

  private func failsReading(_ name: String) -> Bool {
    state.withLock { state in
      guard let count = state.unreadable[name], count > 0 else { return false }
      state.unreadable[name] = count - 1
      return true
    }
  }

  private func scan(_ content: ScreenshotContent, _ request: ScanRequest) async -> ScanResult? {
    state.withLock { $0.scanned.append(request.name.english) }
    await withCheckedContinuation { scan in
      let isHeld = state.withLock { state in
        if state.isHolding { state.held.append(scan) }
        return state.isHolding
      }
      if !isHeld { scan.resume() }
    }
    if Task.isCancelled { return nil }
    let (code, risk) = state.withLock { state in
      let codes = state.outcomes[request.name.english] ?? []
      state.outcomes[request.name.english] = Array(codes.dropFirst())
      return (codes.first ?? nil, state.risk[request.name.english])
    }
    return ScanResult(
      report: Self.report(
        request, sha256: content.sha256, failure: code.map { ScanFailure($0) }, risk: risk), content: content)
  }

  private static func report(
    _ request: ScanRequest, sha256: String?, failure: ScanFailure?, risk: RiskLevel? = nil
  ) -> ScanReport {
    makeReport(
      id: request.id, path: request.path, sha256: sha256, source: request.source,
      risk: risk ?? (failure == nil ? .low : .unknown),
      failure: failure)
  }
}

/// A report about a screenshot, with the values a test needs.
func makeReport(
  id: UUID = UUID(), path: String? = nil, sha256: String? = nil, source: ScanSource = .auto, risk: RiskLevel = .low,
  failure: ScanFailure? = nil
) -> ScanReport {
  ScanReport(
    id: id.uuidString.lowercased(), path: path, sha256: sha256, source: source, capturedAt: nil,
    scannedAt: Date(timeIntervalSince1970: 1_800_000_000), image: ScanReport.Image(width: 4, height: 3),
    riskLevel: risk, confidence: 0.9, scamProbability: 0.1, category: .none,
    explanation: "Nothing in it asks for anything.", advice: "Nothing to do.", evidence: [], text: "See you at noon",
    ocr: nil, requiresReview: false, timings: ScanReport.Timings(total: 1),
    error: failure.map { FailureCatalog.describe($0) })
}
