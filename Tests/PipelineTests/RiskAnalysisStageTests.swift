import ScanModel
import Testing
import WorkerProtocol

@testable import Pipeline
@testable import WorkerClient

struct RiskAnalysisStageTests {
  /// The findings for what the workers read.
  private static func findings(
    _ end: RecognitionOutcome.End, confidence: Double? = nil, level: RiskLevel = .low
  ) -> Findings {
    let page = PostCorrectionStage(languages: ["eng"]).run(
      Samples.outcome(end, confidence: confidence), name: "shot.png", timeout: .seconds(5))
    return Samples.riskAnalysis(level).run(page, feedback: .empty)
  }

  @Test func `without text nothing is judged, and never called low`() {
    let findings = Self.findings(.complete)
    #expect(findings.riskLevel == .unknown)
    #expect(findings.confidence == nil && findings.scamProbability == nil)
    #expect(findings.error?.code == .noTextFound)
    #expect(findings.image == ScanReport.Image(width: 100, height: 50))
    #expect(findings.ocr?.confidenceLevel == .unknown)
    #expect(findings.text == "" && findings.cues == nil)
  }

  @Test func `a time-out keeps what was read, judges it and says so`() {
    let findings = Self.findings(.timedOut, confidence: 0.9, level: .high)
    #expect(findings.riskLevel == .high)
    #expect(findings.ocr?.partial == true)
    #expect(findings.error?.code == .timedOut)
    let safe = Self.findings(.timedOut, confidence: 0.9)
    #expect(safe.riskLevel == .unknown && safe.text == "word" && !safe.evidence.isEmpty)
  }

  @Test func `evidence has the boxes of its words`() {
    #expect(Self.findings(.complete, confidence: 0.9).evidence[0].boxes == [Samples.box])
  }

  @Test func `what is hard to read or looks dangerous asks for a check`() {
    #expect(!Self.findings(.complete, confidence: 0.9).requiresReview)
    #expect(Self.findings(.complete, confidence: 0.6).requiresReview)
    #expect(Self.findings(.complete, confidence: 0.6).error?.code == .lowConfidence)
    #expect(Self.findings(.complete, confidence: 0.9, level: .medium).requiresReview)
  }

  @Test(arguments: [
    (WorkerFailure.Code.unsupportedFormat, ScanFailure.Code.unsupportedFormat), (.truncated, .truncated),
    (.corrupt, .corruptImage),
    (.tooLarge, .imageTooLarge), (.unsupportedLanguage, .unsupportedLanguage), (.engine, .recognitionFailed),
    (.protocolViolation, .recognitionFailed), (.outOfMemory, .recognitionFailed),
  ])
  func `failures of the worker have a code for the user`(worker: WorkerFailure.Code, code: ScanFailure.Code) {
    let findings = Self.findings(.failed(WorkerFailure(worker, detail: "its reason")))
    #expect(findings.error?.code == code)
    #expect(findings.riskLevel == .unknown)
  }

  @Test func `a crash and a missing worker are told apart`() {
    #expect(Self.findings(.crashed("it was ended by signal 11")).error?.code == .workerCrashed)
    #expect(Self.findings(.unavailable("posix_spawn")).error?.code == .workerUnavailable)
  }

  @Test func `a text without a picture has places in the text`() {
    let findings = Samples.riskAnalysis(.high).run(text: "word", feedback: .empty)
    #expect(findings.riskLevel == .high && findings.text == "word")
    #expect(findings.evidence[0].boxes == nil && findings.evidence[0].range == [0, 4])
    #expect(findings.ocr == nil && !findings.requiresReview)
  }

  @Test func `a corrected text is judged again, without the doubts about reading it`() {
    let before = Self.findings(.timedOut, confidence: 0.6, level: .high)
    let after = Samples.riskAnalysis(.low).run(before, correctedText: "two words", feedback: .empty)
    #expect(after.riskLevel == .low && after.text == "two words" && after.error == nil && !after.requiresReview)
    #expect(after.ocr?.partial == false && after.ocr?.words == 2 && after.ocr?.picture == nil)
    #expect(after.evidence[0].boxes == [] && after.image == before.image)
  }

  @Test func `what the user said about other messages reaches the analysis`() {
    let feedback = FeedbackList([Samples.userVerdict(.scam)])
    let stage = RiskAnalysisStage(analyze: { _, _, given, _ in Samples.assessment(given.isEmpty ? .low : .high) })
    #expect(stage.run(Samples.page(text: "word"), feedback: feedback).riskLevel == .high)
    #expect(stage.run(Samples.page(text: "word"), feedback: .empty).riskLevel == .low)
  }
}
