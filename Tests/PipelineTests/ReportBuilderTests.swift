import Foundation
import ScanModel
import Testing
import WorkerProtocol

@testable import Pipeline
@testable import WorkerClient

struct ReportBuilderTests {
  private static let builder = ReportBuilder(
    subject: ReportBuilder.Subject(
      id: "x", path: "/a/shot.png", name: "shot.png", source: .auto, sha256: "00", capturedAt: nil,
      scannedAt: Date(timeIntervalSince1970: 0), timings: ScanReport.Timings()), timeout: .seconds(5))

  private static func outcome(_ end: RecognitionOutcome.End, confidence: Double? = nil) -> RecognitionOutcome {
    var outcome = RecognitionOutcome(end: end)
    outcome.size = (100, 50)
    let box = PixelRect(x: 1, y: 2, width: 3, height: 4)
    outcome.lines =
      confidence.map { value in
        [
          RecognizedLine(
            index: 0, block: 0, box: box, words: [RecognizedWord(text: "word", confidence: value, box: box)])
        ]
      } ?? []
    return outcome
  }

  private static func report(
    _ end: RecognitionOutcome.End, confidence: Double? = nil, level: RiskLevel = .low
  ) -> ScanReport {
    builder.report(outcome(end, confidence: confidence), languages: ["eng"]) { page in
      RiskAssessment(
        level: level, scamProbability: 0.2, category: .none, explanation: "E", advice: "A",
        evidence: [Evidence(rule: "r", weight: 1, message: "M", excerpt: page.text, range: 0..<4)])
    }
  }

  @Test func `without text nothing is judged, and never called low`() {
    let report = Self.report(.complete)
    #expect(report.riskLevel == .unknown)
    #expect(report.confidence == nil && report.scamProbability == nil)
    #expect(report.error?.code == .noTextFound)
    #expect(report.image == ScanReport.Image(width: 100, height: 50))
    #expect(report.ocr?.confidenceLevel == .unknown)
  }

  @Test func `a time-out keeps what was read, judges it and says so`() {
    let report = Self.report(.timedOut, confidence: 0.9, level: .high)
    #expect(report.riskLevel == .high)
    #expect(report.ocr?.partial == true)
    #expect(report.error?.code == .timedOut)
    #expect(Self.report(.timedOut).riskLevel == .unknown)
  }

  @Test func `evidence has the boxes of its words`() {
    #expect(Self.report(.complete, confidence: 0.9).evidence[0].boxes == [PixelRect(x: 1, y: 2, width: 3, height: 4)])
  }

  @Test func `what is hard to read or looks dangerous asks for a check`() {
    #expect(!Self.report(.complete, confidence: 0.9).requiresReview)
    #expect(Self.report(.complete, confidence: 0.6).requiresReview)
    #expect(Self.report(.complete, confidence: 0.6).error?.code == .lowConfidence)
    #expect(Self.report(.complete, confidence: 0.9, level: .medium).requiresReview)
  }

  @Test(arguments: [
    (WorkerFailure.Code.notPNG, ScanFailure.Code.notPNG), (.truncated, .truncated), (.corrupt, .corruptImage),
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
}
