internal import RiskAnalysis
package import ScanModel

/// Lets stand above every judgement what the user said of this very picture.
package struct FeedbackStage: Sendable {
  /// Log-odds of what the user said: nothing is known better (`Calibration.probability`).
  private static let weight = 6.907
  private static let probability = 0.999

  package init() {}

  /// - Parameters:
  ///   - findings: As they are without the user.
  ///   - userVerdict: What the user said; nil for nothing.
  /// - Returns: With the level, the category and the words that follow from it, and a reason that names it.
  package func run(_ findings: Findings, _ userVerdict: FeedbackItem?) -> Findings {
    guard let userVerdict else { return findings }
    let isScam = userVerdict.verdict == .scam
    var decided = findings
    decided.riskLevel = isScam ? .high : .low
    decided.scamProbability = isScam ? Self.probability : 1 - Self.probability
    decided.confidence = Self.probability
    decided.requiresReview = false
    decided.explanation = FeedbackWording.message(userVerdict)
    if !isScam {
      decided.category = .none
      decided.advice =
        "You need not do anything; take the mark back with: ocr-scan history verify \(userVerdict.entry.prefix(8)) --undo."
    } else if findings.riskLevel != .medium, findings.riskLevel != .high {
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
