internal import Foundation
internal import RiskAnalysis
internal import ScanModel

/// Judges texts as this user's pictures are judged.
struct TextJudge {
  let analyzer: RiskAnalyzer
  /// What was learnt from the user.
  let learnt: FeedbackList

  func assess(_ text: String) -> RiskAssessment {
    analyzer.analyze(TextPage(plainText: text), feedback: learnt, deadline: .now + .seconds(5))
  }
}

/// Reports on text that did not come from a picture.
enum TextReport {
  /// Judges a text; a text without words is `unknown`.
  static func make(id: String, text: String, judge: TextJudge) -> ScanReport {
    let began = SuspendingClock.now
    let assessment = judge.assess(text)
    let time = (SuspendingClock.now - began) / .milliseconds(1)
    var report = empty(id: id)
    report.riskLevel = assessment.level
    report.confidence = assessment.confidence
    report.scamProbability = assessment.scamProbability
    report.category = assessment.category
    report.explanation = assessment.explanation
    report.advice = assessment.advice
    report.evidence = assessment.evidence.map { evidence in
      ScanReport.Item(
        rule: evidence.rule, weight: evidence.weight, message: evidence.message, excerpt: evidence.excerpt,
        boxes: nil, range: [evidence.range.lowerBound, evidence.range.count])
    }
    report.cues = assessment.cues.map {
      ScanReport.Cue(
        cue: $0.cue, confidence: $0.confidence, boxes: nil, range: [$0.range.lowerBound, $0.range.count])
    }
    report.text = text
    report.timings = ScanReport.Timings(analyze: time, total: time)
    return report
  }

  /// The report on an input that could not be read.
  static func make(id: String, failure: ScanFailure) -> ScanReport {
    let description = FailureCatalog.describe(failure)
    var report = empty(id: id)
    report.explanation = description.message
    report.advice = description.recoverySuggestion
    report.error = description
    return report
  }

  private static func empty(id: String) -> ScanReport {
    ScanReport(
      id: id, path: nil, sha256: nil, source: .manual, capturedAt: nil, scannedAt: Date(), image: nil,
      riskLevel: .unknown, confidence: nil, scamProbability: nil, category: .unknown, explanation: "", advice: "",
      evidence: [], text: nil, ocr: nil, requiresReview: false, timings: ScanReport.Timings(), error: nil)
  }
}
