import Foundation
import History
import RiskAnalysis
import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing
import WorkerProtocol

@testable import Pipeline
@testable import WorkerClient

/// Whoever makes a picture decides how much a worker reads in it. Correcting, judging, reporting and storing take time in
/// proportion to it, and give up on what is too much.
@Suite(.serialized)
struct LargestReplyTimingTests {
  private static let rules = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("Sources/RiskAnalysis/Rules")
  private static let pack = Result { () throws(RulePackFailure) in try RulePack.load(directory: rules) }

  /// Everything that follows reading, except the history.
  private func judge(_ outcome: RecognitionOutcome, _ budget: JudgingBudget) throws -> ScanReport {
    let page = PostCorrectionStage(languages: ["eng"]).run(
      outcome, name: "shot.png", timeout: .seconds(5), budget: budget)
    let analysis = RiskAnalysisStage(RiskAnalyzer(pack: try Self.pack.get(), classifier: nil))
    return FeedbackStage().run(analysis.run(Samples.blank, page, feedback: .empty), nil).stored(as: .redacted)
  }

  private func times(_ outcomes: [RecognitionOutcome]) throws -> [Int] {
    _ = try Self.pack.get()
    return try ProcessorTime.least(outcomes) { _ = try judge($0, JudgingBudget(deadline: nil)) }
  }

  /// Of 1,800 words, all are judged, whatever their length.
  @Test(arguments: LargeReply.shapes, [1_800, 8_000])
  func `the time is in proportion to the words`(reply: LargeReply, words: Int) throws {
    let times = try times([words / 4, words].map(reply.outcome))
    #expect(ProcessorTime.isInProportion(times), "\(times) µs")
  }

  @Test(arguments: LargeReply.longPieces)
  func `the time is in proportion to the length of words`(piece: String) throws {
    let longest = ProtocolLimits.maximumString
    let times = try times([longest / 4, longest].map { LargeReply.longWords(piece, bytes: $0).outcome(words: 4) })
    #expect(ProcessorTime.isInProportion(times), "\(times) µs")
  }

  @Test(arguments: [LargeReply.shapes[0], LargeReply.shapes[1], LargeReply.shapes[13], LargeReply.shapes[15]])
  func `the largest reply ends in time, and the rest is not called safe`(reply: LargeReply) throws {
    let outcome = reply.outcome(words: 350_000)
    let start = ContinuousClock.now
    let report = try judge(outcome, .fromNow())
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(report.riskLevel == .unknown || report.riskLevel.isAlarming)
    #expect(report.requiresReview && report.ocr?.partial == true)
    #expect(try #require(report.ocr).words <= JudgingBudget.maximumWords)
  }

  @Test func `storing takes time in proportion, too`() async throws {
    let folder = TemporaryFolder()
    Files.setMode(folder.path, 0o700)
    let history = try HistoryStore(in: folder.path)
    var times: [Int] = []
    for words in [4_000, 16_000] {
      let report = try judge(LargeReply.shapes[13].outcome(words: words), JudgingBudget(deadline: nil))
      let start = clock()
      try await history.append(report, path: nil)
      times.append(clock() - start)
    }
    #expect(times[1] < times[0] * 5 + 20_000, "\(times) µs")
  }

  @Test(arguments: HostileText.pieces)
  func `the time is in proportion to the text`(piece: String) throws {
    let analysis = RiskAnalysisStage(RiskAnalyzer(pack: try Self.pack.get(), classifier: nil))
    let longest = RiskAnalyzer.maximumLength
    let texts = [longest / 4, longest].map { HostileText.repeating(piece, scalars: $0) }
    let times = ProcessorTime.least(texts) { _ = analysis.run(Samples.blank, plainText: $0, feedback: .empty) }
    #expect(ProcessorTime.isInProportion(times), "\(times) µs")
  }
}
