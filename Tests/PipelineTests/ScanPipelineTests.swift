import EventLog
import Foundation
import History
import ScreenshotLibrary
import Settings
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WorkerProtocol

@testable import Pipeline
@testable import ScanModel
@testable import WorkerClient

/// The order of the stages, with workers and an analysis that give prepared answers.
struct ScanPipelineTests {
  private let folder = TemporaryFolder()
  private let file: FilePath
  private let history: HistoryStore
  private static let policy = ScanPolicy(timeout: .seconds(60), shares: 1, retriesCrashes: false)

  init() throws {
    file = folder("shot.png")
    Files.write(file, Array("not really a picture".utf8))
    Files.makeFolder(folder("data"))
    Files.setMode(folder("data"), 0o700)
    history = try HistoryStore(in: folder("data"))
  }

  private func pipeline(
    _ end: RecognitionOutcome.End = .complete, level: RiskLevel = .low, reads: Counter = Counter()
  ) -> ScanPipeline {
    ScanPipeline(
      intake: IntakeStage(maximumBytes: 1_000), lookup: LookupStage(history: history),
      recognition: RecognitionStage(
        maximumPixels: 1_000,
        recognize: { _, _ in
          reads.increase()
          return Samples.outcome(end, text: "0nly w0rds", confidence: 0.875)
        }), postCorrection: PostCorrectionStage(languages: ["eng"]), riskAnalysis: Samples.riskAnalysis(level),
      persistence: PersistenceStage(storedText: .full) { [history] in history },
      events: EventLog(directory: folder("state"), minimumLevel: .info))
  }

  final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increase() { count.withLock { $0 += 1 } }
  }

  @Test func `a fresh picture goes all the way`() async throws {
    let outcome = await pipeline(level: .high).run(.named(file), Samples.request(), Self.policy)
    let report = outcome.report
    #expect(report.riskLevel == .high && report.sha256 == outcome.content?.sha256 && report.path == "/a/shot.png")
    #expect(report.timings.analyze != nil && report.timings.total != nil && report.timings.queue == 0)
    EventLog.finish(within: .seconds(60))
    let events = Files.contents(folder("state").appending("events.jsonl"))
    let names = String(decoding: events, as: UTF8.self).split(separator: "\n").compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["event"] as? String
    }
    #expect(names.count == 7, "\(names)")
  }

  @Test func `a copy of a known picture has its findings, and a name and times of its own`() async throws {
    let pipeline = pipeline(level: .high)
    let first = await pipeline.run(.named(file), Samples.request(), Self.policy)
    let content = try #require(first.content)
    let copy = pipeline.repeated(first.report, nil, in: content, Samples.request(path: "/a/copy.png"))
    #expect(copy.found == first.report.found)
    #expect(copy.id != first.report.id && copy.path == "/a/copy.png")
    #expect(copy.timings.recognize == nil && copy.timings.total != nil)
  }

  @Test func `a corrected text is reported with the user's verdict, without another scan`() async throws {
    let reads = Counter()
    let pipeline = pipeline(level: .low, reads: reads)
    let first = await pipeline.run(.named(file), Samples.request(), Self.policy).report
    let number = try #require(try await pipeline.persistence.keep(first, path: file))
    let corrected = Samples.riskAnalysis(.low).run(first, correctedText: "right words", feedback: .empty)
    try await history.correct(number, with: corrected)
    try await history.verify(number, as: .scam)
    let report = await pipeline.run(.named(file), Samples.request(), Self.policy).report
    #expect(report.text == "right words" && report.riskLevel == .high)
    #expect(report.evidence.first?.rule == "learnt.scam")
    #expect(reads.value == 1)
  }

  @Test func `a cancelled scan has no report, one that somebody waits for says so`() async throws {
    let pipeline = pipeline(.cancelled)
    let content = try pipeline.intake.run(.named(file))
    #expect(await pipeline.run(content, Samples.request(), Self.policy) == nil)
    #expect(await pipeline.run(.named(file), Samples.request(), Self.policy).report.error?.code == .recognitionFailed)
  }

  @Test func `what cannot be read has a report, too`() async throws {
    let reads = Counter()
    let outcome = await pipeline(reads: reads).run(.named(folder("none.png")), Samples.request(), Self.policy)
    #expect(outcome.report.error?.code == .notFound && outcome.content == nil && outcome.report.text == nil)
    #expect(reads.value == 0)
  }

  @Test func `an automatic scan leaves the pipeline to its maker`() async throws {
    let pipeline = pipeline(level: .high)
    let screenshots = folder("screenshots")
    Files.makeFolder(screenshots)
    Files.write(screenshots.appending("Screenshot from 2026-11-22 10-00-00.png"), Files.contents(file))
    let scan = AutomaticScan(
      settings: Settings(processorCount: 2),
      folders: [ScreenshotFolders.Choice(folder: screenshots, origin: .configured)],
      lockDirectories: [folder("runtime")], events: EventLog(directory: folder("state"), minimumLevel: .info),
      makePipeline: { () throws(ScanFailure) in pipeline })
    #expect(await scan.run(.latest, beganAt: .now).report.riskLevel == .high)
    // As the window does, which has one pipeline for all its scans.
    let content = try pipeline.intake.run(.named(file))
    let next = try #require(await pipeline.run(content, Samples.request(), Self.policy))
    #expect(next.historyFailure == nil)
    try await pipeline.persistence.keep(next.report, path: file)
    #expect(try await history.counts().entries == 1)
  }

  @Test func `a history that does not answer keeps nothing from being scanned`() async throws {
    let pipeline = pipeline(level: .high)
    let content = try pipeline.intake.run(.named(file))
    history.close()
    let result = try #require(await pipeline.run(content, Samples.request(), Self.policy))
    #expect(result.report.riskLevel == .high && result.historyFailure != nil)
  }
}

extension ScanReport {
  /// What was found, whatever the file and the time.
  fileprivate var found: ScanReport {
    var report = self
    (report.id, report.path, report.capturedAt, report.timings) = ("", nil, nil, Timings())
    report.scannedAt = Date(timeIntervalSince1970: 0)
    return report
  }
}
