import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import WorkerClient
import WorkerProtocol

/// A pool of workers that misbehave on purpose (Tools/misbehaving-worker), with the events it reported.
enum PoolFixture {
  final class EventLog: Sendable {
    private let storage = Locked<[WorkerEvent]>([])
    func append(_ event: WorkerEvent) { storage.withLock { $0.append(event) } }
    var started: [Int32] {
      storage.withLock { $0 }.compactMap { if case .started(let processID) = $0 { processID } else { nil } }
    }
    /// How often the last worker had left.
    var restCount: Int { storage.withLock { $0 }.count { $0 == .becameIdle } }
    var ends: [WorkerEnd] {
      storage.withLock { $0 }.compactMap { if case .ended(_, let end) = $0 { end } else { nil } }
    }
  }

  static func pool(
    _ mode: String, workers: Int = 2, spare: Duration = .zero, log: EventLog = EventLog()
  ) throws -> WorkerPool {
    try WorkerPool(
      WorkerConfiguration(
        program: try BuiltProgram.path("misbehaving-worker"), languages: [mode], maximumWorkers: workers,
        spareIdleTime: spare, observer: { log.append($0) }))
  }

  static func read(
    _ mode: String, shares: Int = 1, timeout: Duration = .seconds(20), log: EventLog = EventLog()
  ) async throws -> RecognitionOutcome {
    let pool = try pool(mode, log: log)
    defer { pool.shutDown() }
    let picture = try MemoryFile.make("picture")
    return await pool.recognize(picture.raw, job(shares: shares, timeout: timeout))
  }

  static func job(shares: Int = 1, timeout: Duration = .seconds(20)) -> RecognitionJob {
    RecognitionJob(RequestedPicture(byteCount: 7, maximumPixels: 1000), shares: shares, timeout: timeout)
  }
}
