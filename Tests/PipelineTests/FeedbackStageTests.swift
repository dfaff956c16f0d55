import ScanModel
import Testing

@testable import Pipeline

struct FeedbackStageTests {
  private let stage = FeedbackStage()

  @Test func `nothing changes where the user said nothing`() {
    let report = Samples.report(.medium)
    #expect(stage.run(report, nil) == report)
  }

  @Test func `what the user calls harmless is so, and says why`() {
    let report = stage.run(Samples.report(.high), Samples.userVerdict(.notScam))
    #expect(report.riskLevel == .low && report.category == .none && !report.requiresReview)
    #expect(report.confidence == 0.999)
    #expect(report.scamProbability.map { abs($0 - 0.001) < 1e-9 } == true)
    #expect(report.explanation == "You marked this picture as harmless on 2026-09-21.")
    #expect(report.advice.english.contains("history verify 01234567 --undo"))
    #expect(report.evidence.last?.rule == "learnt.harmless")
  }

  @Test func `what the user calls a scam keeps the kind that was found`() {
    let found = stage.run(Samples.report(.high), Samples.userVerdict(.scam))
    #expect(found.riskLevel == .high && found.category == .delivery && found.advice == "A")
    #expect(found.evidence.first?.rule == "learnt.scam")
    let missed = stage.run(Samples.report(.low), Samples.userVerdict(.scam))
    #expect(missed.riskLevel == .high && missed.category == .unknown)
    #expect(missed.advice == "Do not reply or pay before you have checked it another way.")
  }

  @Test func `the verdict stands where nothing could be read`() {
    let report = stage.run(
      Samples.blank.failed(ScanFailure(.timedOut, subject: "shot.png")), Samples.userVerdict(.scam))
    #expect(report.riskLevel == .high && report.error?.code == .timedOut)
  }

  @Test func `said once more, it is one reason`() {
    let once = stage.run(Samples.report(.high), Samples.userVerdict(.scam))
    #expect(stage.run(once, Samples.userVerdict(.scam)) == once)
  }
}
