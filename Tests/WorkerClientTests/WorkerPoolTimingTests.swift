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

  /// Sends at once as much as a worker may: the smallest lines, the most words, one message again and again.
  @Test(arguments: ["many-lines", "many-words", "many-layouts"])
  func `what a worker sends delays no deadline`(mode: String) async throws {
    let pool = try PoolFixture.pool(mode)
    defer { pool.shutDown() }
    let picture = try MemoryFile.make("picture")
    let job = PoolFixture.job(timeout: .seconds(1))
    let clock = ContinuousClock()
    for _ in 0..<3 {
      let time = await clock.measure { _ = await pool.recognize(picture.raw, job) }
      #expect(time < .seconds(1.1), "\(mode)")
    }
  }
}
