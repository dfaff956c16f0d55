import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

/// Tests the time limit itself; the integration tests cover the whole path with the real engine. Timing suites run one
/// after the other, alone (scripts/test).
@Suite(.serialized)
struct WorkerPoolTimingTests {
  @Test(arguments: ["stall", "spin", "stall-before-ready", "drip", "slow-lines"])
  func `at the deadline the worker is killed and reaped`(mode: String) async throws {
    let log = PoolFixture.EventLog()
    let clock = ContinuousClock()
    var outcome: RecognitionOutcome?
    let time = try await clock.measure {
      outcome = try await PoolFixture.read(mode, shares: 2, timeout: .seconds(1), log: log)
    }
    #expect(outcome?.end == .timedOut)
    #expect(time >= .seconds(0.95) && time < .seconds(1.1))
    #expect(log.ends == [.timedOut, .timedOut])
    #expect(log.started.allSatisfy { !ChildProcess.exists($0) })
  }

  /// For what a worker may be ended before the deadline.
  private static let violations = [
    "many-words": ["reply is too long"], "many-layouts": ["layout sent twice", "reply is too long"],
  ]

  /// As much as a worker may send at once, the smallest lines, the most words or one message again and again, or have in
  /// memory.
  @Test(arguments: [("many-lines", 1), ("many-words", 1), ("many-layouts", 1), ("much-memory", 2)])
  func `nothing that workers do delays a deadline`(mode: String, shares: Int) async throws {
    let log = PoolFixture.EventLog()
    let pool = try PoolFixture.pool(mode, log: log)
    let picture = try MemoryFile.make("picture")
    for _ in 0..<3 {
      let start = ContinuousClock.now
      let outcome = await pool.recognize(picture.raw, PoolFixture.job(shares: shares, timeout: .seconds(2)))
      let time = ContinuousClock.now - start
      if case .crashed(let reason) = outcome.end, let expected = Self.violations[mode] {
        #expect(expected.contains { reason.english.hasSuffix($0) })
      } else {
        #expect(outcome.end == .timedOut && time >= .seconds(1.95))
      }
      #expect(time < .seconds(2.1))
    }
    // Its workers are reaped all the same.
    pool.shutDown()
    #expect(log.started.count == 3 * shares && log.started.allSatisfy { !ChildProcess.exists($0) })
  }
}
