import ScanModel
import Testing
import WorkerProtocol

@testable import Pipeline
@testable import WorkerClient

struct RiskAnalysisStageTests {
  /// The report on what the workers read.
  private static func report(
    _ end: RecognitionOutcome.End, confidence: Double? = nil, level: RiskLevel = .low
  ) -> ScanReport {
    let page = PostCorrectionStage(languages: ["eng"]).run(
      Samples.outcome(end, confidence: confidence), name: "shot.png", timeout: .seconds(5))
    return Samples.riskAnalysis(level).run(Samples.blank, page, feedback: .empty)
  }

  @Test func `without text nothing is judged, and never called low`() {
    let report = Self.report(.complete)
    #expect(report.riskLevel == .unknown)
    #expect(report.confidence == nil && report.scamProbability == nil)
    #expect(report.error?.code == .noTextFound)
    #expect(report.image == ScanReport.Image(width: 100, height: 50))
    #expect(report.ocr?.confidenceLevel == .unknown)
    #expect(report.text == "" && report.cues == nil)
  }

  @Test func `a time-out keeps what was read, judges it and says so`() {
    let report = Self.report(.timedOut, confidence: 0.9, level: .high)
    #expect(report.riskLevel == .high)
    #expect(report.ocr?.partial == true)
    #expect(report.error?.code == .timedOut)
    let safe = Self.report(.timedOut, confidence: 0.9)
    #expect(safe.riskLevel == .unknown && safe.text == "word" && !safe.evidence.isEmpty)
  }

  @Test func `corrections that took too long are given up, which is noted`() {
    func page(_ budget: JudgingBudget) -> CorrectedPage {
      PostCorrectionStage(languages: ["eng"]).run(
        Samples.outcome(.complete, text: "Iam here now", confidence: 0.9), name: "shot.png", timeout: .seconds(5),
        budget: budget)
    }
    let (whole, part) = (page(JudgingBudget(deadline: nil)), page(JudgingBudget(deadline: .now)))
    #expect(whole.budget.isWhole && TextPage(whole.text).text == "I am here now")
    #expect(!part.budget.isWhole && TextPage(part.text).text == "Iam here now")
  }

  @Test func `a page larger than any screen is cut, which is noted`() {
    var outcome = Samples.outcome(.complete)
    outcome.lines = (0..<20_000).map { number in
      var line = Samples.line("one two three four", confidence: 0.9)
      line.index = number
      return line
    }
    let page = PostCorrectionStage(languages: ["eng"]).run(outcome, name: "shot.png", timeout: .seconds(5))
    #expect(!page.budget.isWhole && page.text.isPartial)
    #expect((1...JudgingBudget.maximumWords).contains(page.text.wordCount))
    #expect(TextPage(page.text).text.unicodeScalars.count <= JudgingBudget.maximumScalars)
  }

  @Test func `evidence has the boxes of its words`() {
    #expect(Self.report(.complete, confidence: 0.9).evidence[0].boxes == [Samples.box])
  }

  @Test func `what is hard to read or looks dangerous asks for a check`() {
    #expect(!Self.report(.complete, confidence: 0.9).requiresReview)
    #expect(Self.report(.complete, confidence: 0.6).requiresReview)
    #expect(Self.report(.complete, confidence: 0.6).error?.code == .lowConfidence)
    #expect(Self.report(.complete, confidence: 0.9, level: .medium).requiresReview)
  }

  @Test(arguments: [
    (WorkerFailure.Code.unsupportedFormat, ScanFailure.Code.unsupportedFormat), (.truncated, .truncated),
    (.corrupt, .corruptImage),
    (.tooLarge, .imageTooLarge), (.unsupportedLanguage, .unsupportedLanguage), (.engine, .recognitionFailed),
    (.protocolViolation, .recognitionFailed), (.outOfMemory, .recognitionFailed),
  ])
  func `failures of the worker have a code for the user`(worker: WorkerFailure.Code, code: ScanFailure.Code) {
    let report = Self.report(.failed(WorkerFailure(worker, detail: "its reason")))
    #expect(report.error?.code == code)
    #expect(report.riskLevel == .unknown)
  }

  @Test func `a crash and a missing worker are told apart`() {
    #expect(Self.report(.crashed("it was ended by signal 11")).error?.code == .workerCrashed)
    #expect(Self.report(.unavailable("posix_spawn")).error?.code == .workerUnavailable)
  }

  @Test func `a text without a picture has places in the text`() {
    let report = Samples.riskAnalysis(.high).run(Samples.blank, plainText: "word", feedback: .empty)
    #expect(report.riskLevel == .high && report.text == "word")
    #expect(report.evidence[0].boxes == nil && report.evidence[0].range == [0, 4])
    #expect(report.ocr == nil && !report.requiresReview)
  }

  @Test func `a corrected text is judged again, without the doubts about reading it`() {
    let before = Self.report(.timedOut, confidence: 0.6, level: .high)
    let after = Samples.riskAnalysis(.low).run(before, correctedText: "two words", feedback: .empty)
    #expect(after.riskLevel == .low && after.text == "two words" && after.error == nil && !after.requiresReview)
    #expect(after.ocr?.partial == false && after.ocr?.words == 2 && after.ocr?.picture == nil)
    #expect(after.evidence[0].boxes == [] && after.image == before.image)
  }

  @Test func `what the user said about other messages reaches the analysis`() {
    let feedback = FeedbackList([Samples.userVerdict(.scam)])
    let stage = RiskAnalysisStage(analyze: { _, _, given, _ in Samples.assessment(given.isEmpty ? .low : .high) })
    #expect(stage.run(Samples.blank, Samples.page(text: "word"), feedback: feedback).riskLevel == .high)
    #expect(stage.run(Samples.blank, Samples.page(text: "word"), feedback: .empty).riskLevel == .low)
  }
}
