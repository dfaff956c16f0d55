import ScanModel
import Testing

@testable import Pipeline

struct FeedbackStageTests {
  private let stage = FeedbackStage()

  @Test func `nothing changes where the user said nothing`() {
    let findings = Samples.findings(.medium)
    #expect(stage.run(findings, nil) == findings)
  }

  @Test func `what the user calls harmless is so, and says why`() {
    let findings = stage.run(Samples.findings(.high), Samples.userVerdict(.notScam))
    #expect(findings.riskLevel == .low && findings.category == .none && !findings.requiresReview)
    #expect(findings.confidence == 0.999)
    #expect(findings.scamProbability.map { abs($0 - 0.001) < 1e-9 } == true)
    #expect(findings.explanation == "You marked this picture as harmless on 2026-09-21.")
    #expect(findings.advice.contains("history verify 01234567 --undo"))
    #expect(findings.evidence.last?.rule == "learnt.harmless")
  }

  @Test func `what the user calls a scam keeps the kind that was found`() {
    let found = stage.run(Samples.findings(.high), Samples.userVerdict(.scam))
    #expect(found.riskLevel == .high && found.category == .delivery && found.advice == "A")
    #expect(found.evidence.first?.rule == "learnt.scam")
    let missed = stage.run(Samples.findings(.low), Samples.userVerdict(.scam))
    #expect(missed.riskLevel == .high && missed.category == .unknown)
    #expect(missed.advice == "Do not reply or pay before you have checked it another way.")
  }

  @Test func `the verdict stands where nothing could be read`() {
    let findings = stage.run(Findings(ScanFailure(.timedOut, subject: "shot.png")), Samples.userVerdict(.scam))
    #expect(findings.riskLevel == .high && findings.error?.code == .timedOut)
  }

  @Test func `said once more, it is one reason`() {
    let once = stage.run(Samples.findings(.high), Samples.userVerdict(.scam))
    #expect(stage.run(once, Samples.userVerdict(.scam)) == once)
  }
}
