internal import RiskAnalysis
internal import ScanModel

/// Puts the user's verdict on this very picture above every other judgement.
struct FeedbackStage: Sendable {
  /// Log-odds of the user's verdict: nothing is more certain (`Calibration.probability`).
  private static let weight = 6.907
  private static let probability = 0.999

  /// - Parameters:
  ///   - report: The report without feedback.
  ///   - userVerdict: The user's verdict; nil if there is none.
  /// - Returns: The report with the level, category, texts and evidence that follow from the verdict.
  func run(_ report: ScanReport, _ userVerdict: FeedbackItem?) -> ScanReport {
    guard let userVerdict else { return report }
    let isScam = userVerdict.verdict == .scam
    var decided = report
    decided.riskLevel = isScam ? .high : .low
    decided.isUnsure = false
    decided.scamProbability = isScam ? Self.probability : 1 - Self.probability
    decided.confidence = Self.probability
    decided.requiresReview = false
    decided.explanation = FeedbackWording.message(userVerdict)
    if !isScam {
      decided.category = .none
      decided.advice =
        "Take the mark back with: ocr-scan history verify \(userVerdict.entry.prefix(8)) --undo."
    } else if report.riskLevel != .medium, report.riskLevel != .high {
      decided.category = .unknown
      decided.advice = "Do not reply or pay before you have checked it another way."
    }
    let reason = ScanReport.Item(
      rule: FeedbackWording.rule(userVerdict.verdict), weight: isScam ? Self.weight : -Self.weight,
      message: decided.explanation, excerpt: "", boxes: [], range: nil)
    decided.evidence.removeAll { $0.rule == reason.rule }
    decided.evidence.insert(reason, at: isScam ? 0 : decided.evidence.count)
    return decided
  }
}
