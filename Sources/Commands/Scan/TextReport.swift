internal import Foundation
internal import Pipeline
internal import ScanModel

/// Judges texts the way this user's pictures are judged.
struct TextJudge {
  let analysis: RiskAnalysisStage
  /// The user's own verdicts on messages.
  let feedback: FeedbackList

  func findings(_ text: String) -> Findings { analysis.run(text: text, feedback: feedback) }
}

/// Reports on text that did not come from a picture.
enum TextReport {
  /// Judges a text; a text without words is `unknown`.
  static func make(id: String, text: String, judge: TextJudge) -> ScanReport {
    let began = SuspendingClock.now
    let findings = judge.findings(text)
    let time = (SuspendingClock.now - began) / .milliseconds(1)
    var report = empty(id: id)
    report.findings = findings
    report.timings = ScanReport.Timings(analyze: time, total: time)
    return report
  }

  /// The report on an input that could not be read.
  static func make(id: String, failure: ScanFailure) -> ScanReport {
    var report = empty(id: id)
    report.findings = Findings(failure)
    return report
  }

  private static func empty(id: String) -> ScanReport {
    ScanReport(
      id: id, path: nil, sha256: nil, source: .manual, capturedAt: nil, scannedAt: Date(), image: nil,
      riskLevel: .unknown, confidence: nil, scamProbability: nil, category: .unknown, explanation: "", advice: "",
      evidence: [], text: nil, ocr: nil, requiresReview: false, timings: ScanReport.Timings(), error: nil)
  }
}
