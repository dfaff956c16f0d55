import ScanModel
import ScreenshotLibrary
import Settings
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WorkerProtocol

@testable import Pipeline
@testable import WorkerClient

/// The steps of reading a picture, with workers that give prepared answers.
struct RecognitionStageTests {
  private static func content() throws -> ScreenshotContent {
    let folder = TemporaryFolder()
    Files.write(folder("shot.png"), [1, 2, 3])
    return try IntakeStage(maximumBytes: 100).run(.named(folder("shot.png")))
  }

  /// Reads with workers that give these outcomes in turn, repeating the last one.
  private static func read(
    _ outcomes: [RecognitionOutcome], retriesCrashes: Bool = true, timeout: Duration = .seconds(60)
  ) async throws -> (outcome: RecognitionOutcome, jobs: [RecognitionJob]) {
    let jobs = Mutex<[RecognitionJob]>([])
    let stage = RecognitionStage(
      maximumPixels: 1_000,
      recognize: { _, job in
        jobs.withLock { jobs in
          jobs.append(job)
          return outcomes[min(jobs.count, outcomes.count) - 1]
        }
      })
    let policy = ScanPolicy(timeout: timeout, shares: 2, retriesCrashes: retriesCrashes)
    let outcome = await stage.run(try content(), Samples.request(), policy)
    return (outcome, jobs.withLock { $0 })
  }

  @Test func `what is read at once is read once, by as many workers as allowed`() async throws {
    let (outcome, jobs) = try await Self.read([Samples.outcome(.complete, confidence: 0.9)])
    #expect(outcome.end == .complete)
    #expect(jobs.count == 1 && jobs[0].form == .prepared && jobs[0].shares == 2)
    #expect(jobs[0].picture.byteCount == 3 && jobs[0].picture.maximumPixels == 1_000 && jobs[0].timeout <= .seconds(60))
  }

  @Test func `after a crash it is tried twice more, then the plain picture`() async throws {
    let (outcome, jobs) = try await Self.read([Samples.outcome(.crashed("signal 11"))])
    #expect(outcome.end == .crashed("signal 11"))
    #expect(jobs.map(\.form) == [.prepared, .prepared, .prepared, .plain])
    let better = try await Self.read([
      Samples.outcome(.crashed("signal 11")), Samples.outcome(.complete, confidence: 0.9),
    ])
    #expect(better.outcome.end == .complete && better.jobs.count == 2)
  }

  @Test func `a caller with a queue gets the crash at once`() async throws {
    let (outcome, jobs) = try await Self.read([Samples.outcome(.crashed("signal 11"))], retriesCrashes: false)
    #expect(outcome.end == .crashed("signal 11") && jobs.count == 1)
  }

  @Test func `lines without text are looked at in the plain picture`() async throws {
    var unread = Samples.outcome(.complete)
    unread.lineCount = 1_000
    let (outcome, jobs) = try await Self.read([unread, Samples.outcome(.complete, confidence: 0.9)])
    #expect(jobs.map(\.form) == [.prepared, .plain])
    #expect(outcome.lines.count == 1)
  }

  @Test(arguments: [
    RecognitionOutcome.End.timedOut, .unavailable("posix_spawn"), .cancelled,
    .failed(WorkerFailure(.unsupportedFormat, detail: "it is a text")),
  ])
  func `other ends are not tried again`(end: RecognitionOutcome.End) async throws {
    let (outcome, jobs) = try await Self.read([Samples.outcome(end)])
    #expect(outcome.end == end && jobs.count == 1)
  }

  @Test func `a broken engine is followed by the plain picture`() async throws {
    let failure = RecognitionOutcome.End.failed(WorkerFailure(.engine, detail: "it"))
    let (outcome, jobs) = try await Self.read([Samples.outcome(failure), Samples.outcome(.complete, confidence: 0.9)])
    #expect(outcome.end == .complete && jobs.map(\.form) == [.prepared, .plain])
  }

  @Test func `workers that were ended have not read the test picture`() async throws {
    let pool = try WorkerPool(WorkerConfiguration(program: "/none", languages: ["eng"], maximumWorkers: 1))
    pool.shutDown()
    await #expect(throws: SelfTest.cancelled) {
      _ = try await SelfTest.run(pool, Settings(processorCount: 1))
    }
  }

  @Test func `without time left nothing follows`() async throws {
    let (_, jobs) = try await Self.read([Samples.outcome(.crashed("signal 11"))], timeout: .zero)
    #expect(jobs.count == 1 && jobs[0].timeout == .zero)
  }
}
