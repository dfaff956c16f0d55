import EventLog
import Foundation
import ScanModel
import WorkerProtocol

@testable import Pipeline
@testable import WorkerClient

/// Values shared by the tests of several stages.
enum Samples {
  static let sha256 = String(repeating: "ab", count: 32)
  static let box = PixelRect(x: 1, y: 2, width: 3, height: 4)

  static func request(path: String? = "/a/shot.png", hasStarted: Bool = false) -> ScanRequest {
    ScanRequest(
      path: path, name: "shot.png", source: .auto, trigger: .watch, hasStarted: hasStarted)
  }

  /// What workers return for a picture of 100×50 pixels with at most one line.
  static func outcome(
    _ end: RecognitionOutcome.End, text: String = "word", confidence: Double? = nil
  ) -> RecognitionOutcome {
    var outcome = RecognitionOutcome(end: end)
    outcome.size = (100, 50)
    outcome.lines = confidence.map { [line(text, confidence: $0)] } ?? []
    return outcome
  }

  static func line(_ text: String, confidence: Double) -> RecognizedLine {
    RecognizedLine(
      index: 0, block: 0, box: box,
      words: text.split(separator: " ").map { RecognizedWord(text: String($0), confidence: confidence, box: box) })
  }

  static func page(text: String? = nil, confidence: Double = 0.9, failure: ScanFailure? = nil) -> CorrectedPage {
    CorrectedPage(
      name: "shot.png", image: ScanReport.Image(width: 100, height: 50),
      text: RecognizedText(
        lines: text.map { [line($0, confidence: confidence)] } ?? [], languages: ["eng"], isPartial: failure != nil),
      failure: failure)
  }

  static func assessment(_ level: RiskLevel) -> RiskAssessment {
    RiskAssessment(
      level: level, scamProbability: 0.2, category: .delivery, explanation: "E", advice: "A",
      evidence: [Evidence(rule: "r", weight: 1, message: "M", excerpt: "word", range: 0..<4)],
      indicators: [Indicator(kind: .domain, key: "example.com", label: "l", mayClear: true, mayAccuse: true)])
  }

  /// A stage that judges every text the same.
  static func riskAnalysis(_ level: RiskLevel) -> RiskAnalysisStage {
    RiskAnalysisStage(analyze: { _, _, _, _ in assessment(level) })
  }

  /// A report in which nothing is judged yet.
  static var blank: ScanReport { ScanReport(request(), sha256: sha256) }

  static func report(_ level: RiskLevel, sha256: String? = sha256, text: String = "word") -> ScanReport {
    var report = riskAnalysis(level).run(ScanReport(request(), sha256: sha256), page(text: "word"), feedback: .empty)
    report.text = text
    return report
  }

  /// The user's verdict on a picture.
  static func userVerdict(_ verdict: UserVerdict) -> FeedbackItem {
    FeedbackItem(
      id: 1, indicator: Indicator(picture: sha256, name: "shot.png"), verdict: verdict, recordedAt: 1_790_000_000_000,
      entry: "0123456789ab")
  }
}
